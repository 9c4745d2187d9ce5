/** Progress of a run or a film: a bar on a terminal, nothing elsewhere. */
import { type CliContext, duration } from '@kineko/run/console';
import type { SingleBar } from 'cli-progress';
import { terminalOf } from './escaped-output.js';
import { short } from './short.js';

export interface Progress {
  show(progress: {
    /** Simulated seconds. */
    readonly now: number;
    readonly events: number;
    /** From 0 to 1; undefined if it is not known. */
    readonly fraction: number | undefined;
  }): void;
  end(): void;
}

const SILENT: Progress = { show: () => {}, end: () => {} };

/** @param things Name of what `events` of the progress counts. */
export async function progressOn(
  stderr: CliContext['stderr'],
  isWanted: boolean,
  things = 'events',
): Promise<Progress> {
  if (!isWanted || stderr.isTTY !== true) return SILENT;
  const { default: cliProgress } = await import('cli-progress');
  let bar: SingleBar | undefined;
  const startedMs = performance.now();
  return {
    show({ now, events, fraction }) {
      const seconds = (performance.now() - startedMs) / 1000;
      const payload = {
        now: now.toFixed(now < 100 ? 1 : 0),
        rate: short(events / Math.max(seconds, 1e-3)),
        left: fraction ? duration((seconds * (1 - fraction)) / fraction) : '?',
      };
      if (bar === undefined) {
        bar = new cliProgress.SingleBar({
          format: `{bar} {percentage}% | t = {now} s | {rate} ${things}/s | {left} left`,
          barCompleteChar: '█',
          barIncompleteChar: '░',
          barsize: 24,
          hideCursor: true,
          clearOnComplete: true,
          stream: terminalOf(stderr) as NodeJS.WritableStream,
        });
        bar.start(1000, 0, payload);
      }
      bar.update(Math.round(1000 * (fraction ?? 0)), payload);
    },
    end: () => bar?.stop(),
  };
}
