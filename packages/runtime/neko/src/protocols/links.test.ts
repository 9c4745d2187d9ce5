/** Links, on networks with the faults that they repair. */
import { describe, expect, test } from '@jest/globals';
import type { RecordOf } from '@kineko/formats/trace';
import { EventClass } from '@kineko/kernel';
import { HostileNetwork, type HostileOptions } from '../../test/hostile-network.js';
import type { Sender } from '../message.js';
import type { NekoProcess } from '../process.js';
import { Protocol } from '../protocol.js';
import type { NekoRecord } from '../records.js';
import { NekoSystem } from '../system.js';
import type { FailureDetector } from './detector.js';
import { FifoLink } from './fifo-link.js';
import { ReliableLink, type ReliableLinkOptions } from './reliable-link.js';
import { wire } from './wire.js';

/** Sends numbers to others, and lists the numbers it receives, by sender. */
class Counter extends Protocol<{ COUNT: number }> {
  readonly got: number[][] = this.process.all.map(() => []);
  private count = 0;
  protected readonly handlers = {
    COUNT: (count: number, from: number) => void this.got[from]!.push(count),
  };
  /** Sends some numbers, most of them to all, some to one process. */
  countOn(many: number): void {
    const random = this.process.random('counter');
    for (let i = 0; i < many; i++) {
      const to = random.uniform() < 0.7 ? this.process.all : [random.integer(0, this.process.n - 1)];
      this.process.timer(() => this.countOne(to)).schedule(i / 4);
    }
  }

  countOne(to: readonly number[] = this.process.all): void {
    this.sendTo(to, 'COUNT', this.count++);
  }
}

function systemOf(n: number, seed: number, network: HostileOptions, link: (process: NekoProcess) => Sender) {
  const counters: Counter[] = [];
  const records: NekoRecord[] = [];
  const system = new NekoSystem({
    n,
    seed,
    networks: (host) => [new HostileNetwork(host, network)],
    initializer: (process) => {
      const counter = wire(new Counter(process), 'counter', link(process));
      counters.push(counter);
      counter.countOn(12);
    },
    emit: (record) => void records.push(record),
  });
  const at = (time: number, run: () => void): void => {
    system.simulator.schedule(time, { class: EventClass.Motion, low: 0, high: 0, run, describe: () => 'fault' });
  };
  return { system, counters, records, at };
}

/** By receiver and sender: the accepted numbers. */
function accepted(records: readonly NekoRecord[], n: number): number[][][] {
  const lists = Array.from({ length: n }, () => Array.from({ length: n }, (): number[] => []));
  for (const record of records) {
    if (record.type !== 'protocolEvent' || record.event !== 'accept') continue;
    const { message, to } = record.value as { message: string; to: number[] };
    for (const process of to) lists[process]![record.process]!.push(Number(message.split(';')[1]));
  }
  return lists;
}

function isFirstData({ messageType, content }: RecordOf<'send'>): boolean {
  return messageType === 'DATA' && (content as { number: number }).number === 0;
}

const sorted = (lists: readonly (readonly number[])[]): number[][] =>
  lists.map((list) => [...list].sort((a, b) => a - b));
const reliable =
  (options?: ReliableLinkOptions) =>
  (process: NekoProcess): ReliableLink =>
    wire(new ReliableLink(process, options), 'link', process.network());
const terrible: HostileOptions = { loss: 0.3, duplication: 0.5 };

