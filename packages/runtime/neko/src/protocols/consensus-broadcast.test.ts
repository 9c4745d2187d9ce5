import { describe, expect, test } from '@jest/globals';
import { at, CHANNELS, choices, crashSome, settlingDetector } from '../../test/agreement.js';
import { notesOf, someConsensus, Talker } from '../../test/agreement-stack.js';
import { smallSystem } from '../../test/small-system.js';
import type { NekoRecord } from '../records.js';
import { ConsensusBroadcast } from './consensus-broadcast.js';
import { ReliableBroadcast } from './reliable-broadcast.js';
import { UniformReliableBroadcast } from './uniform-reliable-broadcast.js';
import { wire } from './wire.js';

async function run(kind: string, seed: number) {
  const n = 3 + (seed % 3);
  const talkers: Talker[] = [];
  // Over a uniform broadcast ids are sufficient; otherwise the messages are needed.
  const isUniform = seed % 2 === 0;
  const { system, records } = smallSystem(
    n,
    (process) => {
      const detector = settlingDetector(process, system.processes, 60);
      const reliable = isUniform ? new UniformReliableBroadcast(process) : new ReliableBroadcast(process);
      wire(reliable, 'rbcast', process.network());
      const atomic = new ConsensusBroadcast(process, { decideOn: isUniform ? 'ids' : 'messages' });
      atomic.setConsensus(someConsensus(seed >> 1, process, detector));
      wire(atomic, 'abcast', reliable);
      talkers.push(wire(new Talker(process), 'talker', atomic));
    },
    CHANNELS[kind]!(() => system),
    seed,
  );
  const crashed = crashSome(system, 25);
  const draw = choices(system);
  for (const { id } of system.processes) {
    for (let k = 0; k < 4; k++) at(system, draw.uniform(0, 20), () => talkers[id]!.say(`${k}`));
  }
  await system.run();
  return { n, records, talkers, correct: system.processes.map(({ id }) => id).filter((id) => !crashed.has(id)) };
}

const sequences = (records: readonly NekoRecord[], n: number): string[][] =>
  Array.from({ length: n }, (_, id) =>
    notesOf<{ message: string }>(records, 'abcast', 'deliver').flatMap(({ process, value }) =>
      process === id ? [value.message] : [],
    ),
  );

describe.each(Object.keys(CHANNELS))('on a channel that is %s', (kind) => {
  test('all deliver the same in the same order, the crashed a beginning of it', async () => {
    let cutShort = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const { n, records, talkers, correct } = await run(kind, seed);
      const delivered = sequences(records, n);
      const whole = delivered[correct[0]!]!;
      expect([seed, new Set(whole).size]).toEqual([seed, whole.length]);
      for (const [id, sequence] of delivered.entries()) {
        expect([seed, sequence]).toEqual([seed, correct.includes(id) ? whole : whole.slice(0, sequence.length)]);
        expect(talkers[id]!.heard).toHaveLength(sequence.length);
        if (sequence.length < whole.length) cutShort++;
      }
      const broadcasts = notesOf<{ message: string }>(records, 'abcast', 'broadcast');
      const due = broadcasts.filter(({ process }) => correct.includes(process)).map(({ value }) => value.message);
      expect([seed, due.filter((message) => !whole.includes(message))]).toEqual([seed, []]);
      const said = new Set(broadcasts.map(({ value }) => value.message));
      expect([seed, whole.filter((message) => !said.has(message))]).toEqual([seed, []]);
    }
    expect(cutShort).toBeGreaterThan(10);
  });
});

test('the same seed gives the same run', async () => {
  expect((await run('random', 3)).records).toEqual((await run('random', 3)).records);
});

test('a message is delivered everywhere, but passed up only at its destinations', async () => {
  const talkers: Talker[] = [];
  const { system, records } = smallSystem(3, (process) => {
    const reliable = wire(new ReliableBroadcast(process), 'rbcast', process.network());
    const atomic = new ConsensusBroadcast(process);
    atomic.setConsensus(someConsensus(0, process, settlingDetector(process, system.processes, 0)));
    wire(atomic, 'abcast', reliable);
    talkers.push(wire(new Talker(process), 'talker', atomic));
  });
  at(system, 1, () => talkers[0]!.say('secret', [2]));
  at(system, 50, () => talkers[1]!.say('open'));
  await system.run();
  expect(talkers.map(({ heard }) => heard)).toEqual([
    ['open from p1'],
    ['open from p1'],
    ['secret from p0', 'open from p1'],
  ]);
  expect(sequences(records, 3)).toEqual([
    ['0;0', '1;0'],
    ['0;0', '1;0'],
    ['0;0', '1;0'],
  ]);
});

test('without a consensus it is not launched', async () => {
  const { system } = smallSystem(1, (process) => {
    expect(() => wire(new ConsensusBroadcast(process), 'abcast', process.network())).toThrow(
      "p0, protocol 'abcast' (ConsensusBroadcast): it has no consensus; call setConsensus before launch",
    );
  });
  await system.run();
});
