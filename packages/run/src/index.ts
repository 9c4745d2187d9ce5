export {
  type ConfigEntry,
  type KeyTable,
  type Origin,
  type RowValues,
  RUN_KEYS,
  Settings,
  SettingsTable,
} from '@kineko/formats/settings';
export { AuthorGuard, type AuthorGuardOptions, UnrepeatableError } from './author-guard.js';
export { CommandError, CommandPort, type CommandPortOptions, commandsOf, MOST_PENDING_COMMANDS } from './commands.js';
export { headOf, openScenario } from './doors.js';
export { Recording, type RecordSink } from './recording.js';
export { replayGate } from './replay.js';
export { ResultHash } from './result-hash.js';
export { textOf } from './text.js';
export type {
  AuthorLog,
  FrontEnd,
  Host,
  LogLevel,
  OpenOptions,
  ProgramTraffic,
  RecordedCommand,
  Run,
  RunSummary,
  Scenario,
  Source,
  StoppedBy,
} from './scenario.js';
export { WHY_STOPPED } from './why-stopped.js';
