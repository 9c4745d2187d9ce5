export * as checkers from './checkers/index.js';
export { Dispatcher } from './dispatcher.js';
export { explore, type ExploreOptions, type ExploreReport, replay } from './explore/explore.js';
export { Faults } from './faults/faults.js';
export {
  checkFaults,
  type CrashFault,
  type Fault,
  FaultError,
  type FaultSchedule,
  problemsOfFaults,
} from './faults/schedule.js';
export { explainedFailure, FrozenMessageError } from './frozen-message.js';
export { Layer } from './layer.js';
export type { AuthorLog } from './logger.js';
export {
  MessageError,
  messageId,
  type NekoMessage,
  type Network,
  type Outgoing,
  type Receiver,
  sealed,
  type Sender,
  unwrap,
  WiringError,
  wrap,
  type Wrapped,
} from './message.js';
export { NetworkError } from './networks/checked.js';
export { BasicChannel, type BasicOptions } from './networks/sim/basic.js';
export { BandwidthChannel, type BandwidthOptions } from './networks/sim/bandwidth.js';
export { BurstsChannel, type BurstsOptions } from './networks/sim/bursts.js';
export {
  Channel,
  type ChannelEnd,
  ChannelWrapper,
  type Ends,
  EndWrapper,
  ListedEnds,
  LostEnd,
  SimNetwork,
  type Traffic,
} from './networks/sim/channel.js';
export type { LinkSet } from './networks/sim/links.js';
export { MetricChannel, type MetricOptions } from './networks/sim/metric.js';
export { type Override, OverridesChannel } from './networks/sim/overrides.js';
export { type Cut, PartitionChannel, type PartitionOptions } from './networks/sim/partition.js';
export { FifoChannel } from './networks/sim/fifo.js';
export { RandomChannel, type RandomOptions } from './networks/sim/random.js';
export { type Position, type Positions, RangeChannel, type RangeOptions } from './networks/sim/range.js';
export {
  DuplicationChannel,
  type DuplicationOptions,
  LossChannel,
  type LossOptions,
  SpikesChannel,
  type SpikesOptions,
} from './networks/sim/random-faults.js';
export { TopologyChannel } from './networks/sim/selective.js';
export { type LinkComposer, type LinkRequest, type NekoHost, NekoProcess } from './process.js';
export { type Guarantee, type Guarantees, FIFO_LINK, NO_GUARANTEE, ONCE_LINK, QUASI_RELIABLE } from './guarantees.js';
export { composeLinks } from './protocols/compose-links.js';
export { type Contents, type Handlers, Protocol, PROTOCOL } from './protocol.js';
export type { Emit, NekoRecord } from './records.js';
export { NekoSystem, type NekoSystemOptions, type ProcessInitializer } from './system.js';
export { ActiveProtocol, type MessageOf, PullProtocol, TaskProtocol } from './task-protocol.js';
export { type Postponed, Timer, TimerError } from './timer.js';
export {
  clique,
  grid,
  parseTopology,
  randomTopology,
  ring,
  Topology,
  TopologyError,
  type TopologyLink,
} from './topology.js';

export { BroadcastLayer, type Post } from './protocols/broadcast-layer.js';
export { CausalBroadcast } from './protocols/causal-broadcast.js';
export { FifoBroadcast } from './protocols/fifo-broadcast.js';
export { FifoLink } from './protocols/fifo-link.js';
export { LamportBroadcast } from './protocols/lamport-broadcast.js';
export { LamportClockLayer } from './protocols/lamport-clock.js';
export { LinkLayer, type Parcel } from './protocols/link-layer.js';
export { MutualExclusion, MutualExclusionError, type MutualExclusionState } from './protocols/mutual-exclusion.js';
export { ReliableBroadcast } from './protocols/reliable-broadcast.js';
export { ReliableLink, type ReliableLinkOptions } from './protocols/reliable-link.js';
export {
  SequencerBroadcast,
  type SequencerOptions,
  UniformSequencerBroadcast,
} from './protocols/sequencer-broadcast.js';
export { SkeenBroadcast } from './protocols/skeen-broadcast.js';
export { Snapshot } from './protocols/snapshot.js';
export { TokenBroadcast } from './protocols/token-broadcast.js';
export { UniformReliableBroadcast } from './protocols/uniform-reliable-broadcast.js';
export {
  compareVectorTimes,
  VectorClock,
  VectorClockLayer,
  type VectorOrder,
  type VectorTime,
} from './protocols/vector-clock.js';
export { wire } from './protocols/wire.js';
export { ChandraToueg } from './protocols/chandra-toueg.js';
export { CombinedDetector } from './protocols/combined-detector.js';
export { ConsensusBroadcast, type ConsensusBroadcastOptions } from './protocols/consensus-broadcast.js';
export { type Consensus, ConsensusProtocol } from './protocols/consensus-protocol.js';
export { Detector, type FailureDetector } from './protocols/detector.js';
export { DetectorQos, type DetectorQosOptions, Durations } from './protocols/detector-qos.js';
export { GroupMembership, type GroupMembershipOptions } from './protocols/group-membership.js';
export { Heartbeat, type HeartbeatOptions } from './protocols/heartbeat.js';
export { LeaderElection } from './protocols/leader-election.js';
export { MostefaouiRaynal } from './protocols/mostefaoui-raynal.js';
export { type LeaderOracle, Omega } from './protocols/omega.js';
export { Paxos } from './protocols/paxos.js';
export { PerfectDetector } from './protocols/perfect-detector.js';
export { PingDetector } from './protocols/ping-detector.js';
export { RingHeartbeat } from './protocols/ring-heartbeat.js';
export { SimulatedDetector } from './protocols/simulated-detector.js';
export { WrongSuspicionsDetector } from './protocols/wrong-suspicions-detector.js';
