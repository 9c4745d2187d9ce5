/**
 * The engine without a scenario file: simulated time, exact geometry, a world of bodies and a system of processes, for programs
 * that build their own simulation. Base classes of algorithms and protocols are in `kineko`.
 */

// Simulated time.
export {
  all,
  EventClass,
  first,
  type Handle,
  Interrupted,
  Latch,
  Mailbox,
  Random,
  RandomStream,
  type RunReport,
  Signal,
  Simulator,
  TIMED_OUT,
  timeout,
  Wait,
} from '@kineko/kernel';
export { Pacer } from '@kineko/kernel/pacing';

// Places, motions and contacts.
export {
  arcLeg,
  type Box,
  centroid,
  type Contact,
  cosDegrees,
  curveLeg,
  discDiscContact,
  discSegmentContact,
  headingAt,
  type Leg,
  type LineLeg,
  lineLeg,
  maxSpeedOf,
  pointDistance,
  polygonEdges,
  type Pose,
  poseAt,
  positionAt,
  restLeg,
  type Segment,
  sinDegrees,
  turnLeg,
  type Vector,
  velocityAt,
} from '@kineko/geometry';

// A world of robots with bodies.
export {
  AnalyticDynamics,
  arc,
  BumpSensor,
  CompassSensor,
  ContactSensor,
  forward,
  GpsSensor,
  loadRigidPhysics,
  type MotionModule,
  moveTo,
  Obstacles,
  type ObstacleShape,
  ProximitySensor,
  PushSensor,
  Sensor,
  SonarSensor,
  turn,
  ViewSensor,
  World,
} from '@kineko/world';

// A system of processes that exchange messages.
export {
  BandwidthChannel,
  BasicChannel,
  BurstsChannel,
  Channel,
  ChannelWrapper,
  DuplicationChannel,
  Faults,
  type FaultSchedule,
  FifoChannel,
  LossChannel,
  MetricChannel,
  NekoProcess,
  type NekoRecord,
  NekoSystem,
  type Network,
  OverridesChannel,
  parseTopology,
  PartitionChannel,
  RandomChannel,
  RangeChannel,
  SimNetwork,
  SpikesChannel,
  type Topology,
  TopologyChannel,
} from '@kineko/neko';
