/** Pictures of scenarios that need no log of an earlier run: they are run into a folder that is removed afterwards. */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type CliContext, type Diagnostics, Results } from '@kineko/run/console';
import { driveRun } from '@kineko/run/node';
import { loadFile, validateScenario } from './load-file.js';
import { kinekoVersion } from './program-files.js';
import { isRecordFile, logToRead } from './run-log.js';

export interface LogToDraw {
  /** Absolute path of a log or a trace. */
  readonly path: string;
  /** Removes what was made for the picture. */
  remove(): Promise<void>;
}

/** The log that a file or a folder names, or that of a preview. */
export async function logToDraw(
  name: string,
  args: object,
  context: CliContext,
  diagnostics: Diagnostics,
): Promise<LogToDraw> {
  const path = await logToRead(name, context.cwd, { ...args, ...diagnostics });
  const isFile = (await stat(resolve(context.cwd, name)).catch(() => undefined))?.isFile() === true;
  if (isFile && !(await isRecordFile(path))) {
    const preview = await previewOf(name, args, context, diagnostics);
    if (preview !== undefined) return preview;
  }
  return { path, remove: async () => {} };
}

async function previewOf(
  name: string,
  args: object,
  context: CliContext,
  diagnostics: Diagnostics,
): Promise<LogToDraw | undefined> {
  const scenario = await loadFile(name, args, {}, context, diagnostics).catch(() => undefined);
  if (scenario?.preview === undefined) return undefined;
  await validateScenario(scenario, diagnostics);
  const folder = await mkdtemp(join(tmpdir(), 'kineko-preview-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const seed = scenario.seed ?? 0;
    const options = { seed, version: kinekoVersion(), out: folder, log: 'trace' as const, json: false };
    const results = new Results(scenario, options, context);
    const run = await scenario.preview({ seed, emit: results.emit });
    await results.begin();
    const summary = await driveRun(run, { signal: context.signal });
    const { trace } = await results.finish(summary, new Map());
    await run.close();
    return { path: trace!, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
