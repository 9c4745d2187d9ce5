/** Runs one alternative of one comparison, as often as the parent requests: see isolated.ts. */
import { pathToFileURL } from 'node:url';
import '../shared/use-built-sources.js';
import { clocks } from './clocks.js';
import type { Comparison } from './comparison.js';
import type { Answer } from './isolated.js';
import { type Runner, runHere } from './runner.js';

const [builtFile = '', comparison, alternative] = process.argv.slice(2);
let runner: Promise<Runner> | undefined;

async function start(): Promise<Runner> {
  const { comparisons } = (await import(pathToFileURL(builtFile).href)) as { comparisons: Comparison[] };
  const { alternatives, clock = 'process' } = comparisons[Number(comparison)]!;
  const { name, setUp } = alternatives[Number(alternative)]!;
  return runHere(name, setUp(), clocks[clock]);
}

async function answer(calls: number): Promise<Answer> {
  try {
    runner ??= start();
    return { timed: await (await runner).time(calls) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

process.on('message', ({ calls }: { calls: number }) => void answer(calls).then((result) => process.send?.(result)));
// The parent was interrupted.
process.on('disconnect', () => process.exit());
