import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { all, first, TIMED_OUT, timeout } from './compose.js';
import { Interrupted } from './errors.js';
import { Mailbox } from './mailbox.js';
import type { Task } from './task.js';
import { Random, type RandomStream } from './random.js';
import { Signal } from './signal.js';
import { Simulator } from './simulator.js';

const RUNS = 1000;
const SEED = 99;
const TASKS = 6;

/**
 * Everything a task can do, in an order drawn from its own stream, with random numbers of hops in between. The trace
 * must be the same whatever the host does meanwhile.
 */
test(`${RUNS} runs of interleaved tasks give one trace, whatever else the host is doing`, async () => {
  const traces = new Map<string, number>();
  let lines: readonly string[] = [];
  for (let run = 0; run < RUNS; run++) {
    lines = await runOnce(run);
    const hash = createHash('sha256').update(lines.join('\n')).digest('hex');
    traces.set(hash, (traces.get(hash) ?? 0) + 1);
  }
  expect([...traces.values()]).toEqual([RUNS]);
  // The test is meaningful only if all these things happened.
  for (const what of [
    'slept',
    'took',
    'timed out',
    'first',
    'all',
    'signal',
    'interrupted',
    'sum',
    'child',
    'outside',
  ]) {
    expect(lines.filter((line) => line.includes(what)).length).toBeGreaterThan(0);
  }
  expect(lines.length).toBeGreaterThan(100);
});

async function runOnce(run: number): Promise<readonly string[]> {
  const world = new World();
  const stopNoise = makeNoise(run);
  for (let id = 0; id < TASKS; id++) world.spawn(id);
  const { stoppedBy, now, events, waiting } = await world.simulator.run({ until: 40 });
  stopNoise();
  return [...world.log, `${stoppedBy} ${now} ${events}`, ...waiting.map((each) => JSON.stringify(each))];
}

/** The host's other activity, different from run to run. */
function makeNoise(run: number): () => void {
  let on = run % 4 !== 0;
  const stream = new Random(run).stream('noise');
  const disturb = (): void => {
    if (!on) return;
    const kind = stream.integer(0, 3);
    if (kind === 0) setImmediate(disturb);
    else if (kind === 1) process.nextTick(() => setImmediate(disturb));
    else if (kind === 2) void hops(stream.integer(1, 9)).then(() => setImmediate(disturb));
    else setTimeout(disturb, 0);
  };
  for (let i = 0; i < run % 5; i++) disturb();
  return () => {
    on = false;
  };
}

class World {
  readonly simulator = new Simulator();
  readonly log: string[] = [];
  private readonly random = new Random(SEED);
  private readonly boxes = Array.from({ length: 3 }, (_, i) => new Mailbox<string>(`box ${i}`));
  private readonly signals = Array.from({ length: 2 }, (_, i) => new Signal<number>(`signal ${i}`));
  private readonly tasks: Task[] = [];

  spawn(id: number): void {
    const stream = this.random.stream(`process ${id}`);
    this.tasks[id] = this.simulator.spawn({ id }, async (task) => {
      for (let step = 0; step < 12; step++) await this.act(task, stream, `${step}`);
      this.say(task, 'ended');
    });
  }

  private async act(task: Task, stream: RandomStream, step: string): Promise<void> {
    await hops(stream.integer(0, 4));
    try {
      await this.something(task, stream, step);
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      this.say(task, `${step} ${error.message}`);
    }
    await hops(stream.integer(0, 4));
  }

  private async something(task: Task, stream: RandomStream, step: string): Promise<void> {
    const say = (text: string): void => this.say(task, `${step} ${text}`);
    const pause = (): number => stream.integer(0, 4) / 4;
    const box = this.boxes[stream.integer(0, 2)]!;
    const otherBox = this.boxes[stream.integer(0, 2)]!;
    const signal = this.signals[stream.integer(0, 1)]!;
    switch (stream.integer(0, 9)) {
      case 0: {
        await task.sleep(pause());
        say('slept');
        break;
      }
      case 1: {
        box.put(`letter of ${task.id} ${step}`);
        signal.fire(task.id);
        say('put and fired');
        break;
      }
      case 2: {
        const taken = await timeout(task.take(box), pause());
        say(taken === TIMED_OUT ? 'timed out' : `took ${taken}`);
        break;
      }
      case 3: {
        const { index, value } = await first(task.take(box), task.until(signal), task.sleep(1));
        say(`first ${index} ${String(value)}`);
        break;
      }
      case 4: {
        const both = await timeout(all(task.take(box), task.take(otherBox), task.sleep(pause())), 1.5);
        say(both === TIMED_OUT ? 'all timed out' : `all ${both.join()}`);
        break;
      }
      case 5: {
        const value = await timeout(task.until(signal), 1);
        say(`signal ${String(value)}`);
        break;
      }
      case 6: {
        this.tasks[stream.integer(0, TASKS - 1)]!.interrupt(`by ${task.id} ${step}`);
        say('called');
        break;
      }
      case 7: {
        // Two helpers at once: each waits by itself, and the task for both.
        const helper = async (times: number): Promise<number> => {
          let sum = 0;
          for (let i = 0; i < times; i++) {
            await hops(stream.integer(0, 3));
            const before = this.simulator.now;
            await this.sleepThrough(task, pause());
            sum += this.simulator.now - before;
            say(`helper ${times} ${i}`);
          }
          return sum;
        };
        const [a, b] = await Promise.all([helper(1), helper(2)]);
        say(`sum ${a + b}`);
        break;
      }
      case 8: {
        const child = this.simulator.spawn({ id: task.id + 0.5 }, async (self) => {
          await hops(2);
          await self.sleep(pause());
          say('child');
          await self.sleep(pause());
        });
        const { index } = await first(task.until(child.ended), task.sleep(pause()));
        if (index === 1) child.kill();
        say(`child ${index === 1 ? 'killed' : 'ended'}`);
        break;
      }
      default: {
        const back = await task.outside(new Promise<string>((resolve) => setImmediate(resolve, 'back')));
        say(`outside ${back}`);
      }
    }
  }

  /** An interrupt must not abort a helper that runs beside others, or the helper would continue unnoticed. */
  private async sleepThrough(task: Task, seconds: number): Promise<void> {
    try {
      await task.sleep(seconds);
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
    }
  }

  private say(task: Task, text: string): void {
    this.log.push(`${this.simulator.now} ${task.id} ${text}`);
  }
}

async function hops(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await Promise.resolve();
}
