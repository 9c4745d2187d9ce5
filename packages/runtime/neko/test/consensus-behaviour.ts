/** The behaviour of every consensus protocol. */
import { describe, expect, test } from '@jest/globals';
import type { RecordOf } from '@kineko/formats/trace';
import { RandomChannel } from '../src/networks/sim/random.js';
import type { NekoProcess } from '../src/process.js';
import type { Consensus } from '../src/protocols/consensus-protocol.js';
import type { FailureDetector } from '../src/protocols/detector.js';
import type { NekoRecord } from '../src/records.js';
import { at, CHANNELS, choices, crashSome, settlingDetector } from './agreement.js';
import { smallSystem } from './small-system.js';

export type MakeConsensus = (
  process: NekoProcess,
  detector: FailureDetector,
) => Consensus & { readonly remembered: number };

export interface ConsensusRun {
  readonly records: readonly NekoRecord[];
  readonly correct: readonly number[];
  /** Instances for which a correct process has proposed. */
  readonly proposed: ReadonlySet<number>;
  readonly consensuses: readonly (Consensus & { readonly remembered: number })[];
}

const INSTANCES = 4;
/** The detectors make mistakes until then. */
const SETTLED = 40;

/** @param recurrence Mean seconds between two wrong suspicions of a pair. */
export async function runConsensus(
  make: MakeConsensus,
  kind: string,
  seed: number,
  recurrence?: number,
): Promise<ConsensusRun> {
  const n = 2 + (seed % 6);
  const consensuses: (Consensus & { readonly remembered: number })[] = [];
  const { system, records } = smallSystem(
    n,
    (process) => {
      consensuses.push(make(process, settlingDetector(process, system.processes, SETTLED, recurrence)));
    },
    CHANNELS[kind]!(() => system),
    seed,
  );
  const crashed = crashSome(system, 15);
  const draw = choices(system);
  for (let instance = 0; instance < INSTANCES; instance++) {
    const only = draw.uniform() < 0.3 ? draw.integer(0, n - 1) : undefined;
    for (let id = 0; id < n; id++) {
      const time = draw.uniform(0, 10);
      if (only !== undefined && only !== id) continue;
      at(system, time, () => consensuses[id]!.propose(instance, { by: id, instance }));
    }
  }
  await system.run();
  const correct = system.processes.map(({ id }) => id).filter((id) => !crashed.has(id));
  const proposed = new Set(proposalsIn(records).flatMap(([id, { instance }]) => (crashed.has(id) ? [] : [instance])));
  return { records, correct, proposed, consensuses };
}

type Proposal = { instance: number; value: unknown };

function proposalsIn(records: readonly NekoRecord[]): [number, Proposal][] {
  return records.flatMap((record) =>
    record.type === 'protocolEvent' && record.event === 'propose'
      ? [[record.process, record.value as unknown as Proposal]]
      : [],
  );
}

export function decisionsIn(records: readonly NekoRecord[]): RecordOf<'decide'>[] {
  return records.filter((record): record is RecordOf<'decide'> => record.type === 'decide');
}

/** Violations of safety: validity, uniform agreement, integrity. */
function safetyProblems({ records }: ConsensusRun): string[] {
  const problems: string[] = [];
  const values = new Map<number, string>();
  const deciders = new Set<string>();
  const proposals = new Set(proposalsIn(records).map(([, { value }]) => JSON.stringify(value)));
  for (const { process, instance, value } of decisionsIn(records)) {
    const text = JSON.stringify(value);
    if (!proposals.has(text)) problems.push(`p${process} decides ${text}, which no process proposed`);
    const other = values.get(instance) ?? text;
    if (text !== other) problems.push(`p${process} decides ${text} in ${instance}, another one ${other}`);
    values.set(instance, text);
    const decider = `${process} in ${instance}`;
    if (deciders.has(decider)) problems.push(`p${process} decides twice in ${instance}`);
    deciders.add(decider);
  }
  return problems;
}

/** Processes that should have decided but have not. */
function terminationProblems({ records, correct, proposed }: ConsensusRun): string[] {
  const decided = new Set(decisionsIn(records).map(({ process, instance }) => `${process} in ${instance}`));
  return [...proposed].flatMap((instance) =>
    correct.filter((id) => !decided.has(`${id} in ${instance}`)).map((id) => `p${id} does not decide in ${instance}`),
  );
}

