/** The visible state of a scene at an instant. */
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
  /** Colour of its light; empty if it has none. */
  readonly light: string;
  /** Empty if unknown. */
  readonly className: string;
  readonly state: RobotState;
  readonly destination: { readonly x: number; readonly y: number } | undefined;
}

export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export type RobotState = 'idle' | 'turning' | 'moving' | 'crashed' | 'suspected';

export interface FrameMessage extends Flight {
  /** Part of the path from the sender to the receiver, 0 to 1. */
  readonly share: number;
}

export interface FrameContact {
  readonly robot: number;
  readonly other: number;
  readonly isObstacle: boolean;
  /** Time since the contact, from 0 to 1; at 1 it disappears. */
  readonly age: number;
}

export interface FrameLook {
  readonly robot: number;
  readonly metres: number;
  /** See `beamsText`. */
  readonly beams: string;
  readonly age: number;
}

export interface Frame {
  readonly time: number;
  readonly robots: readonly FrameRobot[];
  readonly messages: readonly FrameMessage[];
  readonly contacts: readonly FrameContact[];
  readonly looks: readonly FrameLook[];
}

/** Seconds for which a contact, a look or a loss is shown in real time. */
export const MOMENT = 1;
const MAX_MESSAGES = 2000;
const MAX_MOMENTS = 2000;
/** Part of the path at which a message without a known end waits. */
const UNKNOWN_END = 0.95;

/** `pace`: simulated seconds per second, so that momentary events stay visible. */
export function frameAt(scene: Scene, time: number, pace = 1): Frame {
  const moment = MOMENT * Math.max(pace, 1e-6);
  const typical = scene.flights.typicalSeconds;
  let robots: readonly FrameRobot[] | undefined;
  return {
    time,
    // Computed on demand: for a crowd, single robots or those in sight are enough.
    get robots() {
      return (robots ??= robotsAt(scene, time));
    },
    messages: scene.flights
      .at(time, MAX_MESSAGES, moment / 2)
      .map((flight) => ({ ...flight, share: shareOf(flight, time, typical) })),
    contacts: Array.from(scene.contacts.recent(time, moment, MAX_MOMENTS), ([at, robot, other, kind]) => {
      return { robot, other, isObstacle: kind === 1, age: (time - at) / moment };
    }),
    looks: Array.from(scene.looks.recent(time, moment, MAX_MOMENTS), ([at, robot, metres, beams]) => {
      return { robot, metres, beams: scene.beams[beams] ?? '', age: (time - at) / moment };
    }),
  };
}

// New objects for each frame; reusing those of the last frame is no faster, even for a hundred thousand robots.
function robotsAt(scene: Scene, time: number): FrameRobot[] {
  const robots: FrameRobot[] = [];
  const sample: Sample = { x: 0, y: 0, heading: 0, activity: 'idle' };
  for (const robot of scene.robots.values()) {
    const one = robotAt(scene, robot, time, sample);
    if (one !== undefined) robots.push(one);
  }
  return robots;
}

/** One robot of a frame; undefined if it is not there. `sample` is a reused buffer. */
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
    light: robot.lights.at(time),
    className: scene.classOf(id),
    state,
    destination: robot.destinations.at(time),
  };
}

/** The completed part of a message's path; `typical` is the mean transit time in seconds. */
export function shareOf({ sent, ended }: Flight, time: number, typical: number): number {
  // A message without an end in the log moves at the typical speed, and then waits.
  if (ended === Infinity) return UNKNOWN_END * Math.min(1, (time - sent) / typical);
  return ended > sent ? Math.min(1, (time - sent) / (ended - sent)) : 1;
}
