/**
 * The public import `kineko`: everything an author of algorithms, protocols, sensors and motions needs. The command line and
 * the playground offer authors' files this one list. It loads nothing heavy.
 */

// Points, shapes and motions in the plane.
export {
  arcLeg,
  atan2,
  type Box,
  centroid,
  convexHull,
  cos,
  cosDegrees,
  curveLeg,
  degreesOf,
  exp,
  headingAt,
  type Leg,
  lineLeg,
  maxSpeedOf,
  pointDistance,
  pointInPolygon,
  pointSegmentDistance,
  polygonCentroid,
  type Pose,
  poseAt,
  positionAt,
  radiansOf,
  reducedDegrees,
  restLeg,
  type Segment,
  signedArea,
  sin,
  sinDegrees,
  smallestEnclosingCircle,
  turnLeg,
  type Vector,
  velocityAt,
} from '@kineko/geometry';

// Waiting and randomness in simulated time.
export {
  all,
  first,
  Interrupted,
  Latch,
  Mailbox,
  Random,
  RandomStream,
  Signal,
  timeout,
  TIMED_OUT,
  Wait,
} from '@kineko/kernel';

// Messages: base classes of protocols, and how they are stacked.
export {
  ActiveProtocol,
  BroadcastLayer,
  composeLinks,
  ConsensusProtocol,
  Detector,
  FIFO_LINK,
  type Guarantee,
  type Handlers,
  Layer,
  LinkLayer,
  type NekoMessage,
  NekoProcess,
  NO_GUARANTEE,
  ONCE_LINK,
  type Outgoing,
  type Parcel,
  type Post,
  type Postponed,
  Protocol,
  PullProtocol,
  QUASI_RELIABLE,
  type Receiver,
  RoundProtocol,
  type Sender,
  Timer,
  unwrap,
  wire,
  wrap,
  type Wrapped,
} from '@kineko/neko';

// Messages: the protocols that come with Kineko.
export {
  BrachaBroadcast,
  CausalBroadcast,
  ChandraToueg,
  CombinedDetector,
  compareVectorTimes,
  type Consensus,
  ConsensusBroadcast,
  DetectorQos,
  DijkstraRing,
  type FailureDetector,
  FifoBroadcast,
  FifoLink,
  FloodSet,
  GroupMembership,
  Heartbeat,
  LamportBroadcast,
  LamportClockLayer,
  LeaderElection,
  type LeaderOracle,
  MostefaouiRaynal,
  MutualExclusion,
  Omega,
  Paxos,
  PerfectDetector,
  PingDetector,
  Raft,
  ReliableBroadcast,
  ReliableLink,
  ReplicatedStateMachine,
  RingHeartbeat,
  SafraTermination,
  SequencerBroadcast,
  SimulatedDetector,
  SkeenBroadcast,
  Snapshot,
  StableConsensusBroadcast,
  StablePaxos,
  type StableStorage,
  type StateMachine,
  TokenBroadcast,
  UniformReliableBroadcast,
  UniformSequencerBroadcast,
  VectorClockLayer,
  type VectorTime,
  WrongSuspicionsDetector,
} from '@kineko/neko';

// Sensors and motion modules.
export {
  type AnyMotionModule,
  MotionError,
  type MotionModule,
  type MotionRequest,
  type Party,
  PushSensor,
  Sensor,
  type WorldView,
  type World,
} from '@kineko/world';

// Robots and algorithms.
export { Actuator, ActuatorError } from './run/actuator.js';
export { AbstractAlgorithm } from './run/algorithm.js';
export { BroadcastTest } from './run/algorithms/broadcast-test.js';
export { CircleFormation } from './run/algorithms/circle-formation.js';
export { Flocking } from './run/algorithms/flocking.js';
export { Gathering } from './run/algorithms/gathering.js';
export { PathReservation } from './run/algorithms/path-reservation.js';
export { ProtocolTest } from './run/algorithms/protocol-test.js';
export { RandomMovement } from './run/algorithms/random-movement.js';
export { TestCommunication } from './run/algorithms/test-communication.js';
export { compose, Composition } from './run/composition.js';
export { Motion, type MotionOutcome } from './run/motion.js';
export { NekoRobot } from './run/neko-robot.js';
export { OwnRobot } from './run/own-robot.js';
export { Parameters } from './run/parameters.js';
export type { RobotInitializer } from './run/robot-system.js';
export type { RunView } from './run/setup/finish.js';
export type { Metric } from './run/setup/metrics.js';
export {
  BumpPort,
  CompassPort,
  ContactPort,
  GpsPort,
  HeatPort,
  LightPort,
  OwnPushPort,
  ProximityPort,
  PushPort,
  RingPort,
  SensorPort,
  SonarPort,
  ViewPort,
} from './run/sensing.js';
