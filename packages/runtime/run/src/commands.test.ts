import type { TraceRecord, TraceValue } from '@kineko/formats/trace';
import { EventClass, type Gate, Simulator } from '@kineko/kernel';
import { Pacer } from '@kineko/kernel/pacing';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { commandedScene } from '../test/commanded-scene.js';
import { CommandError, CommandPort, commandsOf, MAX_PENDING_COMMANDS } from './commands.js';
import { ReplayGate } from './replay.js';

/** Actions of a live gate when it is consulted, or while it holds the run back. */
const move = fc.record({
  hold: fc.boolean(),
  inTheGate: fc.array(fc.nat(2), { maxLength: 2 }),
  whileHeld: fc.array(fc.nat(2), { maxLength: 2 }),
});

const schedule = fc.record({
  seed: fc.nat(1000),
  moves: fc.array(move, { minLength: 1, maxLength: 40 }),
  outside: fc.array(fc.array(fc.nat(2), { maxLength: 2 }), { minLength: 1, maxLength: 5 }),
  /** Where the live run is cut, with commands between the pieces. */
  cuts: fc.array(fc.record({ after: fc.integer({ min: 1, max: 20 }), given: fc.array(fc.nat(2), { maxLength: 3 }) }), {
    maxLength: 4,
  }),
  upkeep: fc.tuple(...Array.from({ length: 2 }, () => fc.constantFrom(0.04, 0.07, 0.11, 0.3, 10))),
});
type Schedule = typeof schedule extends fc.Arbitrary<infer T> ? T : never;

const END = 6;

describe('a live run', () => {
  test('replays to the same records, whenever its commands arrived', async () => {
    let given = 0;
    await fc.assert(
      fc.asyncProperty(schedule, async (each) => {
        const live = await runLive(each);
        const commands = commandsOf(live.records);
        given += commands.length;
        const replayed = await replay(each, commands);
        expect(lines(replayed.records)).toBe(lines(live.records));
        expect(replayed.simulator.events).toBe(live.simulator.events);
      }),
      { numRuns: 200, seed: 3 },
    );
    expect(given).toBeGreaterThan(2000);
  });

  test('also replays in real time', async () => {
    const each: Schedule = {
      seed: 5,
      moves: [
        { hold: true, inTheGate: [1], whileHeld: [2, 0] },
        { hold: false, inTheGate: [], whileHeld: [] },
      ],
      outside: [[1]],
      cuts: [],
      upkeep: [0.07, 0.11],
    };
    const live = await runLive(each);
    let ms = 0;
    const after = (wanted: number, callback: () => void): (() => void) => {
      ms += wanted;
      queueMicrotask(callback);
      return () => {};
    };
    const pacer = new Pacer({ factor: 2, wallClock: { now: () => ms, after } });
    const replayed = await replay(each, commandsOf(live.records), pacer);
    expect(replayed.records).toEqual(live.records);
    expect(ms / 1000).toBeCloseTo(END / 2);
  });
});

describe('a command', () => {
  test('runs at the current instant, and is recorded with its place', async () => {
    const { simulator, port, records, done } = plain();
    at(simulator, 1, () => {});
    at(simulator, 2, () => {});
    await simulator.run({ until: 1 });
    port.give('stop', 'udp 127.0.0.1:5000');
    expect(records).toEqual([]);
    await simulator.run({ until: 3 });
    expect(records).toEqual([{ type: 'command', time: 1, events: 1, source: 'udp 127.0.0.1:5000', command: 'stop' }]);
    expect(done).toEqual(['stop at 1']);
  });

  test('runs at the time of its client', async () => {
    const done: string[] = [];
    const simulator = new Simulator();
    const execute = (command: TraceValue, _source: string, now: number): void =>
      void done.push(`${command as string} at ${now}`);
    const port = new CommandPort(simulator, { check: () => undefined, execute, present: () => 4.5 });
    port.give('go', 'panel');
    at(simulator, 4, () => done.push('event at 4'));
    await simulator.run();
    expect(done).toEqual(['event at 4', 'go at 4.5']);
  });

  test('is refused with a reason, and leaves nothing behind', async () => {
    const { simulator, port, records } = plain();
    expect(() => port.give('jump', 'panel')).toThrow(new CommandError('panel: robots cannot jump; they can stop'));
    await simulator.run();
    expect([records, simulator.events]).toEqual([[], 0]);
  });

  test('that cannot be recorded is refused when it is given, and not when it runs', () => {
    const { port } = plain();
    let deep: TraceValue = 1;
    for (let i = 0; i < 100; i++) deep = [deep];
    expect(() => port.give(deep, 'panel')).toThrow(/^panel: .*expected at most 64 nested lists and objects/);
    expect(() => port.give({ at: new Date(0) } as unknown as TraceValue, 'panel')).toThrow(CommandError);
  });

  test('is refused when too many are pending, until some of them have run', async () => {
    const { simulator, port } = plain();
    for (let i = 0; i < MAX_PENDING_COMMANDS; i++) port.give('stop', 'panel');
    expect(() => port.give('stop', 'panel')).toThrow(
      /^panel: expected at most 10000 pending commands: the run is paused/,
    );
    await simulator.run();
    expect(() => port.give('stop', 'panel')).not.toThrow();
  });

  test('may be given while no other events are left', async () => {
    const { simulator, port, records } = plain();
    at(simulator, 1, () => {});
    await simulator.run();
    port.give('stop', 'panel');
    await simulator.run();
    const again = plain();
    at(again.simulator, 1, () => {});
    await again.simulator.run({}, new ReplayGate(again.simulator, commandsOf(records), again.port));
    expect(again.records).toEqual(records);
  });
});

