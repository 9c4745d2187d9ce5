import { expect, test } from '@jest/globals';
import { cellsProgress, type CellsProgressOptions, type ProgressClock } from './cells-progress.js';

/** A clock that the test advances. */
class TestClock implements ProgressClock {
  private ms = 0;
  private readonly timers = new Set<{ readonly every: number; readonly action: () => void; dueMs: number }>();

  nowMs(): number {
    return this.ms;
  }

  every(every: number, action: () => void): () => void {
    const timer = { every, action, dueMs: this.ms + every };
    this.timers.add(timer);
    return () => void this.timers.delete(timer);
  }

  pass(seconds: number): void {
    for (const end = this.ms + seconds * 1000; this.ms < end;) {
      this.ms += 500;
      for (const timer of this.timers) {
        if (timer.dueMs > this.ms) continue;
        timer.dueMs += timer.every;
        timer.action();
      }
    }
  }
}

function started(options: Partial<CellsProgressOptions> & { readonly isTTY?: boolean } = {}) {
  const clock = new TestClock();
  const written: string[] = [];
  const stderr = { write: (text: string) => written.push(text), isTTY: options.isTTY };
  const progress = cellsProgress({ stderr, isWanted: true, title: 'check', total: 300, clock, ...options });
  return { clock, written, progress };
}

test('prints a line every ten seconds without a terminal', async () => {
  const { clock, written, progress } = started({ status: () => '1 violation' });
  const { done, end } = await progress;
  clock.pass(9.5);
  expect(written).toEqual([]);
  for (let i = 0; i < 120; i++) done();
  clock.pass(1);
  expect(written).toEqual(['check: 120 of 300 runs, 12 runs/s, 15 s left; 1 violation\n']);
  clock.pass(10);
  expect(written).toHaveLength(2);
  end();
  clock.pass(60);
  expect(written).toHaveLength(2);
});

test('excludes earlier cells, and shows no remaining time for a budget', async () => {
  const { clock, written, progress } = started({ title: 'shrinking', isAtMost: true, unit: 'cells' });
  const { done, skip } = await progress;
  skip(100);
  done();
  clock.pass(10);
  expect(written).toEqual(['shrinking: 1 of at most 200 cells, 0.1 cells/s\n']);
  const open = started({ total: Infinity });
  (await open.progress).done();
  open.clock.pass(10);
  expect(open.written).toEqual(['check: 1 runs, 0.1 runs/s\n']);
});

test('prints only given lines if it is silent', async () => {
  const { clock, written, progress } = started({ isWanted: false });
  const { done, print, end } = await progress;
  done();
  clock.pass(60);
  print('violation: seed 3');
  end();
  expect(written).toEqual(['violation: seed 3\n']);
});

test('shows a bar on a terminal, and prints lines above it', async () => {
  const { written, progress } = started({ isTTY: true });
  const { done, print, end } = await progress;
  done();
  print('violation: seed 3');
  end();
  const text = written.join('');
  expect(text).toContain('violation: seed 3\n');
  expect(text).toContain('1/300');
});
