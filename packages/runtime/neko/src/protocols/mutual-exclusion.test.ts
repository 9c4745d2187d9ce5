import { expect, test } from '@jest/globals';
import { HostileNetwork, type HostileOptions } from '../../test/hostile-network.js';
import type { Sender } from '../message.js';
import type { NekoProcess } from '../process.js';
import type { NekoRecord } from '../records.js';
import { NekoSystem } from '../system.js';
import { MutualExclusion } from './mutual-exclusion.js';
import { ReliableLink } from './reliable-link.js';
import { wire } from './wire.js';

const ENTRIES = 5;

interface Options {
  readonly n: number;
  readonly seed: number;
  readonly network?: HostileOptions;
  readonly below?: (process: NekoProcess) => Sender;
}

/** Every process enters a few times, with random times inside and outside. */
function systemOf({ n, seed, network = {}, below = (process) => process.network() }: Options) {
  const records: NekoRecord[] = [];
  const mutexes: MutualExclusion[] = [];
  const system = new NekoSystem({
    n,
    seed,
    networks: (host) => [new HostileNetwork(host, network)],
    initializer: (process) => {
      const random = process.random('visitor');
      const mutex = wire(new MutualExclusion(process), 'mutex', below(process));
      mutexes.push(mutex);
      let left = ENTRIES;
      const ask = process.timer(() => mutex.request());
      const leave = process.timer(() => {
        mutex.release();
        if (--left > 0) ask.schedule(random.exponential(1));
      });
      mutex.onEnter(() => leave.schedule(random.exponential(1)));
      ask.schedule(random.exponential(1));
    },
    emit: (record) => void records.push(record),
  });
  const events = (): { event: string; process: number; time: number }[] =>
    records.flatMap((record) =>
      record.type === 'protocolEvent' && record.protocol === 'mutex'
        ? [{ event: record.event, process: record.process, time: record.time }]
        : [],
    );
  return { system, mutexes, records, events };
}

/** Entries while another process was inside, and exits by a process that was not. */
function intrusions(events: readonly { event: string; process: number }[]): string[] {
  let inside: number | undefined;
  const found: string[] = [];
  for (const { event, process } of events) {
    if (event === 'request') continue;
    if (inside !== (event === 'enter' ? undefined : process))
      found.push(`${event} of p${process} with p${inside} inside`);
    inside = event === 'enter' ? process : undefined;
  }
  return found;
}

test('at_most_one_is_inside_and_everyone_gets_in', async () => {
  for (let seed = 0; seed < 60; seed++) {
    const n = 1 + (seed % 5);
    const { system, events } = systemOf({ n, seed });
    await system.run();
    expect(intrusions(events())).toEqual([]);
    expect(events().filter(({ event }) => event === 'enter')).toHaveLength(n * ENTRIES);
  }
});

test('also_over_a_network_that_loses_and_doubles_with_a_reliable_link_below', async () => {
  for (let seed = 0; seed < 20; seed++) {
    const below = (process: NekoProcess): Sender => wire(new ReliableLink(process), 'link', process.network());
    const { system, events } = systemOf({ n: 3, seed, network: { loss: 0.3, duplication: 0.5 }, below });
    await system.run();
    expect(intrusions(events())).toEqual([]);
    expect(events().filter(({ event }) => event === 'enter')).toHaveLength(3 * ENTRIES);
  }
});

test('an_entry_costs_two_messages_for_each_other', async () => {
  const { system, records } = systemOf({ n: 4, seed: 1 });
  await system.run();
  expect(records.filter(({ type }) => type === 'deliver')).toHaveLength(4 * ENTRIES * 2 * 3);
});

test('after_a_crash_no_process_enters_and_never_two_are_inside', async () => {
  const { system, events } = systemOf({ n: 3, seed: 1 });
  await system.run({ until: 8 });
  system.process(2).crash();
  expect((await system.run()).stoppedBy).toBe('empty');
  expect(intrusions(events())).toEqual([]);
  expect(events().filter(({ event }) => event === 'enter').length).toBeLessThan(3 * ENTRIES);
});

test('the_same_seed_gives_the_same_run', async () => {
  const [first, second] = [systemOf({ n: 3, seed: 9 }), systemOf({ n: 3, seed: 9 })];
  await first.system.run();
  await second.system.run();
  expect(second.records).toEqual(first.records);
});

test('requesting_twice_or_leaving_from_outside_is_an_error', async () => {
  const { system, mutexes } = systemOf({ n: 2, seed: 1 });
  await system.run();
  expect(mutexes[0]!.state).toBe('outside');
  expect(() => mutexes[0]!.release()).toThrow(
    "p0, protocol 'mutex': release while it is outside; only a process that is inside can leave",
  );
  mutexes[0]!.request();
  expect(() => mutexes[0]!.request()).toThrow("p0, protocol 'mutex': request while it is waiting; call release first");
});
