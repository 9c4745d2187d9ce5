export type { Executor, Listener } from './executors/executor.js';
export { LocalExecutor, type LocalOptions } from './executors/local.js';
export { type LabWorker, labWorker } from './lab-worker.js';
export { type LabSite, Opening } from './opening.js';
export { type PreparedSweep, prepareSweep, type SweepRequest } from './prepare-sweep.js';
export { ResultStore, StoreError } from './result-store.js';
export { runSweep, type RunSweepOptions, type SweepOutcome } from './run-sweep.js';
export { readShard, type Shard } from './shard.js';
