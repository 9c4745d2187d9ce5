/** For authors of controllers and plug-ins of the Cooperative Robotics Simulator. */
export {
  type EffectorKind,
  fitted,
  type MapKind,
  NearnessSensor,
  type RobotMessage,
  ScoutError,
  ScoutRobot,
  type SensorKind,
  type ShapeKind,
  type Thing,
} from '@kineko/crsim';
export { tcpTransport } from '@kineko/crsim/node';
