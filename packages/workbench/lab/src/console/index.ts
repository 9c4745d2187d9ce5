/** Checks for the command line: over many runs of a scenario, over all its activation schedules, or over one finished run. */
export { checkFinishedRun } from './finished-run.js';
export { describeLongest } from './longest.js';
export { exhaustiveCheck } from './exhaustive-check.js';
export { ScenarioCheck } from './scenario-check.js';
export { readSeeds } from './seeds.js';
