/** The package as the test kits use it: built, since that is how the soaks run. */
export * from '@kineko/neko';
export type { ExploreAction } from '../src/explore/local-run.js';
export type { CrashFault } from '../src/faults/schedule.js';
export type { PaxosContents } from '../src/protocols/paxos.js';
