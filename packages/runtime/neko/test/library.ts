/** The test kits of this package import its build, since that is what the soaks run. */
export * from '@kineko/neko';
export type { ExploreAction } from '../src/explore/execution.js';
export type { CrashFault } from '../src/faults/schedule.js';
