/** The topics of a run: `/clock`, `/tf`, and those of each robot. */

export type Topic =
  | { readonly kind: 'clock' | 'tf' }
  | { readonly kind: 'odom' | 'scan'; readonly robot: number }
  | { readonly kind: 'cmd_vel'; readonly robot: number };

const TYPES: Readonly<Record<Topic['kind'], string>> = {
  clock: 'rosgraph_msgs/Clock',
  tf: 'tf2_msgs/TFMessage',
  odom: 'nav_msgs/Odometry',
  scan: 'sensor_msgs/LaserScan',
  cmd_vel: 'geometry_msgs/Twist',
};

const OF_ROBOTS = ['cmd_vel', 'odom', 'scan'] as const;

export const TOPICS_TEXT = '/clock, /tf, /robotN/cmd_vel, /robotN/odom, /robotN/scan';

export function typeOf({ kind }: Topic): string {
  return TYPES[kind];
}

/** Undefined if the topic is unknown. A name without a slash at its start is relative to the root. */
export function topicNamed(name: string, hasRobot: (robot: number) => boolean): Topic | undefined {
  const [, kind] = /^\/?(clock|tf)$/.exec(name) ?? [];
  if (kind !== undefined) return { kind: kind as 'clock' | 'tf' };
  const [, id, part] = /^\/?robot(0|[1-9]\d{0,8})\/(cmd_vel|odom|scan)$/.exec(name) ?? [];
  const robot = Number(id);
  return part !== undefined && hasRobot(robot) ? ({ kind: part, robot } as Topic) : undefined;
}

/** The same for all names of a topic. */
export function keyOf(topic: Topic): string {
  return 'robot' in topic ? `/robot${topic.robot}/${topic.kind}` : `/${topic.kind}`;
}

export function allTopics(robots: readonly number[]): readonly Topic[] {
  const ofRobots = robots.flatMap((robot) => OF_ROBOTS.map((kind): Topic => ({ kind, robot })));
  return [{ kind: 'clock' }, { kind: 'tf' }, ...ofRobots];
}
