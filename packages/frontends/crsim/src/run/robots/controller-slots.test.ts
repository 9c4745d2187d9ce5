import { expect, test } from '@jest/globals';
import { planOf } from '../../../test/small-environment.js';
import { type Line, ResponseLine, type RobotLink } from './link.js';
import { ControllerSlots } from './controller-slots.js';

async function setUp(restMs = 0) {
  const plan = await planOf(
    '<environment width="9" depth="9"><robot name="a" x="2" z="2" radius="1"/><robot name="b" x="6" z="6" radius="1"/></environment>',
  );
  const timers: (() => void)[] = [];
  const statuses: string[] = [];
  const slots = new ControllerSlots({
    model: plan.model,
    catalogue: plan.catalogue,
    millisPerStep: () => 100,
    restMs,
    clock: {
      now: () => 0,
      after: (_ms, action) => {
        timers.push(action);
        return () => void timers.splice(timers.indexOf(action), 1);
      },
    },
    onStatus: (text) => void statuses.push(text),
  });
  const connect = (name: string, prefetch = 0) => {
    const lines: object[] = [];
    const flow: boolean[] = [];
    const state = { waitingBytes: 0, isClosed: false };
    const link: RobotLink = {
      send: ({ content }: Line) => void lines.push(content),
      setFlow: (isOpen) => void flow.push(isOpen),
      close: () => {
        state.isClosed = true;
        controller.left();
      },
      get waitingBytes() {
        return state.waitingBytes;
      },
    };
    const controller = slots.admit({ name, prefetch }, link);
    const send = (amount: number) =>
      controller.receive(() => ({ type: 'ACTIONEVENT', messageAction: 'MOVE', messageAmount: amount, last: true }));
    return { lines, flow, send, controller, state };
  };
  return { slots, timers, statuses, connect };
}

const move = (messageAmount: number) => [{ type: 'ACTIONEVENT', messageAction: 'MOVE', messageAmount }];

test('all controllers get the question before the step waits, and it continues when the last has answered', async () => {
  const { slots, connect } = await setUp();
  const [a, b] = [connect('a'), connect('b')];
  let ready = 0;
  slots.ask(7);
  expect([a.lines.at(-1), b.lines.at(-1)]).toEqual([{ timestep: 7 }, { timestep: 7 }]);
  expect(slots.take()).toBeUndefined();
  slots.whenReady(() => ready++);
  b.send(2);
  expect(ready).toBe(0);
  a.send(1);
  expect(ready).toBe(1);
  expect(slots.take()).toEqual([
    ['a', move(1)],
    ['b', move(2)],
  ]);
});

test('a controller that misses the deadline is idle and not asked again until it has answered, for the next step', async () => {
  const { slots, connect, timers, statuses } = await setUp();
  const [a, b] = [connect('a'), connect('b')];
  slots.ask(0);
  a.send(1);
  expect(slots.take()).toBeUndefined();
  timers.shift()!();
  expect(slots.take()).toEqual([['a', move(1)]]);
  expect(statuses.at(-1)).toBe('robot b has not answered in time: it is idle until it does');
  for (const step of [1, 2]) {
    slots.ask(step);
    a.send(step);
    expect(slots.take()).toEqual([['a', move(step)]]);
  }
  expect(b.lines.filter((line) => 'timestep' in line)).toEqual([{ timestep: 0 }]);
  b.send(99);
  expect(statuses.at(-1)).toContain('robot b has answered too late');
  slots.ask(3);
  a.send(3);
  expect(slots.take()).toEqual([
    ['a', move(3)],
    ['b', move(99)],
  ]);
  slots.ask(4);
  expect(b.lines.at(-1)).toEqual({ timestep: 4 });
  a.send(4);
  expect(slots.take()).toBeUndefined();
  b.send(5);
  expect(slots.take()).toEqual([
    ['a', move(4)],
    ['b', move(5)],
  ]);
  // The step no longer waits for any controller.
  expect(timers).toEqual([]);
});

