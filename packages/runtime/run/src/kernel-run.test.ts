import { describe, expect, test } from '@jest/globals';
import type { TraceRecord } from '@kineko/formats/trace';
import { EventClass, type Gate, Simulator } from '@kineko/kernel';
import { CommandError, CommandPort, commandsOf } from './commands.js';
import { KernelRun, type KernelRunOptions } from './kernel-run.js';
import type { RunSummary, StoppedBy } from './scenario.js';

describe('advance', () => {
  test('runs to the time limit, and not beyond', async () => {
    const run = new Ticking({ timeLimit: 3 });
    expect(await run.advance()).toBe('time');
    expect([run.now, run.events, run.ticks]).toEqual([3, 3, [1, 2, 3]]);
    expect(await run.advance({ until: 9 })).toBe('time');
    expect(run.events).toBe(3);
  });

  test("continues from where the caller's limits left it", async () => {
    const run = new Ticking({ timeLimit: 5 });
    expect(await run.advance({ until: 1.5 })).toBeUndefined();
    expect(run.now).toBe(1.5);
    expect(await run.advance({ maxEvents: 1 })).toBeUndefined();
    expect(run.ticks).toEqual([1, 2]);
    expect(await run.advance({ until: 1 })).toBeUndefined();
    expect(await run.advance()).toBe('time');
    expect(run.ticks).toEqual([1, 2, 3, 4, 5]);
  });

  test('ends at the run’s number of events, counted over all calls', async () => {
    const run = new Ticking({ timeLimit: Infinity, maxEvents: 3 });
    expect(await run.advance({ maxEvents: 2 })).toBeUndefined();
    expect(await run.advance({ maxEvents: 2 })).toBe('events');
    expect(run.events).toBe(3);
  });

  test('ends at the last instant that can be reached, with the reason "time"', async () => {
    const run = new Ticking({ timeLimit: Infinity, lastInstant: 2 });
    expect(await run.advance()).toBe('time');
    expect(run.now).toBe(2);
  });

  test('ends when no events are left', async () => {
    const run = new Ticking({ timeLimit: Infinity }, 2);
    expect(await run.advance()).toBe('empty');
    expect(run.now).toBe(2);
  });

  test('waits for the gate before each event', async () => {
    const admitted: number[] = [];
    const gate: Gate = { admits: (time) => admitted.push(time) > 0, whenReady: (ask) => ask() };
    await new Ticking({ timeLimit: 2, gate }).advance();
    expect(admitted).toEqual([1, 2, 2]);
  });
});

describe('end', () => {
  test('stops after the event that calls it, and the first reason is kept', async () => {
    const run = new Ticking({ timeLimit: 9 });
    run.onTick = (now) => {
      if (now < 2) return;
      run.finish('finished', 'goal reached');
      run.finish('shutdown', 'too late');
    };
    expect(await run.advance()).toBe('finished');
    expect(run.summary()).toMatchObject({ stoppedBy: 'finished', remarks: ['goal reached'], simulatedSeconds: 2 });
    expect(await run.advance()).toBe('finished');
  });

  test('without a remark leaves none', async () => {
    const run = new Ticking({ timeLimit: 9 });
    run.onTick = () => run.finish('shutdown', '');
    await run.advance();
    expect(run.summary().remarks).toEqual([]);
  });

  test('by a caller’s stop is an interruption, also before the run or between two calls', async () => {
    const unborn = new Ticking({ timeLimit: 9 });
    unborn.stop();
    expect(await unborn.advance()).toBe('interrupted');
    expect(unborn.events).toBe(0);
    const run = new Ticking({ timeLimit: 9 });
    await run.advance({ until: 1 });
    run.stop();
    expect(await run.advance()).toBe('interrupted');
    expect(run.ticks).toEqual([1]);
  });
});

test('the guard knows whether code of the simulation is running', async () => {
  const seen: boolean[] = [];
  let isActing = (): boolean => false;
  const during: NonNullable<KernelRunOptions['guard']>['during'] = (acting, action) => {
    isActing = acting;
    return action();
  };
  const guard = { during } as KernelRunOptions['guard'];
  const run = new Ticking({ timeLimit: 1, guard });
  run.onTick = () => seen.push(isActing());
  await run.advance();
  expect([...seen, isActing()]).toEqual([true, false]);
});

test('an error in an event ends the run for good', async () => {
  const run = new Ticking({ timeLimit: 9 });
  run.onTick = () => {
    throw new Error('broken');
  };
  await expect(run.advance()).rejects.toThrow('broken');
  await expect(run.advance()).rejects.toThrow('has failed and cannot continue');
});

test('executes and records commands, and replays them at their places', async () => {
  const live = new Ticking({ timeLimit: 4 });
  await live.advance({ until: 2 });
  live.command('jump', 'panel');
  expect(() => live.command('fly', 'panel')).toThrow(CommandError);
  await live.advance();
  expect(live.ticks).toEqual([1, 2, 'jump at 2', 3, 4]);
  const replayed = new Ticking({ timeLimit: 4, commands: commandsOf(live.records) });
  await replayed.advance();
  expect([replayed.ticks, replayed.records]).toEqual([live.ticks, live.records]);
});

/** A run with an event every second. */
class Ticking extends KernelRun {
  readonly ticks: (number | string)[] = [];
  readonly records: TraceRecord[] = [];
  onTick: (now: number) => void = () => {};
  protected readonly simulator = new Simulator();

  constructor(options: KernelRunOptions, seconds = Infinity) {
    super(options);
    this.takeCommands(
      new CommandPort(this.simulator, {
        check: (command) => (command === 'jump' ? undefined : 'expected "jump"'),
        execute: (command, _source, now) => void this.ticks.push(`${command as string} at ${now}`),
        emit: (record) => void this.records.push(record),
      }),
    );
    this.tickAt(1, seconds);
  }

  finish(stoppedBy: StoppedBy, remark?: string): void {
    this.end(stoppedBy, remark);
  }

  summary(): RunSummary {
    return {
      robots: 0,
      processes: 0,
      simulatedSeconds: this.now,
      events: this.events,
      motionRequests: 0,
      collisions: 0,
      delays: 0,
      messages: { sent: 0, delivered: 0, dropped: 0 },
      stoppedBy: this.stoppedBy,
      remarks: this.endRemarks,
      hasGoal: false,
    };
  }

  private tickAt(time: number, last: number): void {
    this.simulator.schedule(time, {
      class: EventClass.Motion,
      low: 0,
      high: 0,
      run: (now) => {
        this.ticks.push(now);
        if (now < last) this.tickAt(now + 1, last);
        this.onTick(now);
      },
      describe: () => 'tick',
    });
  }
}
