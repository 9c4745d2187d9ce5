import { describe, expect, test } from '@jest/globals';
import { Random, type StreamState } from '@kineko/kernel';
import fc from 'fast-check';
import { type Arrival, carryOut, type Outcome, type Sending, steady } from '../../test/planned-traffic.js';
import { BasicChannel } from '../networks/sim/basic.js';
import type { Channel } from '../networks/sim/channel.js';
import { linkPredicate } from '../networks/sim/links.js';
import { RandomChannel } from '../networks/sim/random.js';
import type { NekoHost } from '../process.js';
import { Faults } from './faults.js';
import { checkFaults, type Fault, FaultError, type FaultSchedule, problemsOfFaults } from './schedule.js';

interface FaultyOutcome extends Outcome {
  /** How far each random stream has been drawn. */
  readonly streams: ReadonlyMap<string, StreamState>;
}

async function carryOutWith(
  schedule: unknown,
  sendings: readonly Sending[],
  { n = 3, base = (host: NekoHost): Channel => new BasicChannel(host) } = {},
): Promise<FaultyOutcome> {
  let faults: Faults | undefined;
  let save = (): Map<string, StreamState> => new Map();
  const outcome = await carryOut({
    n,
    sendings,
    channel: (host) => {
      faults = new Faults(host, schedule);
      return faults.around(base(host));
    },
    prepare: (system) => {
      faults!.attach(system.processes);
      save = () => system.random.save();
    },
  });
  return { ...outcome, streams: save() };
}

/** Comparing texts is far faster than comparing values. */
const text = (value: unknown): string => JSON.stringify(value);
const sentAt = (copies: readonly Arrival[]): number[] => copies.map((copy) => copy.sentAt);

describe('each kind of fault', () => {
  test('crash and recovery: nothing is sent or received meanwhile', async () => {
    const schedule: FaultSchedule = [
      { at: 3, kind: 'crash', process: 1 },
      { at: 6, kind: 'recover', process: 1 },
      { at: 8, kind: 'crash', process: 0 },
    ];
    const { arrivals, drops, records } = await carryOutWith(schedule, [...steady(10), ...steady(10, 1, 1, [2])]);
    // Before the deliveries of the instant: a copy that arrives at 3 is dropped, one at 6 is not.
    expect(sentAt(drops)).toEqual([2, 3, 4]);
    expect(new Set(drops.map(({ reason }) => reason))).toEqual(new Set(['the receiver is crashed']));
    expect(sentAt(arrivals.filter(({ from }) => from === 0))).toEqual([0, 1, 5, 6, 7]);
    expect(sentAt(arrivals.filter(({ from }) => from === 1))).toEqual([0, 1, 2, 6, 7, 8, 9]);
    expect(records.filter(({ type }) => type === 'crash' || type === 'recover').map(({ time }) => time)).toEqual([
      3, 6, 8,
    ]);
  });

  test('at one instant a recovery comes before a crash, whatever their order in the list', async () => {
    const faults: Fault[] = [
      { at: 1, kind: 'crash', process: 1 },
      { at: 2, kind: 'crash', process: 1 },
      { at: 2, kind: 'recover', process: 1 },
    ];
    for (const schedule of [faults, faults.toReversed()]) {
      const { records } = await carryOutWith(schedule, []);
      expect(records.map(({ type }) => type)).toEqual(['crash', 'recover', 'crash']);
    }
  });

  test('partition and healing', async () => {
    const schedule: FaultSchedule = [
      { at: 2, kind: 'partition', groups: [[0], [1]], name: 'first' },
      { at: 6, kind: 'heal', partition: 'first' },
      { at: 9, kind: 'partition', links: { pairs: [[0, 1]] }, copies: 'held', name: 'second' },
      { at: 12, kind: 'heal', partition: 'other' },
      { at: 13, kind: 'heal' },
    ];
    const { arrivals, drops } = await carryOutWith(schedule, steady(16));
    expect(sentAt(drops)).toEqual([1, 2, 3, 4, 5]);
    expect(arrivals.filter(({ time }) => time === 13).map((arrival) => arrival.sentAt)).toEqual([8, 9, 10, 11, 12]);
  });

  test('loss, bursts, duplication and spikes affect copies sent while they last, on their links', async () => {
    const window = { at: 5, until: 8, links: { pairs: [[0, 1]] } } as const;
    const touched = async (fault: object): Promise<number[]> => {
      const sendings = [...steady(10), ...steady(10, 1, 0, [2])];
      const calm = await carryOutWith([], sendings);
      const { arrivals } = await carryOutWith([{ ...window, ...fault }], sendings);
      const key = ({ time, to, number }: Arrival): string => `${time} ${to} ${number}`;
      const before = calm.arrivals.map(key);
      const after = arrivals.map(key);
      const changed = [
        ...calm.arrivals.filter((arrival) => !after.includes(key(arrival))),
        ...arrivals.filter((arrival) => !before.includes(key(arrival))),
      ];
      expect(changed.every(({ to }) => to === 1)).toBe(true);
      return [...new Set(sentAt(changed))];
    };
    expect(await touched({ kind: 'loss', probability: 1 })).toEqual([5, 6, 7]);
    expect(await touched({ kind: 'bursts', toBad: 1, toGood: 0 })).toEqual([5, 6, 7]);
    expect(await touched({ kind: 'duplication', probability: 1, delay: 0.5 })).toEqual([5, 6, 7]);
    expect(await touched({ kind: 'spike', delay: 0.5 })).toEqual([5, 6, 7]);
  });

  test('a copy that a spike delays into a cut is lost', async () => {
    const { drops } = await carryOutWith(
      [
        { at: 0, kind: 'spike', delay: 5 },
        { at: 5, until: 6, kind: 'partition', groups: [[0]] },
      ],
      steady(1),
    );
    expect(drops).toMatchObject([{ time: 6, reason: 'the link is cut' }]);
  });

  test('networks of one system have random numbers of their own', () => {
    const random = new Random(1);
    const host = { n: 2, simulator: { now: 0 }, random } as unknown as NekoHost;
    const faults = new Faults(host, [{ at: 0, kind: 'loss', probability: 0.1, name: 'x' }]);
    const message = { from: 0, to: [1], number: 1, protocol: 'p', type: 'T', content: null };
    const end = { arrived() {}, lost() {}, doubled() {} };
    class Nowhere extends BasicChannel {
      override carry(): void {}
    }
    faults.around(new Nowhere(host)).carry(message, 1, end);
    faults.around(new Nowhere(host), 'second').carry(message, 1, end);
    expect([...random.save().keys()]).toEqual(['link/0-1/fault/x', 'link/0-1/second/fault/x']);
  });
});

