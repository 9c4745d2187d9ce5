export type { ConfigEntry, Origin } from './settings/origin.js';
export type { KeyTable, RowValues } from './settings/row.js';
export { RUN_KEYS } from './settings/run-keys.js';
export { Settings } from './settings/settings.js';
export { SettingsTable } from './settings/table.js';
export { catalogParameter, type NameCatalog } from './catalog.js';
export { AuthorGuard } from './author-guard.js';
export { CommandError, CommandPort, commandsOf } from './commands.js';
export { type ScenarioCommand, VALUE, VALUES } from './flags.js';
export type { FrontEnd, LogLimit } from './front-end.js';
export { type AdvanceLimits, KernelRun } from './kernel-run.js';
export { findFrontEnd, giveValues, headOf, loadScenario, requireValid } from './load-scenario.js';
export type { LogFormat } from './log-format.js';
export { Recording, type RecordSink } from './recording.js';
export { ResultHash } from './result-hash.js';
export { counted, grouped, scenarioName, textOf } from './text.js';
export type {
  Host,
  LogLevel,
  OpenOptions,
  ProgramTraffic,
  Run,
  RunSummary,
  Scenario,
  ScheduleSearch,
  Source,
  StoppedBy,
} from './scenario.js';
export { SettingsScenario } from './settings-scenario.js';
export { WHY_STOPPED } from './scenario.js';
