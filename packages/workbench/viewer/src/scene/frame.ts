/** What is to be seen of a scene at an instant. */
import type { Flight } from './flights.js';
import type { Scene, SceneRobot } from './scene.js';
import type { Sample } from './track.js';

export interface FrameRobot {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  /** Radians. */
  readonly heading: number;
  readonly radius: number;
  readonly tag: string;
  /** Empty if nobody says. */
  readonly className: string;
  readonly state: RobotState;
  readonly destination: { readonly x: number; readonly y: number } | undefined;
}

export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export type RobotState = 'idle' | 'turning' | 'moving' | 'crashed' | 'suspected';

export interface FrameMessage extends Flight {
  /** From where it was sent to where its receiver is, 0 to 1. */
  readonly share: number;
}

export interface FrameContact {
  readonly robot: number;
  readonly other: number;
  readonly isObstacle: boolean;
  /** Since then: from 0 to 1, when it is seen no more. */
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
export const MOMENT = 1;
const MAX_MESSAGES = 2000;
const MAX_MOMENTS = 2000;
/** So far comes what is not known to arrive. */
const UNKNOWN_END = 0.95;

/** `pace`: simulated seconds per second, so that what lasts a moment can be seen. */
export function frameAt(scene: Scene, time: number, pace = 1): Frame {
  const moment = MOMENT * Math.max(pace, 1e-6);
  const typical = scene.flights.typicalSeconds;
  let robots: readonly FrameRobot[] | undefined;
  return {
    time,
    // Only if somebody asks: of a crowd, one at a time or those in sight are enough.
    get robots() {
      return (robots ??= robotsAt(scene, time));
    },
    messages: scene.flights
      .at(time, MAX_MESSAGES, moment / 2)
      .map((flight) => ({ ...flight, share: shareOf(flight, time, typical) })),
    contacts: Array.from(scene.contacts.lately(time, moment, MAX_MOMENTS), ([at, robot, other, kind]) => {
      return { robot, other, isObstacle: kind === 1, age: (time - at) / moment };
    }),
    looks: Array.from(scene.looks.lately(time, moment, MAX_MOMENTS), ([at, robot, metres]) => {
      return { robot, metres, age: (time - at) / moment };
    }),
  };
}

// New ones for each frame: to change those of the last one was tried and is no faster, even of a hundred thousand.
function robotsAt(scene: Scene, time: number): FrameRobot[] {
  const robots: FrameRobot[] = [];
  const sample: Sample = { x: 0, y: 0, heading: 0, activity: 'idle' };
  for (const robot of scene.robots.values()) {
    const one = robotAt(scene, robot, time, sample);
    if (one !== undefined) robots.push(one);
  }
  return robots;
}

/** One robot of a frame; undefined if it is not there. The sample is there to be used again. */
export function robotAt(scene: Scene, robot: SceneRobot, time: number, sample: Sample): FrameRobot | undefined {
  if (time < robot.entered || !robot.track.sampleAt(time, sample)) return undefined;
  const { id, radius } = robot;
  const { x, y, heading, activity } = sample;
  const state = scene.isCrashed(id, time) ? 'crashed' : scene.isSuspected(id, time) ? 'suspected' : activity;
  return {
    id,
    x,
    y,
    heading,
    radius,
    tag: robot.tags.at(time),
    className: scene.classOf(id),
    state,
    destination: robot.destinations.at(time),
  };
}

/** How far a copy of a message is; `typical` is how many seconds others take. */
export function shareOf({ sent, ended }: Flight, time: number, typical: number): number {
  // Of what has not arrived by the end of the log nobody knows how far it is: it goes as others do, and waits.
  if (ended === Infinity) return UNKNOWN_END * Math.min(1, (time - sent) / typical);
  return ended > sent ? Math.min(1, (time - sent) / (ended - sent)) : 1;
}
