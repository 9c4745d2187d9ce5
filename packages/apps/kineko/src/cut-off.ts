/** Whether the run behind a log came to its end: the manifest beside the log tells. */
import { hostname } from 'node:os';
import { basename, dirname } from 'node:path';
import process from 'node:process';
import { readRecords } from '@kineko/run/console';
import { findManifest, type Manifest } from '@kineko/run/node';
import { LOG_FORMATS } from './front-ends.js';

/**
 * A sentence on a run that was killed, or still goes on; undefined if it came to its end, or if nothing is known of it.
 * @param lastTime Simulated seconds of the last record, if the log has been read.
 */
export async function unfinished(path: string, name: string, lastTime?: number): Promise<string | undefined> {
  const manifest = await findManifest(dirname(path)).catch(() => undefined);
  const isOfRun = manifest !== undefined && Object.values(manifest.files).includes(basename(path));
  if (!isOfRun || manifest.state !== 'running') return undefined;
  if (isAlive(manifest)) return `${name}: the run is still going on: the log is not complete`;
  const time = lastTime ?? (await lastTimeOf(path, name));
  const when = time === undefined ? 'before its first record' : `at t = ${Number(time.toFixed(3))} s`;
  return `${name}: the run was cut off ${when}: it was killed before it could end, and the log is not complete`;
}

/** A run on another machine may be anything: it is taken for one that was cut off. */
function isAlive({ process: runner }: Manifest): boolean {
  if (runner === undefined || runner.host !== hostname()) return false;
  try {
    process.kill(runner.pid, 0);
    return true;
  } catch (error) {
    // It exists, and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Undefined if there is no record, or the log cannot be read: whoever shows it says so. */
async function lastTimeOf(path: string, name: string): Promise<number | undefined> {
  try {
    return (await readRecords({ path, name }, LOG_FORMATS, { record: () => {} })).lastTime;
  } catch {
    return undefined;
  }
}
