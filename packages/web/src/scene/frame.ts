/** What is to be seen of a scene at an instant. */
import type { Flight } from './flights.js';
import type { Scene } from './scene.js';

export interface FrameRobot {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  /** Radians. */
  readonly heading: number;
  readonly radius: number;
  readonly tag: string;
  readonly state: RobotState;
  readonly destination: { readonly x: number; readonly y: number } | undefined;
}

export type RobotState = 'idle' | 'turning' | 'moving' | 'crashed' | 'suspected';

export interface FrameMessage extends Flight {
  /** From where it was sent to where its receiver is, 0 to 1. */
  readonly share: number;
}

export interface FrameContact {
  readonly robot: number;
  readonly other: number;
  readonly isObstacle: boolean;
  /** Seconds since then. */
  readonly age: number;
}

export interface FrameLook {
  readonly robot: number;
  readonly metres: number;
  readonly age: number;
}

export interface Frame {
  readonly time: number;
  readonly robots: readonly FrameRobot[];
  readonly messages: readonly FrameMessage[];
  readonly contacts: readonly FrameContact[];
  readonly looks: readonly FrameLook[];
}

/** Seconds for which a contact, a look or a loss is seen, when a second is a second. */
const MOMENT = 1;
const MOST_MESSAGES = 2000;

/** `pace`: simulated seconds per second, so that what lasts a moment can be seen. */
export function frameAt(scene: Scene, time: number, pace = 1): Frame {
  const moment = MOMENT * Math.max(pace, 1e-6);
  const robots: FrameRobot[] = [];
  for (const robot of scene.robots.values()) {
    const pose = robot.poseAt(time);
    if (pose === undefined) continue;
    const { x, y, heading } = pose;
    robots.push({
      id: robot.id,
      x,
      y,
      heading,
      radius: robot.radius,
      tag: robot.tags.at(time),
      state: stateOf(scene, robot.id, time),
      destination: robot.destinations.at(time),
    });
  }
  return {
    time,
    robots,
    messages: scene.flights
      .at(time, MOST_MESSAGES, moment / 2)
      .map((flight) => ({ ...flight, share: shareOf(flight, time) })),
    contacts: [...scene.contacts.lately(time, moment)].map(([at, robot, other, kind]) => {
      return { robot, other, isObstacle: kind === 1, age: (time - at) / moment };
    }),
    looks: [...scene.looks.lately(time, moment)].map(([at, robot, metres]) => {
      return { robot, metres, age: (time - at) / moment };
    }),
  };
}

function stateOf(scene: Scene, id: number, time: number): RobotState {
  if (scene.isCrashed(id, time)) return 'crashed';
  if (scene.suspicions.size > 0 && scene.suspectedBy(id, time).length > 0) return 'suspected';
  const leg = scene.robots.get(id)!.track.legAt(time)!;
  if (leg.kind === 'rest' || time >= leg.end) return 'idle';
  return leg.kind === 'turn' ? 'turning' : 'moving';
}

function shareOf({ sent, ended }: Flight, time: number): number {
  // Of what has not arrived by the end of the log nobody knows how far it is.
  if (ended === Infinity) return 0.5;
  return ended > sent ? Math.min(1, (time - sent) / (ended - sent)) : 1;
}
