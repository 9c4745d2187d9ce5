export {
  type CheckOptions,
  type CheckOutcome,
  type FoundViolation,
  type JudgePool,
  judgePool,
  type LimitedRun,
  runCheck,
} from './check.js';
export {
  foundOf,
  orderOfCase,
  type ShrinkBudget,
  shrinkRun,
  type ShrinkRunOptions,
  type ShrunkRun,
  type ViolatingRun,
} from './counterexample.js';
export { type LabWorkerData, metered, RunPool, type RunUnderWay } from './run-pool.js';
export { isCounterexample, saveCase, type SavedCase, type SaveOptions } from './save-case.js';
export type { Executor, Listener } from './executors/executor.js';
export { LocalExecutor, type LocalOptions } from './executors/local.js';
export { type LabWorker, labWorker, readProperties } from './lab-worker.js';
export { type LabSite, Opening } from './opening.js';
export { type PreparedSweep, prepareSweep, type SweepRequest } from './prepare-sweep.js';
export { ResultStore, StoreError } from './result-store.js';
export { type FailedCell, runSweep, type RunSweepOptions, type SweepOutcome } from './run-sweep.js';
export { readShard, type Shard } from './shard.js';
export { BullmqExecutor, type BullmqOptions } from './executors/bullmq.js';
export { type QueueWorkerOptions, serveQueue } from './executors/queue-worker.js';
export { requireRedis, shownUrl } from './executors/redis.js';
export { type SlurmOptions, slurmScripts, submitSlurm, writeSlurmScripts } from './executors/slurm.js';
export { gradeAlgorithm, type GradeOptions, type GradeOutcome } from './grade.js';
export type { LimitedAnswer, LimitedOrder } from './limited-runs.js';
export { type LimitedSite, limitedWorker } from './limited-worker.js';
