/** The package as the test kits use it: built, since that is how the soaks run. */
export * from '@kineko/neko';
export type { ExploreAction } from '../src/explore/execution.js';
export type { ExploreOptions, ExploreReport } from '../src/explore/explore.js';
export type { CrashFault } from '../src/faults/schedule.js';