describe('a reliable link', () => {
  test('messages_are_delivered_once_over_a_network_that_loses_doubles_and_reorders', async () => {
    for (let seed = 0; seed < 60; seed++) {
      const links: ReliableLink[] = [];
      const { system, counters, records } = systemOf(3, seed, terrible, (process) => {
        const link = reliable()(process);
        links.push(link);
        return link;
      });
      expect((await system.run()).stoppedBy).toBe('empty');
      expect(counters.map(({ got }) => sorted(got))).toEqual(accepted(records, 3));
      expect(links.map(({ unacknowledged }) => unacknowledged)).toEqual([0, 0, 0]);
    }
  });

  test('deliveries_are_recorded', async () => {
    const { system, counters, records } = systemOf(2, 1, terrible, reliable());
    await system.run();
    const delivered = records.filter((record) => record.type === 'protocolEvent' && record.event === 'deliver');
    expect(delivered).toHaveLength(counters.flatMap(({ got }) => got.flat()).length);
  });

  test('messages_are_delivered_in_order_with_isFifo', async () => {
    let outOfOrder = 0;
    for (let seed = 0; seed < 40; seed++) {
      const { system, counters, records } = systemOf(3, seed, terrible, reliable({ isFifo: true }));
      await system.run();
      expect(counters.map(({ got }) => got)).toEqual(accepted(records, 3));
      const other = systemOf(3, seed, terrible, reliable());
      await other.system.run();
      outOfOrder += other.counters.filter(({ got }) => JSON.stringify(got) !== JSON.stringify(sorted(got))).length;
    }
    expect(outOfOrder).toBeGreaterThan(40);
  });

  test('it_reaches_a_process_that_was_down', async () => {
    for (let seed = 0; seed < 20; seed++) {
      const { system, counters, records, at } = systemOf(3, seed, terrible, reliable());
      at(1.1, () => system.process(1).crash());
      at(90, () => system.process(1).recover());
      expect((await system.run()).stoppedBy).toBe('empty');
      expect(counters.map(({ got }) => sorted(got))).toEqual(accepted(records, 3));
    }
  });

  test('it_tries_for_ever_ever_more_rarely', async () => {
    const { system, records } = systemOf(2, 1, {}, reliable({ retransmitAfter: 4, longestWait: 16 }));
    await system.run({ until: 0 });
    system.process(1).crash();
    expect((await system.run({ until: 1000 })).stoppedBy).toBe('time');
    const times = records.flatMap((record) =>
      record.type === 'send' && record.process === 0 && isFirstData(record) ? [record.time] : [],
    );
    expect(times.slice(0, 6)).toEqual([0, 4, 12, 28, 44, 60]);
  });

  test('it_pauses_while_a_process_is_suspected', async () => {
    const listeners: ((process: number, isSuspected: boolean) => void)[] = [];
    let suspected = -1;
    const detector: FailureDetector = {
      isSuspected: (process) => process === suspected,
      onChange: (listener) => void listeners.push(listener),
    };
    const suspect = (process: number, isSuspected: boolean): void => {
      suspected = isSuspected ? process : -1;
      for (const listener of listeners) listener(process, isSuspected);
    };
    const { system, counters, records, at } = systemOf(3, 1, terrible, (process) => {
      const link = new ReliableLink(process);
      link.setDetector(detector);
      return wire(link, 'link', process.network());
    });
    at(1, () => system.process(1).crash());
    at(5, () => suspect(1, true));
    // Nothing is left to do.
    expect((await system.run()).stoppedBy).toBe('empty');
    expect(sorted(counters[2]!.got)[0]).toEqual(accepted(records, 3)[2]![0]);
    expect(counters[1]!.got[0]!.length).toBeLessThan(accepted(records, 3)[1]![0]!.length);
    system.process(1).recover();
    suspect(1, false);
    await system.run();
    expect(counters.map(({ got }) => sorted(got))).toEqual(accepted(records, 3));
  });

  test('the_same_seed_gives_the_same_run', async () => {
    const once = async () => {
      const { system, records } = systemOf(3, 4, terrible, reliable());
      await system.run();
      return records;
    };
    expect(await once()).toEqual(await once());
  });

  test.each([
    [{ retransmitAfter: 0 }, 'p0, ReliableLink: retransmitAfter: expected a number of seconds above 0, got 0'],
    [{ backOff: 0.5 }, 'backOff: expected a factor of 1 or more, got 0.5'],
    [
      { retransmitAfter: 3, longestWait: 2 },
      'longestWait: expected a number of seconds, retransmitAfter (3) or more, got 2',
    ],
  ])('rejects invalid times: %j', async (options, message) => {
    await expect(systemOf(2, 1, {}, reliable(options)).system.run()).rejects.toThrow(message);
  });
});

describe('a FIFO link', () => {
  const fifo = (process: NekoProcess): Sender => wire(new FifoLink(process), 'fifo', process.network());

  test('messages_are_delivered_in_order_and_once', async () => {
    for (let seed = 0; seed < 60; seed++) {
      const { system, counters, records } = systemOf(3, seed, { duplication: 0.5 }, fifo);
      await system.run();
      expect(counters.map(({ got }) => got)).toEqual(accepted(records, 3));
    }
  });

  test('over_a_reliable_link_it_needs_no_more', async () => {
    for (let seed = 0; seed < 20; seed++) {
      const { system, counters, records } = systemOf(3, seed, terrible, (process) =>
        wire(new FifoLink(process), 'fifo', reliable()(process)),
      );
      await system.run();
      const own = records.filter((record) => record.type === 'protocolEvent' && record.protocol === 'fifo');
      expect(counters.map(({ got }) => got)).toEqual(accepted(own, 3));
    }
  });

  test('a_process_that_is_crashed_sends_nothing_and_leaves_no_gap', async () => {
    const { system, counters, records, at } = systemOf(2, 1, {}, fifo);
    at(20, () => {
      system.process(0).crash();
      // Code that was running when the process crashed may still run.
      counters[0]!.countOne();
      system.process(0).recover();
      counters[0]!.countOne();
    });
    await system.run();
    // Number 12 of the counter was not sent while it was crashed; the links continue their numbers without a gap.
    expect(accepted(records, 2)[1]![0]!.at(-1)).toBe(12);
    expect(counters[1]!.got[0]!.slice(-2)).toEqual([11, 13]);
  });
});
