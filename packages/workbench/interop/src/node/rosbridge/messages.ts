/** Messages of ROS, as the JSON of rosbridge: what clients receive, and the Twist that they send. */
import { expected } from '@kineko/formats/problem';
import { cos, type Pose, sin } from '@kineko/geometry';

/** The versions of ROS differ in stamps and headers. A client that names types as `nav_msgs/msg/Odometry` speaks ROS 2. */
export type Dialect = 'ros1' | 'ros2';

export function dialectOf(type: string): Dialect {
  return /\/(msg|srv)\//.test(type) ? 'ros2' : 'ros1';
}

/** The name of a type without the part that only ROS 2 has. */
export function plainType(type: string): string {
  return type.replace(/\/(msg|srv)\//, '/');
}

/** A robot at one instant; velocities in its own frame, x ahead and y to its left. */
export interface BodyState {
  readonly pose: Pose;
  readonly vx: number;
  readonly vy: number;
  /** Radians per second, anticlockwise. */
  readonly turnRate: number;
}

/** The global frame; the same as in MCAP files. */
const WORLD = 'world';

/** The frame of a robot: its centre, with x ahead. */
function frameOf(robot: number): string {
  return `robot${robot}/base_link`;
}

/** When a message was made. */
export interface Stamp {
  /** Simulated seconds. */
  readonly now: number;
  readonly sequence: number;
  readonly dialect: Dialect;
}

export function timeOf(now: number, dialect: Dialect): object {
  const total = BigInt(Math.round(now * 1e9));
  const [seconds, rest] = [Number(total / 1_000_000_000n), Number(total % 1_000_000_000n)];
  return dialect === 'ros1' ? { secs: seconds, nsecs: rest } : { sec: seconds, nanosec: rest };
}

function headerOf({ now, sequence, dialect }: Stamp, frame: string): object {
  return { ...(dialect === 'ros1' && { seq: sequence }), stamp: timeOf(now, dialect), frame_id: frame };
}

function rotation({ heading }: Pose): object {
  return { x: 0, y: 0, z: sin(heading / 2), w: cos(heading / 2) };
}

export function clockMessage({ now, dialect }: Stamp): object {
  return { clock: timeOf(now, dialect) };
}

/** Exact, so its covariance is 0. */
export function odometryMessage(robot: number, { pose, vx, vy, turnRate }: BodyState, stamp: Stamp): object {
  return {
    header: headerOf(stamp, WORLD),
    child_frame_id: frameOf(robot),
    pose: { pose: { position: { x: pose.x, y: pose.y, z: 0 }, orientation: rotation(pose) }, covariance: EXACT },
    twist: { twist: { linear: { x: vx, y: vy, z: 0 }, angular: { x: 0, y: 0, z: turnRate } }, covariance: EXACT },
  };
}

const EXACT: readonly number[] = new Array<number>(36).fill(0);

export function transformsMessage(robots: readonly (readonly [robot: number, pose: Pose])[], stamp: Stamp): object {
  const header = headerOf(stamp, WORLD);
  return {
    transforms: robots.map(([robot, pose]) => ({
      header,
      child_frame_id: frameOf(robot),
      transform: { translation: { x: pose.x, y: pose.y, z: 0 }, rotation: rotation(pose) },
    })),
  };
}

/** The angles of the rays of a scan from the heading: from behind, anticlockwise around the robot. */
export function scanAngles(rays: number): readonly number[] {
  return Array.from({ length: rays }, (_, ray) => -Math.PI + (2 * Math.PI * ray) / rays);
}

/** @param ranges Infinity for a ray without a hit, which JSON writes as null. */
export function scanMessage(robot: number, ranges: readonly number[], range: number, stamp: Stamp): object {
  const angles = scanAngles(ranges.length);
  return {
    header: headerOf(stamp, frameOf(robot)),
    angle_min: angles[0],
    angle_max: angles.at(-1),
    angle_increment: (2 * Math.PI) / ranges.length,
    time_increment: 0,
    scan_time: 0,
    range_min: 0,
    range_max: range,
    ranges,
    intensities: [],
  };
}

export interface Twist {
  /** Metres per second; negative for backward. */
  readonly speed: number;
  /** Radians per second, anticlockwise. */
  readonly turnRate: number;
}

/** Reads a geometry_msgs/Twist; members that are missing are 0, as in ROS. Throws an `Error` if it is none. */
export function readTwist(message: unknown): Twist {
  const { linear, angular } = membersOf('msg', message, ['linear', 'angular']);
  const [ahead, around] = [vectorIn('linear', linear), vectorIn('angular', angular)];
  const others = { 'linear.y': ahead.y, 'linear.z': ahead.z, 'angular.x': around.x, 'angular.y': around.y };
  for (const [name, value] of Object.entries(others)) {
    if (value !== 0) throw new Error(`${name}: ${expected('0: robots move along their heading and turn', value)}`);
  }
  return { speed: ahead.x, turnRate: around.z };
}

function vectorIn(name: string, value: unknown): Readonly<Record<'x' | 'y' | 'z', number>> {
  const members = membersOf(name, value ?? {}, ['x', 'y', 'z']);
  const numberAt = (axis: 'x' | 'y' | 'z'): number => {
    const given = members[axis] === undefined ? 0 : members[axis];
    // NaN and infinity have no JSON: clients write null for them.
    if (typeof given !== 'number' || !Number.isFinite(given)) {
      throw new Error(`${name}.${axis}: ${expected('a finite number', given)}`);
    }
    return given;
  };
  return { x: numberAt('x'), y: numberAt('y'), z: numberAt('z') };
}

function membersOf<K extends string>(
  name: string,
  value: unknown,
  known: readonly K[],
): Readonly<Partial<Record<K, unknown>>> {
  const what = `an object with ${known.join(', ')}`;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`${name}: ${expected(what, value)}`);
  }
  const unknown = Object.keys(value).find((key) => !(known as readonly string[]).includes(key));
  if (unknown !== undefined) throw new Error(`${name}: ${expected(what, unknown)}`);
  return value as Readonly<Partial<Record<K, unknown>>>;
}
