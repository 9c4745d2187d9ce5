import { BullmqExecutor } from './bullmq.js';
import type { Executor } from './executor.js';
import { LocalExecutor, type LocalOptions } from './local.js';
import type { FileSet } from '../scenario-files.js';

interface ExecutorOptions extends LocalOptions {
  /** Address of the Redis whose workers run the cells; undefined for threads of this machine. */
  readonly queue: string | undefined;
  readonly version: string;
  readonly files: FileSet;
  /** Reports that Redis is away or back, or that there are no workers. */
  readonly onNotice: (text: string) => void;
}

export async function openExecutor({
  queue: url,
  version,
  files,
  onNotice,
  ...local
}: ExecutorOptions): Promise<Executor> {
  return url === undefined ? new LocalExecutor(local) : BullmqExecutor.open({ url, version, files, onNotice });
}
