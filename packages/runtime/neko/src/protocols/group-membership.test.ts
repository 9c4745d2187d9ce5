import { describe, expect, test } from '@jest/globals';
import { at, CHANNELS, choices, crashSome, settlingDetector } from '../../test/agreement.js';
import { notesOf, someConsensus, Talker } from '../../test/agreement-stack.js';
import { smallSystem } from '../../test/small-system.js';
import { RandomChannel } from '../networks/sim/random.js';
import type { NekoRecord } from '../records.js';
import { GroupMembership, type GroupMembershipOptions } from './group-membership.js';
import { SimulatedDetector } from './simulated-detector.js';
import { wire } from './wire.js';

type View = { view: number; members: number[] };
type Message = { message: string; view: number };

async function run(kind: string, seed: number) {
  const n = 3 + (seed % 4);
  const groups: GroupMembership[] = [];
  const talkers: Talker[] = [];
  const { system, records } = smallSystem(
    n,
    (process) => {
      const detector = settlingDetector(process, system.processes, 60, 40);
      const group = new GroupMembership(process, { reportEvery: 3 });
      group.setConsensus(someConsensus(seed, process, detector));
      group.setDetector(detector);
      groups.push(wire(group, 'group', process.network()));
      talkers.push(wire(new Talker(process), 'talker', group));
    },
    CHANNELS[kind]!(() => system),
    seed,
  );
  const crashed = crashSome(system, 40);
  const draw = choices(system);
  for (const { id } of system.processes) {
    for (let k = 0; k < 8; k++) at(system, draw.uniform(0, 50), () => talkers[id]!.say(`${k}`));
  }
  await system.run();
  return { records, groups, correct: system.processes.map(({ id }) => id).filter((id) => !crashed.has(id)) };
}

/** The views of a process: their members, and the messages delivered in them. */
function historyOf(process: number, records: readonly NekoRecord[]) {
  const views = notesOf<View>(records, 'group', 'view').filter((note) => note.process === process);
  const deliveries = notesOf<Message>(records, 'group', 'deliver').filter((note) => note.process === process);
  return new Map(
    views.map(({ value: { view, members } }) => {
      const delivered = deliveries.flatMap(({ value }) => (value.view === view ? [value.message] : []));
      return [view, { members, delivered }];
    }),
  );
}

/** The problems of a run, and how often members moved together from a view with messages to the next. */
function check(records: readonly NekoRecord[], n: number): { problems: string[]; premises: number } {
  const problems: string[] = [];
  let premises = 0;
  const histories = Array.from({ length: n }, (_, id) => historyOf(id, records));
  const broadcastIn = new Map(
    notesOf<Message>(records, 'group', 'broadcast').map(({ value }) => [value.message, value.view]),
  );
  const members = new Map<number, string>();
  for (const [id, history] of histories.entries()) {
    for (const [view, { members: those, delivered }] of history) {
      if (!those.includes(id)) problems.push(`p${id} sees view ${view}, which it is no member of`);
      if ((members.get(view) ?? those.join()) !== those.join())
        problems.push(`view ${view} has other members at p${id}`);
      members.set(view, those.join());
      for (const message of delivered) {
        if (broadcastIn.get(message) !== view) problems.push(`p${id} delivers ${message} in view ${view}`);
      }
      if (new Set(delivered).size < delivered.length) problems.push(`p${id} delivers twice in view ${view}`);
    }
    for (const [other, otherHistory] of histories.entries()) {
      for (const [view, { delivered }] of history) {
        const there = otherHistory.get(view);
        const goTogether = history.has(view + 1) && otherHistory.has(view + 1) && there !== undefined;
        if (other <= id || !goTogether) continue;
        if (delivered.length > 0) premises++;
        const [mine, theirs] = [delivered, there.delivered].map((list) => list.toSorted().join());
        if (mine !== theirs) problems.push(`in view ${view} p${id} has ${mine}, p${other} ${theirs}`);
      }
    }
  }
  return { problems, premises };
}