export function consensusBehaviour(make: MakeConsensus): void {
  describe.each(Object.keys(CHANNELS))('on a channel that is %s', (kind) => {
    test('all correct processes decide the same proposed value', async () => {
      let decisions = 0;
      let mistakes = 0;
      let crashes = 0;
      for (let seed = 1; seed <= 80; seed++) {
        const run = await runConsensus(make, kind, seed);
        expect([seed, ...safetyProblems(run), ...terminationProblems(run)]).toEqual([seed]);
        decisions += decisionsIn(run.records).length;
        mistakes += run.records.filter(({ type }) => type === 'suspect').length;
        crashes += run.records.filter(({ type }) => type === 'crash').length;
      }
      expect(decisions).toBeGreaterThan(1000);
      expect(mistakes).toBeGreaterThan(1000);
      expect(crashes).toBeGreaterThan(40);
    });
  });

  test('the same seed gives the same run', async () => {
    const first = await runConsensus(make, 'random', 5);
    const second = await runConsensus(make, 'random', 5);
    expect(second.records).toEqual(first.records);
  });

  test('one process decides by itself', async () => {
    const decided: unknown[] = [];
    const { system } = smallSystem(1, (process) => {
      const consensus = make(process, settlingDetector(process, system.processes, 1));
      consensus.onDecide((instance, value) => decided.push([instance, value]));
      consensus.propose(0, 'a');
      consensus.propose(1, 'b');
      expect(() => consensus.propose(1, 'c')).toThrow('it is given a second proposal for instance 1');
      expect(() => consensus.propose(-1, 'c')).toThrow('instances are whole numbers from 0 on');
      expect(() => consensus.propose(2, undefined)).toThrow('the proposal for instance 2 is or has nothing');
      expect(() => consensus.propose(2, [new Map()])).toThrow('is or has a Map at [0]');
    });
    await system.run();
    expect(decided).toEqual([
      [0, 'a'],
      [1, 'b'],
    ]);
  });

  test('decided instances are forgotten when all know', async () => {
    const consensuses: ReturnType<MakeConsensus>[] = [];
    const { system } = smallSystem(3, (process) => {
      consensuses.push(make(process, settlingDetector(process, system.processes, 0)));
      for (let instance = 0; instance < 100; instance++) consensuses[process.id]!.propose(instance, process.id);
    });
    await system.run();
    expect(consensuses.map(({ remembered }) => remembered)).toEqual([0, 0, 0]);
  });

  test('a process that was down during the decision learns it after its recovery', async () => {
    const consensuses: ReturnType<MakeConsensus>[] = [];
    const { system, records } = smallSystem(3, (process) => {
      consensuses.push(make(process, settlingDetector(process, system.processes, 0)));
      consensuses[process.id]!.propose(0, process.id);
    });
    at(system, 0.5, () => system.process(2).crash());
    at(system, 10, () => consensuses[0]!.propose(1, 'later'));
    at(system, 20, () => system.process(2).recover());
    at(system, 30, () => consensuses[2]!.propose(1, 'too late'));
    await system.run();
    const decisions = decisionsIn(records).filter(({ process }) => process === 2);
    expect(decisions.map(({ instance, value }) => [instance, value])).toEqual([
      [0, 0],
      [1, 'later'],
    ]);
  });

  test('a process that was down for a while, noticed or not, decides too, and blocks no other', async () => {
    for (let seed = 1; seed <= 60; seed++) {
      const n = 3 + (seed % 3);
      const consensuses: ReturnType<MakeConsensus>[] = [];
      const { system, records } = smallSystem(
        n,
        (process) => void consensuses.push(make(process, settlingDetector(process, system.processes, 30))),
        (host) => new RandomChannel(host),
        seed,
      );
      const draw = choices(system);
      const down = draw.integer(0, n - 1);
      const crash = draw.uniform(0, 8);
      at(system, crash, () => system.process(down).crash());
      at(system, crash + draw.uniform(0, seed % 2 === 0 ? 2 : 30), () => system.process(down).recover());
      const correct = system.processes.map(({ id }) => id);
      const proposers = correct.filter((id) => id !== down);
      for (const id of proposers) {
        for (const instance of [0, 1]) {
          at(system, draw.uniform(0, 10), () => consensuses[id]!.propose(instance, { by: id, instance }));
        }
      }
      await system.run();
      const run = { records, correct, proposed: new Set([0, 1]), consensuses };
      expect([seed, ...safetyProblems(run), ...terminationProblems(run)]).toEqual([seed]);
    }
  });

  test('without a majority nothing is decided', async () => {
    const { system, records } = smallSystem(4, (process) => {
      const consensus = make(process, settlingDetector(process, system.processes, 0));
      if (process.id > 1) consensus.propose(0, process.id);
    });
    for (const id of [0, 1]) at(system, 0, () => system.process(id).crash());
    await system.run({ until: 1000 });
    expect(decisionsIn(records)).toEqual([]);
  });
}