test('requests that are sent ahead wait for their step, and no more are read than announced', async () => {
  const { slots, connect } = await setUp();
  const a = connect('a', 2);
  for (const amount of [1, 2, 3]) a.send(amount);
  expect(a.flow).toEqual([true, true, false]);
  for (const step of [0, 1, 2]) {
    slots.ask(step);
    expect(slots.take()).toEqual([['a', move(step + 1)]]);
  }
  expect(a.flow.at(-1)).toBe(true);
});

test('a controller that does not take its lines is disconnected', async () => {
  const { slots, connect, statuses } = await setUp();
  const a = connect('a');
  a.state.waitingBytes = 2 << 20;
  slots.ask(0);
  expect(a.state.isClosed).toBe(true);
  expect(statuses).toContain('robot a does not read its messages, and is disconnected');
  expect(slots.take()).toEqual([]);
});

test('if all controllers are late, each step waits for them', async () => {
  const { slots, connect, timers, statuses } = await setUp();
  const a = connect('a');
  for (const step of [0, 1]) {
    slots.ask(step);
    expect(slots.take()).toBeUndefined();
    timers.shift()!();
    expect(slots.take()).toEqual([]);
  }
  expect(statuses.filter((text) => text.includes('not answered in time'))).toHaveLength(2);
  slots.ask(2);
  expect(slots.take()).toBeUndefined();
  a.send(7);
  expect(statuses.at(-1)).toContain('robot a has answered too late');
  expect(slots.take()).toEqual([['a', move(7)]]);
  expect(a.lines.filter((line) => 'timestep' in line)).toEqual([{ timestep: 0 }]);
  slots.ask(3);
  expect(a.lines.at(-1)).toEqual({ timestep: 3 });
});

test('a step without controllers takes its minimum duration', async () => {
  const { slots, connect, timers } = await setUp(10);
  let ready = 0;
  slots.ask(0);
  expect(slots.take()).toBeUndefined();
  slots.whenReady(() => ready++);
  timers.shift()!();
  expect(ready).toBe(1);
  expect(slots.take()).toEqual([]);
  slots.ask(1);
  const a = connect('a');
  timers.shift()!();
  expect(slots.take()).toEqual([]);
  slots.ask(2);
  a.send(1);
  expect(slots.take()).toEqual([['a', move(1)]]);
  expect(timers).toEqual([]);
});

test('a disconnected controller frees its slot at once, though its connection lingers, and is reported once', async () => {
  const { slots, statuses } = await setUp();
  const lines: object[] = [];
  const lingering = (): RobotLink => ({
    send: ({ content }: Line) => void lines.push(content),
    setFlow: () => {},
    close: () => {},
    waitingBytes: 0,
  });
  const first = slots.admit({ name: 'a' }, lingering());
  slots.ask(0);
  slots.reset();
  expect(slots.missing).toEqual(['a', 'b']);
  const second = slots.admit({ name: 'a' }, lingering());
  first.left();
  expect(slots.isTaken('a')).toBe(true);
  slots.ask(0);
  second.receive(() => ({ type: 'NOPEVENT', last: true }));
  expect(slots.take()).toEqual([['a', [{ type: 'NOPEVENT' }]]]);
  expect(statuses).toEqual(['Robot a connected', 'Robot a disconnected', 'Robot a connected']);
});

test('a line that is sent again is done again, and not read again', async () => {
  const { slots, connect } = await setUp();
  const { controller } = connect('a');
  let read = 0;
  const sendText = (amount: number): void => {
    const request = { type: 'ACTIONEVENT', messageAction: 'MOVE', messageAmount: amount, last: true };
    controller.receive(() => {
      read++;
      return request;
    }, JSON.stringify(request));
  };
  for (const amount of [1, 1, 2, 1]) {
    slots.ask(0);
    sendText(amount);
    expect(slots.take()).toEqual([['a', move(amount)]]);
  }
  expect(read).toBe(2);
});

test('a response as text is the JSON of its content', () => {
  for (const isLast of [true, false]) {
    const line = new ResponseLine({ mResponseType: 'kSonar', sensorid: 3, proximity: 1 / 3 }, isLast);
    expect(line.text).toBe(`${JSON.stringify(line.content)}\n`);
  }
});
