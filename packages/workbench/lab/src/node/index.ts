export { type CheckOutcome, type FoundViolation, type LimitedRun, runCheck } from './check.js';
export {
  foundOf,
  requestOfCase,
  type ShrinkBudget,
  shrinkRun,
  type ShrunkRun,
  type ViolatingRun,
} from './counterexample.js';
export { type LabWorkerData, metered, RunPool, type RunUnderWay } from './run-pool.js';
export { isCounterexample, saveCase, type SavedCase } from './save-case.js';
export type { Executor } from './executors/executor.js';
export { LocalExecutor } from './executors/local.js';
export { labWorker, readProperties } from './lab-worker.js';
export { type LabSite, Opening } from './opening.js';
export { type PreparedSweep, prepareSweep } from './prepare-sweep.js';
export { runSweep, type SweepOutcome } from './run-sweep.js';
export { readShard } from './shard.js';
export { BullmqExecutor } from './executors/bullmq.js';
export { serveQueue } from './executors/queue-worker.js';
export { requireRedis, shownUrl } from './executors/redis.js';
export { submitSlurm, writeSlurmScripts } from './executors/slurm.js';
export { gradeAlgorithm, type GradeOutcome, gradePool } from './grade.js';
export { labFileKind } from './lab-files.js';
export { prepareAssignment } from './prepare-assignment.js';
export { limitedWorker } from './limited-worker.js';