describe.each(Object.keys(CHANNELS))('on a channel that is %s', (kind) => {
  test('views and the messages delivered in them are the same for all', async () => {
    let premises = 0;
    let views = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const { records, groups, correct } = await run(kind, seed);
      const checked = check(records, groups.length);
      expect([seed, checked.problems]).toEqual([seed, []]);
      premises += checked.premises;
      // In the end all correct processes are in one view, and have sent and delivered the same in it.
      for (const id of correct) expect([seed, groups[id]!.members]).toEqual([seed, correct]);
      const last = groups[correct[0]!]!.view;
      expect([seed, ...correct.map((id) => groups[id]!.view)]).toEqual([seed, ...correct.map(() => last)]);
      const ends = correct.map((id) => historyOf(id, records).get(last)!.delivered.toSorted());
      expect([seed, ends]).toEqual([seed, correct.map(() => ends[0])]);
      views += last;
    }
    expect(premises).toBeGreaterThan(100);
    expect(views).toBeGreaterThan(100);
  });
});

test('the same seed gives the same run', async () => {
  expect((await run('random', 3)).records).toEqual((await run('random', 3)).records);
});

/** A group whose detector is correct after a second. */
function smallGroup(n: number, options?: GroupMembershipOptions, seed?: number) {
  const groups: GroupMembership[] = [];
  const talkers: Talker[] = [];
  const views: string[] = [];
  const { system, records } = smallSystem(
    n,
    (process) => {
      const detector = new SimulatedDetector(process, { detectionTime: 1, processes: system.processes });
      detector.setId('detector');
      detector.launch();
      const group = new GroupMembership(process, options);
      group.setConsensus(someConsensus(0, process, detector));
      group.setDetector(detector);
      group.onView((view, members) => views.push(`p${process.id}: ${view} ${members.join()}`));
      groups.push(wire(group, 'group', process.network()));
      talkers.push(wire(new Talker(process), 'talker', group));
    },
    seed === undefined ? undefined : (host) => new RandomChannel(host),
    seed,
  );
  return { system, records, groups, talkers, views };
}

test('a crashed process is excluded, and a recovered one joins again', async () => {
  const { system, groups, views } = smallGroup(3);
  at(system, 5, () => system.process(2).crash());
  at(system, 40, () => system.process(2).recover());
  await system.run();
  expect(views).toEqual(['p0: 1 0,1', 'p1: 1 0,1', 'p0: 2 0,1,2', 'p1: 2 0,1,2', 'p2: 2 0,1,2']);
  expect(groups.map(({ isMember, view }) => [isMember, view])).toEqual([
    [true, 2],
    [true, 2],
    [true, 2],
  ]);
});

test('a message that only some have when the sender crashes is delivered by all that stay, before the next view', async () => {
  const { system, records, talkers } = smallGroup(4, {}, 11);
  for (let k = 0; k < 5; k++) at(system, 4 + k / 10, () => talkers[3]!.say(`${k}`));
  at(system, 4.5, () => system.process(3).crash());
  at(system, 5.6, () => talkers[1]!.say('in between'));
  await system.run();
  expect(check(records, 4).problems).toEqual([]);
  const heard = talkers.slice(0, 3).map((talker) => talker.heard.toSorted());
  expect(heard).toEqual([heard[0], heard[0], heard[0]]);
  expect(heard[0]).toHaveLength(6);
});

test('messages that all have are not part of the proposal for the next view', async () => {
  const { system, records, talkers } = smallGroup(3, { reportEvery: 1 });
  for (let k = 0; k < 50; k++) at(system, 1 + k / 10, () => talkers[k % 3]!.say(`${k}`));
  at(system, 20, () => system.process(2).crash());
  await system.run();
  const flushed = records.flatMap((record) =>
    record.type === 'send' && record.messageType === 'UNSTABLE'
      ? [(record.content as unknown as { messages: unknown[] }).messages.length]
      : [],
  );
  expect(flushed).toEqual([0, 0]);
});

test('a group of one, and invalid options', async () => {
  const { system, talkers } = smallGroup(1);
  at(system, 1, () => talkers[0]!.say('hello'));
  await system.run();
  expect(talkers[0]!.heard).toEqual(['hello from p0']);
  const { system: another } = smallSystem(1, (process) => {
    const group = new GroupMembership(process);
    expect(() => wire(group, 'group', process.network())).toThrow(
      'it has no consensus; call setConsensus before launch',
    );
    expect(() => new GroupMembership(process, { pause: -1 })).toThrow(
      'pause: expected a number of seconds, 0 or more, got -1',
    );
    expect(() => new GroupMembership(process, { reportEvery: 0 })).toThrow(
      'reportEvery: expected a number, 1 or more, got 0',
    );
  });
  await another.run();
});
