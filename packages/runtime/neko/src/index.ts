export * as checkers from './checkers/index.js';
export { Dispatcher } from './dispatcher.js';
export { parseDeliveries, printDeliveries } from './explore/delivery-schedule.js';
export { Execution, StepError } from './explore/execution.js';
export { explore, type ExploreOptions, type ExploreReport, replay } from './explore/explore.js';
export type { ExploreSystem } from './explore/local-run.js';
export { BEHAVIOURS, type Lie } from './faults/byzantine.js';
export { Faults } from './faults/faults.js';
export { type Fault, type FaultSchedule, problemsOfFaults } from './faults/schedule.js';
export { explainedFailure, FROZEN_MESSAGES } from './frozen-message.js';
export { FIFO_LINK, type Guarantee, type Guarantees, NO_GUARANTEE, ONCE_LINK, QUASI_RELIABLE } from './guarantees.js';
export { Layer } from './layer.js';
export type { AuthorLog } from './logger.js';
export {
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
export { BandwidthChannel } from './networks/sim/bandwidth.js';
export { BasicChannel } from './networks/sim/basic.js';
export { BurstsChannel } from './networks/sim/bursts.js';
export { Channel, ChannelWrapper, SimNetwork, type Traffic } from './networks/sim/channel.js';
export { FifoChannel } from './networks/sim/fifo.js';
export { MetricChannel } from './networks/sim/metric.js';
export { OverridesChannel } from './networks/sim/overrides.js';
export { PartitionChannel } from './networks/sim/partition.js';
export { PartiallySynchronousChannel } from './networks/sim/partially-synchronous.js';
export { RandomChannel } from './networks/sim/random.js';
export { DuplicationChannel, LossChannel, SpikesChannel } from './networks/sim/random-faults.js';
export { type Positions, RangeChannel } from './networks/sim/range.js';
export { TopologyChannel } from './networks/sim/selective.js';
export { type CrashMemory, type LinkComposer, type NekoHost, NekoProcess } from './process.js';
export { type Contents, type Handlers, Protocol, PROTOCOL } from './protocol.js';
export type { NekoRecord } from './records.js';
export { StableStorage } from './stable.js';
export { NekoSystem } from './system.js';
export { RoundProtocol } from './round-protocol.js';
export { ActiveProtocol, PullProtocol, TaskProtocol } from './task-protocol.js';
export { type Postponed, Timer } from './timer.js';
export { parseTopology, Topology, TopologyError, topologyOf } from './topology.js';

export { BrachaBroadcast } from './protocols/bracha-broadcast.js';
export { BroadcastLayer, type Post } from './protocols/broadcast-layer.js';
export { CausalBroadcast } from './protocols/causal-broadcast.js';
export { ChandraToueg } from './protocols/chandra-toueg.js';
export { CombinedDetector } from './protocols/combined-detector.js';
export { composeLinks } from './protocols/compose-links.js';
export { ConsensusBroadcast } from './protocols/consensus-broadcast.js';
export { type Consensus, ConsensusProtocol } from './protocols/consensus-protocol.js';
export { Detector, type FailureDetector } from './protocols/detector.js';
export { DetectorQos } from './protocols/detector-qos.js';
export { DijkstraRing } from './protocols/dijkstra-ring.js';
export { FifoBroadcast } from './protocols/fifo-broadcast.js';
export { FifoLink } from './protocols/fifo-link.js';
export { FloodSet } from './protocols/flood-set.js';
export { GroupMembership } from './protocols/group-membership.js';
export { Heartbeat } from './protocols/heartbeat.js';
export { LamportBroadcast } from './protocols/lamport-broadcast.js';
export { LamportClockLayer } from './protocols/lamport-clock.js';
export { LeaderElection } from './protocols/leader-election.js';
export { LinkLayer, type Parcel } from './protocols/link-layer.js';
export { MostefaouiRaynal } from './protocols/mostefaoui-raynal.js';
export { MutualExclusion } from './protocols/mutual-exclusion.js';
export { type LeaderOracle, Omega } from './protocols/omega.js';
export { Paxos } from './protocols/paxos.js';
export { PerfectDetector } from './protocols/perfect-detector.js';
export { PingDetector } from './protocols/ping-detector.js';
export { ProgressReports } from './protocols/progress-reports.js';
export { Raft } from './protocols/raft.js';
export { ReliableBroadcast } from './protocols/reliable-broadcast.js';
export { ReliableLink, type ReliableLinkOptions } from './protocols/reliable-link.js';
export { ReplicatedStateMachine, type StateMachine } from './protocols/replicated-state-machine.js';
export { RingHeartbeat } from './protocols/ring-heartbeat.js';
export { SafraTermination } from './protocols/safra-termination.js';
export { SequencerBroadcast, UniformSequencerBroadcast } from './protocols/sequencer-broadcast.js';
export { SimulatedDetector } from './protocols/simulated-detector.js';
export { SkeenBroadcast } from './protocols/skeen-broadcast.js';
export { Snapshot } from './protocols/snapshot.js';
export { StableConsensusBroadcast } from './protocols/stable-consensus-broadcast.js';
export { StablePaxos } from './protocols/stable-paxos.js';
export { TokenBroadcast } from './protocols/token-broadcast.js';
export { UniformReliableBroadcast } from './protocols/uniform-reliable-broadcast.js';
export { compareVectorTimes, VectorClockLayer, type VectorTime } from './protocols/vector-clock.js';
export { wire } from './protocols/wire.js';
export { WrongSuspicionsDetector } from './protocols/wrong-suspicions-detector.js';