describe('a schedule is data', () => {
  const N = 4;
  const ids = fc.nat(N - 1);
  const links = fc.oneof(
    fc.constant({}),
    fc.record({ from: fc.uniqueArray(ids, { minLength: 1 }) }),
    fc.record({ pairs: fc.array(fc.tuple(ids, ids), { minLength: 1, maxLength: 4 }), bothWays: fc.boolean() }),
  );
  const time = fc.integer({ min: 0, max: 80 }).map((tick) => tick / 4);
  /** Start, end and links of a lasting fault. */
  const lasting = fc
    .record({ at: time, length: fc.integer({ min: 1, max: 40 }).map((tick) => tick / 4), links })
    .map(({ at, length, links: on }) => ({ at, until: at + length, links: on }));
  const faults: fc.Arbitrary<Fault> = fc.oneof(
    fc.record({ at: time, kind: fc.constant('crash' as const), process: ids }),
    fc.record({ at: time, kind: fc.constant('recover' as const), process: ids }),
    fc.record({ at: time, kind: fc.constant('heal' as const) }),
    fc
      .record({ while: lasting, copies: fc.constantFrom('lost' as const, 'held' as const), group: ids })
      .map(({ while: { at, until }, copies, group }) => ({
        kind: 'partition' as const,
        at,
        until,
        copies,
        groups: [[group]],
      })),
    lasting.map((each) => ({ ...each, kind: 'loss' as const, probability: 0.4 })),
    lasting.map((each) => ({ ...each, kind: 'bursts' as const, toBad: 0.2, toGood: 0.3 })),
    lasting.map((each) => ({ ...each, kind: 'duplication' as const, probability: 0.4, delay: 0.3 })),
    lasting.map((each) => ({
      ...each,
      kind: 'spike' as const,
      probability: 0.4,
      delay: 2,
      distribution: 'exponential' as const,
    })),
  );
  const schedules = fc.array(faults, { minLength: 1, maxLength: 8 });
  const traffic = Array.from({ length: 100 }, (_, k): Sending => ({ at: k / 5, from: k % N, to: [0, 1, 2, 3] }));
  const run = (schedule: unknown) => carryOutWith(schedule, traffic, { n: N, base: (host) => new RandomChannel(host) });

  /** Whether removing a fault may change the outcome of a copy. */
  function concerns(fault: Fault, { from, to, sentAt: at }: Arrival): boolean {
    switch (fault.kind) {
      case 'crash':
      case 'recover':
      case 'omit':
      case 'byzantine':
      case 'drift':
        return from === fault.process || to === fault.process;
      case 'partition':
        return (fault.groups![0]![0] === from) !== (fault.groups![0]![0] === to);
      case 'heal':
        return from !== to;
      default:
        return fault.at <= at && at < fault.until! && linkPredicate(fault.links)(from, to);
    }
  }

  test('a fault can be removed without changing the others', async () => {
    let concerned = 0;
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(schedules, fc.nat(), async (schedule, which) => {
        const taken = schedule[which % schedule.length]!;
        const before = await run(schedule);
        const after = await run(schedule.filter((fault) => fault !== taken));
        const unconcerned = ({ arrivals, drops }: Outcome): Arrival[] =>
          [...arrivals, ...drops].filter((copy) => !concerns(taken, copy));
        expect(text(unconcerned(after))).toBe(text(unconcerned(before)));
        compared += unconcerned(before).length;
        concerned += before.arrivals.length + before.drops.length - unconcerned(before).length;

        // If the same messages are sent, the draws that both runs make are equal.
        if (taken.kind === 'crash' || taken.kind === 'recover') return;
        for (const [name, state] of after.streams) expect(text(before.streams.get(name))).toBe(text(state));
        if (taken.kind !== 'loss') return;
        const arrivals = new Set(after.arrivals.map(text));
        expect(before.arrivals.every((arrival) => arrivals.has(text(arrival)))).toBe(true);
      }),
      { numRuns: 150, seed: 4 },
    );
    expect(Math.min(compared, concerned)).toBeGreaterThan(5_000);
  });

  test('it can be kept as JSON, and listed in any order', async () => {
    await fc.assert(
      fc.asyncProperty(schedules, async (schedule) => {
        const records = text((await run(schedule)).records);
        expect(text((await run(JSON.parse(text(schedule)))).records)).toBe(records);
        expect(text((await run(schedule.toReversed())).records)).toBe(records);
      }),
      { numRuns: 50, seed: 4 },
    );
  });

  test('two faults that are alike draw by themselves', async () => {
    const fault: Fault = { at: 0, kind: 'loss', probability: 0.5 };
    const { drops } = await carryOutWith([fault, fault], steady(4_000));
    expect(Math.abs(drops.length / 4_000 - 0.75)).toBeLessThan(5 * Math.sqrt(0.1875 / 4_000));
  });

  test('a fault with a name keeps its random numbers when it is changed', async () => {
    const dropsOf = async (probability: number, name?: string) =>
      sentAt(
        (await carryOutWith([{ at: 0, kind: 'loss', probability, ...(name !== undefined && { name }) }], steady(200)))
          .drops,
      );
    const few = await dropsOf(0.3, 'a');
    const many = await dropsOf(0.6, 'a');
    expect(few.every((time) => many.includes(time))).toBe(true);
    expect(await dropsOf(0.3, 'b')).not.toEqual(few);
  });
});