test('replays many commands in a row', async () => {
  const { simulator, port, records } = plain();
  for (let i = 0; i < MAX_PENDING_COMMANDS; i++) port.give('stop', 'panel');
  await simulator.run();
  const again = plain();
  await again.simulator.run({}, new ReplayGate(again.simulator, commandsOf(records), again.port));
  expect(again.records).toEqual(records);
});

describe('commands of another run', () => {
  const command = { source: 'panel', command: 'stop' };

  test.each([
    ['come too late', { ...command, events: 1, time: 0.5 }, 'only 0 events happen up to its time'],
    ['come too early', { ...command, events: 1, time: 2.5 }, 'it would come after 2 events'],
    ['come after the end', { ...command, events: 9, time: 9 }, 'only 3 events happen up to its time'],
    ['have no time', { ...command, events: 1, time: NaN }, 'at t = 0 there have been 0 events already'],
    ['are invalid', { ...command, command: 'jump', events: 1, time: 1.5 }, 'robots cannot jump; they can stop'],
  ])('%s', async (_what, recorded, why) => {
    const { simulator, port } = plain();
    for (const time of [1, 2, 3]) at(simulator, time, () => {});
    const run = async (): Promise<unknown> => simulator.run({}, new ReplayGate(simulator, [recorded], port));
    await expect(run()).rejects.toThrow(
      `the command from panel after ${recorded.events} events, at t = ${recorded.time}, ` +
        `does not fit into this run: ${why}. A replay needs the same version, scenario and seed`,
    );
  });

  test('are not in order', async () => {
    const { simulator, port } = plain();
    for (const time of [1, 2, 3]) at(simulator, time, () => {});
    const commands = [
      { ...command, events: 2, time: 2 },
      { ...command, events: 1, time: 2 },
    ];
    await expect(simulator.run({}, new ReplayGate(simulator, commands, port))).rejects.toThrow(
      'at t = 2 there have been 2 events already',
    );
  });
});

function lines(records: readonly TraceRecord[]): string {
  return records.map((record) => JSON.stringify(record)).join('\n');
}

function plain() {
  const simulator = new Simulator();
  const records: TraceRecord[] = [];
  const done: string[] = [];
  const port = new CommandPort(simulator, {
    check: (command) => (command === 'jump' ? 'robots cannot jump; they can stop' : undefined),
    emit: (record) => void records.push(record),
    execute: (command, _source, now) => void done.push(`${command as string} at ${now}`),
  });
  return { simulator, port, records, done };
}

function at(simulator: Simulator, time: number, run: () => void): void {
  simulator.schedule(time, { class: EventClass.Motion, low: 1, high: 1, run, describe: () => 'an event' });
}

async function runLive({ seed, moves, outside, cuts, upkeep }: Schedule) {
  let turns = 0;
  const scene = commandedScene({
    seed,
    upkeepEvery: upkeep[0]!,
    whileOutside: () => outside[turns++ % outside.length]!.forEach((member) => give(member, 'turn')),
  });
  const { simulator, port } = scene;
  const give = (member: number, source: string): void => port.give(member, source);
  let asked = 0;
  const gate: Gate = {
    admits: () => {
      const { hold, inTheGate } = moves[asked % moves.length]!;
      // Every request is answered, and after a while every answer is yes.
      if (!hold || asked >= 200) {
        asked++;
        return true;
      }
      inTheGate.forEach((member) => give(member, 'gate'));
      return false;
    },
    whenReady: (ask) => {
      moves[asked++ % moves.length]!.whileHeld.forEach((member) => give(member, 'held'));
      queueMicrotask(ask);
    },
  };
  for (const { after, given } of cuts) {
    await simulator.run({ maxEvents: after, until: END }, gate);
    given.forEach((member) => give(member, 'between'));
  }
  await simulator.run({ until: END }, gate);
  return scene;
}

async function replay({ seed, upkeep }: Schedule, commands: ReturnType<typeof commandsOf>, inner?: Gate) {
  const scene = commandedScene({ seed, upkeepEvery: upkeep[1]! });
  const { simulator, port } = scene;
  await simulator.run({ until: END }, new ReplayGate(simulator, commands, port, inner));
  return scene;
}
