/** Properties of runs, each checked by a checker over the records of the run. */
export type { OfProtocol } from './broadcast-events.js';
export { byzantineBroadcast } from './byzantine-broadcast.js';
export {
  type Checker,
  checkerOf,
  type CheckResult,
  describeResults,
  eventsOf,
  fieldOf,
  Findings,
  mergeResults,
  type Observed,
  type Verdict,
  type Violation,
} from './checker.js';
export { consensus, type ConsensusOptions } from './consensus.js';
export { Crashes } from './crashes.js';
export { causalOrder, fifoOrder, totalOrder, type TotalOrderOptions } from './delivery-orders.js';
export { failureDetector, type FailureDetectorOptions } from './failure-detector.js';
export { groupViews, type GroupViewsOptions } from './group-views.js';
export { leaderElection, type LeaderElectionOptions, omega, type OmegaOptions } from './leader.js';
export { linearizability, type LinearizabilityOptions } from './linearizability.js';
export { lockedValue } from './locked-value.js';
export { logicalClock, type LogicalClockOptions } from './logical-clock.js';
export { monotonicRounds } from './monotonic-rounds.js';
export { mutualExclusion } from './mutual-exclusion.js';
export { network, type NetworkPromise } from './network.js';
export { reliableBroadcast, uniformAgreement } from './reliable-broadcast.js';
export { replicatedLog } from './replicated-log.js';
export { reliableLink, type ReliableLinkCheck } from './reliable-link.js';
export { roundValues, safeValues, type SafeValuesOptions } from './safe-values.js';
export { type Counts, snapshotConsistency, type SnapshotOptions } from './snapshot.js';
export { sequenceNumbers, stableDelivery, type StableDeliveryOptions } from './stable-delivery.js';
export { termination } from './termination.js';
export { token } from './token.js';
export { tokenRing, type TokenRingOptions } from './token-ring.js';