describe('an invalid schedule', () => {
  test('is answered with all that is wrong', () => {
    const schedule = [
      { at: 1, kind: 'crash', process: 1 },
      { at: -1, kind: 'crash', process: 3 },
      { at: 1, kind: 'explosion' },
      { at: 1, kind: 'toString' },
      null,
      { kind: 'loss', probability: 1.5, links: { from: [9] }, until: 2 },
      { at: 5, kind: 'loss', probability: 0.5, until: 5, probabilty: 1 },
      { at: 5, kind: 'partition', groups: [[0]], links: {} },
      { at: 5, kind: 'spike', delay: '1', name: 'x', distribution: 'flat' },
      { at: 5, kind: 'heal', partition: 'x', name: 'x' },
      { at: 5, kind: 'duplication', probability: 0.5, name: 'x', until: '6' },
    ];
    expect(problemsOfFaults(schedule, 3)).toEqual([
      'faults[1].at: expected a number of seconds, 0 or more, got -1',
      'faults[1].process: expected an integer from 0 to 2, got 3',
      "faults[2].kind: unknown kind 'explosion'; expected crash, recover, partition, heal, loss, bursts, duplication, spike, byzantine, drift or omit",
      "faults[3].kind: unknown kind 'toString'; expected crash, recover, partition, heal, loss, bursts, duplication, spike, byzantine, drift or omit",
      'faults[4]: expected an object, got null',
      'faults[5].at: expected a number of seconds, 0 or more, got nothing',
      'faults[5].links.from[0]: expected an integer from 0 to 2, got 9',
      'faults[5].probability: expected a number from 0 to 1, got 1.5',
      "faults[6]: unknown key 'probabilty'; did you mean 'probability'?",
      'faults[6].until: expected a time after 5, got 5',
      'faults[7]: expected either groups or links',
      'faults[8].delay: expected a number of seconds, 0 or more, got "1"',
      'faults[8].distribution: expected "constant" or "exponential", got "flat"',
      "faults[9]: unknown key 'name'; expected kind, at or partition",
      'faults[10].until: expected a number of seconds, got "6"',
      'faults[9].name: expected a name other than that of faults[8], got "x"',
      'faults[10].name: expected a name other than that of faults[8], got "x"',
    ]);
    expect(() => checkFaults(schedule, 3)).toThrow(FaultError);
    expect(problemsOfFaults({}, 3)).toEqual(['faults: expected a list, got an empty object']);
  });

  test('any input gives a list of problems, never another error', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.anything({ withBigInt: true, withMap: true, withNullPrototype: true }),
            fc.dictionary(
              fc.constantFrom('at', 'kind', 'until', 'links', 'groups', 'process', 'name'),
              fc.oneof(fc.jsonValue(), fc.constantFrom('crash', 'partition', 'loss')),
            ),
          ),
        ),
        async (data) => {
          expect(Array.isArray(problemsOfFaults(data, 3))).toBe(true);
        },
      ),
      { numRuns: 1_000, seed: 4 },
    );
  });
});
