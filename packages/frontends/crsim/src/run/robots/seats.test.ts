import { expect, test } from '@jest/globals';
import { planOf } from '../../../test/small-environment.js';
import type { Line, RobotLink } from './link.js';
import { Seats } from './seats.js';

async function setUp(restMs = 0) {
  const plan = await planOf(
    '<environment width="9" depth="9"><robot name="a" x="2" z="2" radius="1"/><robot name="b" x="6" z="6" radius="1"/></environment>',
  );
  const timers: (() => void)[] = [];
  const said: string[] = [];
  const seats = new Seats({
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
    said: (text) => void said.push(text),
  });
  const sit = (name: string, prefetch = 0) => {
    const lines: object[] = [];
    const flow: boolean[] = [];
    const state = { waitingBytes: 0, isClosed: false };
    const link: RobotLink = {
      send: ({ content }: Line) => void lines.push(content),
      setFlow: (isOpen) => void flow.push(isOpen),
      close: () => {
        state.isClosed = true;
        sitter.left();
      },
      get waitingBytes() {
        return state.waitingBytes;
      },
    };
    const sitter = seats.admit({ name, prefetch }, link);
    const say = (amount: number) =>
      sitter.hear(() => ({ type: 'ACTIONEVENT', messageAction: 'MOVE', messageAmount: amount, last: true }));
    return { lines, flow, say, sitter, state };
  };
  return { seats, timers, said, sit };
}

const move = (messageAmount: number) => [{ type: 'ACTIONEVENT', messageAction: 'MOVE', messageAmount }];

test('all are asked before anybody is waited for, and the step goes on when the last has answered', async () => {
  const { seats, sit } = await setUp();
  const [a, b] = [sit('a'), sit('b')];
  let ready = 0;
  seats.ask(7);
  expect([a.lines.at(-1), b.lines.at(-1)]).toEqual([{ timestep: 7 }, { timestep: 7 }]);
  expect(seats.take()).toBeUndefined();
  seats.whenReady(() => ready++);
  b.say(2);
  expect(ready).toBe(0);
  a.say(1);
  expect(ready).toBe(1);
  expect(seats.take()).toEqual([
    ['a', move(1)],
    ['b', move(2)],
  ]);
});

test('who misses the deadline is idle, is not asked again before it has answered, and what it says then is for the next step', async () => {
  const { seats, sit, timers, said } = await setUp();
  const [a, b] = [sit('a'), sit('b')];
  seats.ask(0);
  a.say(1);
  expect(seats.take()).toBeUndefined();
  timers.shift()!();
  expect(seats.take()).toEqual([['a', move(1)]]);
  expect(said.at(-1)).toBe('robot b has not answered in time: it is idle until it does');
  for (const step of [1, 2]) {
    seats.ask(step);
    a.say(step);
    expect(seats.take()).toEqual([['a', move(step)]]);
  }
  expect(b.lines.filter((line) => 'timestep' in line)).toEqual([{ timestep: 0 }]);
  b.say(99);
  expect(said.at(-1)).toContain('robot b has answered too late');
  seats.ask(3);
  a.say(3);
  expect(seats.take()).toEqual([
    ['a', move(3)],
    ['b', move(99)],
  ]);
  seats.ask(4);
  expect(b.lines.at(-1)).toEqual({ timestep: 4 });
  a.say(4);
  expect(seats.take()).toBeUndefined();
  b.say(5);
  expect(seats.take()).toEqual([
    ['a', move(4)],
    ['b', move(5)],
  ]);
  // Nobody is waited for any more.
  expect(timers).toEqual([]);
});

test('requests that are sent ahead wait for their step, and no more of them are read than were announced', async () => {
  const { seats, sit } = await setUp();
  const a = sit('a', 2);
  for (const amount of [1, 2, 3]) a.say(amount);
  expect(a.flow).toEqual([true, true, false]);
  for (const step of [0, 1, 2]) {
    seats.ask(step);
    expect(seats.take()).toEqual([['a', move(step + 1)]]);
  }
  expect(a.flow.at(-1)).toBe(true);
});

test('who does not take what it is sent is let go', async () => {
  const { seats, sit, said } = await setUp();
  const a = sit('a');
  a.state.waitingBytes = 2 << 20;
  seats.ask(0);
  expect(a.state.isClosed).toBe(true);
  expect(said).toContain('robot a does not take what it is sent, and is let go');
  expect(seats.take()).toEqual([]);
});

test('where all are late the run waits for them in each step, and does not race on', async () => {
  const { seats, sit, timers, said } = await setUp();
  const a = sit('a');
  for (const step of [0, 1]) {
    seats.ask(step);
    expect(seats.take()).toBeUndefined();
    timers.shift()!();
    expect(seats.take()).toEqual([]);
  }
  expect(said.filter((text) => text.includes('not answered in time'))).toHaveLength(2);
  seats.ask(2);
  expect(seats.take()).toBeUndefined();
  a.say(7);
  expect(said.at(-1)).toContain('robot a has answered too late');
  expect(seats.take()).toEqual([['a', move(7)]]);
  expect(a.lines.filter((line) => 'timestep' in line)).toEqual([{ timestep: 0 }]);
  seats.ask(3);
  expect(a.lines.at(-1)).toEqual({ timestep: 3 });
});

test('a step in which nobody is there takes its while', async () => {
  const { seats, sit, timers } = await setUp(10);
  let ready = 0;
  seats.ask(0);
  expect(seats.take()).toBeUndefined();
  seats.whenReady(() => ready++);
  timers.shift()!();
  expect(ready).toBe(1);
  expect(seats.take()).toEqual([]);
  seats.ask(1);
  const a = sit('a');
  timers.shift()!();
  expect(seats.take()).toEqual([]);
  seats.ask(2);
  a.say(1);
  expect(seats.take()).toEqual([['a', move(1)]]);
  expect(timers).toEqual([]);
});

test('who is let go has left, though its connection lingers: the seat is free for the next, and nobody hears of it twice', async () => {
  const { seats, said } = await setUp();
  const lines: object[] = [];
  const lingering = (): RobotLink => ({
    send: ({ content }: Line) => void lines.push(content),
    setFlow: () => {},
    close: () => {},
    waitingBytes: 0,
  });
  const first = seats.admit({ name: 'a' }, lingering());
  seats.ask(0);
  seats.reset();
  expect(seats.missing).toEqual(['a', 'b']);
  const second = seats.admit({ name: 'a' }, lingering());
  first.left();
  expect(seats.isTaken('a')).toBe(true);
  seats.ask(0);
  second.hear(() => ({ type: 'NOPEVENT', last: true }));
  expect(seats.take()).toEqual([['a', [{ type: 'NOPEVENT' }]]]);
  expect(said).toEqual(['Robot a connected', 'Robot a disconnected', 'Robot a connected']);
});
