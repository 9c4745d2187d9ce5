export {
  aborted,
  type CliContext,
  type CodeWatch,
  EXIT,
  type ExitCode,
  type Output,
  UsageError,
} from './cli-context.js';
export type { CliFrontEnd, ServeRequest, Subcommand } from './cli-front-end.js';
export type { LiveView, LiveViewOptions } from './live-view.js';
export { type Diagnostics, diagnosticsOn } from './diagnostics.js';
export { LOG_CHOICES, LOG_LIMIT_OPTION, type LogChoice, logLimitOf } from './log-flags.js';
export { LAYER_FLAG, LAYERS_FLAG, type LookFlags } from './look-flags.js';
export { counted, duration, grouped, short } from './numbers.js';
export { programPaths } from './program-files.js';
export { type NamedFile, readRecords, type RecordFile, type RecordVisitor, warnOfDamage } from './record-files.js';
export { SERVED_RUN_FLAGS } from './served-run-flags.js';
export { type Recorded, recordedCommands } from './recorded-commands.js';
export { Results } from './results.js';
export { describeRun, hintOf, jsonOf, programName, type RunResult } from './run-report.js';
export { readSeed, readSeeds, type Seeds } from './seeds.js';
export { shownPath } from '../node/shown-path.js';
export { readWorldFile, WORLD_FILE } from './world-file.js';
