/** Crashes in which the memory of a process is lost. */
import { describe, expect, test } from '@jest/globals';
import { recoveryRun } from '../../test/recovery-run.js';
import { smallSystem } from '../../test/small-system.js';
import { SimulatedDetector } from '../protocols/simulated-detector.js';
import { wire } from '../protocols/wire.js';
import { StableStorage } from '../stable.js';
import { ActiveProtocol } from '../task-protocol.js';
import type { Fault } from './schedule.js';

/** Counts seconds by a task and by a timer, in memory and in stable storage. */
class Counter extends ActiveProtocol<{ COUNT: number }> {
  static readonly log: string[] = [];
  private count = 0;
  private ticks = 0;

  protected async run() {
    const { process } = this;
    process.timer(() => this.ticks++).every(1);
    process.onRecover(() => Counter.log.push(`p${process.id} recovers`));
    const { stable } = process;
    Counter.log.push(`p${process.id} starts with ${String(stable.read('synced'))} at ${process.now}`);
    for (;;) {
      await this.sleep(1);
      this.count++;
      stable.write('synced', Number(stable.read('synced') ?? 0) + 1);
      if (this.count % 2 === 0) stable.sync();
      this.sendTo([1 - process.id], 'COUNT', 10 * this.count + this.ticks);
    }
  }
}

const OUTAGE: readonly Fault[] = [
  { kind: 'crash', at: 3.5, process: 0, memory: 'lost' },
  { kind: 'recover', at: 6.5, process: 0 },
];

describe('a process that loses its memory', () => {
  test('starts its protocols again, with what it wrote and synced', async () => {
    Counter.log.length = 0;
    const { records } = await recoveryRun({
      n: 2,
      seed: 1,
      loss: 0,
      until: 9,
      faults: OUTAGE,
      initializer: (process) => void wire(new Counter(process) as never, 'counter', process.network()),
    });
    // Three seconds were counted; the third may or may not have been written to the disk.
    // It starts, and does not recover, so that no listener of a recovery is called.
    expect(Counter.log).toEqual([
      'p0 starts with undefined at 0',
      'p1 starts with undefined at 0',
      expect.stringMatching(/^p0 starts with [23] at 6.5$/),
    ]);
    const sent = records.flatMap((record) => (record.type === 'send' && record.process === 0 ? [record.content] : []));
    expect(sent).toEqual([11, 22, 33, 11, 22]);
  });

  test('and one that keeps it continues', async () => {
    Counter.log.length = 0;
    const { records } = await recoveryRun({
      n: 2,
      seed: 1,
      loss: 0,
      until: 9,
      faults: OUTAGE.map((fault) => (fault.kind === 'crash' ? { ...fault, memory: 'kept' as const } : fault)),
      initializer: (process) => void wire(new Counter(process) as never, 'counter', process.network()),
    });
    expect(Counter.log).toContain('p0 recovers');
    const sent = records.flatMap((record) => (record.type === 'send' && record.process === 0 ? [record.content] : []));
    expect(sent.slice(0, 3)).toEqual([11, 22, 33]);
    expect(sent[3]).toBeGreaterThan(40);
  });

  test('sends nothing by the sender of an earlier incarnation', async () => {
    const { system, recordsOf } = smallSystem(2, (process) => {
      process.dispatcher.register('app', { deliver: () => {} });
    });
    await system.run();
    const [first] = system.processes;
    const senders = [first!.defaultSender, first!.network()];
    first!.crash('lost');
    first!.recover();
    const message = { to: [1], protocol: 'app', type: 'DATA', content: 0 };
    for (const sender of senders) sender.send(message);
    for (const sender of [first!.defaultSender, first!.network()]) sender.send(message);
    await system.run();
    expect(recordsOf('send').map(({ message: number }) => number)).toEqual([1, 2]);
  });

  test('is watched by others, and watches them again', async () => {
    const { system, recordsOf } = smallSystem(3, (process) => {
      const options = { detectionTime: 1, processes: system.processes };
      wire(new SimulatedDetector(process, options), 'detector', process.network());
    });
    const [first, second] = system.processes;
    system.simulator.schedule(
      1,
      at(() => first!.crash('lost')),
    );
    system.simulator.schedule(
      4,
      at(() => first!.recover()),
    );
    system.simulator.schedule(
      5,
      at(() => second!.crash()),
    );
    await system.run({ until: 10 });
    expect(recordsOf('suspect').map(({ process, other, isSuspected }) => [process, other, isSuspected])).toEqual([
      [1, 0, true],
      [2, 0, true],
      [1, 0, false],
      [2, 0, false],
      [0, 1, true],
      [2, 1, true],
    ]);
  });
});

const at = (run: () => void) => ({ class: 2 as never, low: 0, high: 0, run, describe: () => 'step' });

describe('stable storage', () => {
  test('keeps the first of the writes since the last sync', () => {
    const stable = new StableStorage();
    stable.write('a', 1);
    stable.sync();
    for (const value of [2, 3, undefined]) stable.write('a', value);
    expect([stable.read('a'), stable.pending]).toEqual([undefined, 3]);
    stable.lose(2);
    expect([stable.read('a'), stable.pending]).toEqual([3, 0]);
    stable.write('a', undefined);
    stable.lose(0);
    expect(stable.entries('')).toEqual([['a', 3]]);
  });

  test('rejects what is not plain data', () => {
    expect(() => new StableStorage().write('f', () => 1)).toThrow(
      "stable storage, key 'f': expected plain data, got a function",
    );
  });
});

test('a clock that drifts changes the durations of timers set afterwards', async () => {
  const fired: string[] = [];
  const { system } = smallSystem(2, (process) => {
    process.timer(() => fired.push(`p${process.id} ${process.now} shows ${process.clock}`)).every(3);
  });
  const [first] = system.processes;
  system.simulator.schedule(
    1,
    at(() => first!.setClockRate(1.5)),
  );
  await system.run({ until: 7 });
  expect(fired).toEqual(['p0 3 shows 4', 'p1 3 shows 3', 'p0 5 shows 7', 'p1 6 shows 6', 'p0 7 shows 10']);
});
