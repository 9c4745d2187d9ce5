import type { Point, View } from '@kineko/ui';
import type { Frame } from '../scene/frame.js';
import type { Scene } from '../scene/scene.js';
import type { Canvas2d } from './canvas.js';
import type { LayerName, Style } from './style.js';

/** Everything that a layer needs for drawing. */
export interface Drawing {
  readonly context: Canvas2d;
  readonly scene: Scene;
  readonly frame: Frame;
  readonly view: View;
  readonly style: Style;
  /** Draws the robots of a crowd instead of the usual painter; the frame then has only the named ones. */
  readonly crowd?: Painter | undefined;
}

/** An additional layer. If the style lists its name, it is drawn at that position and with that setting. */
export interface OwnLayer {
  readonly name: string;
  /** Otherwise it is drawn right above this layer, or above all others. */
  readonly above?: LayerName | undefined;
  draw(drawing: Drawing): void;
}

/** Draws a built-in layer. */
export type Painter = (drawing: Drawing, opacity: number) => void;

export const FULL_TURN = 2 * Math.PI;
export const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';
/** Above this number of robots, per-robot additions would hide the picture. */
export const CROWD = 400;

/** The position of a robot, for layers that need few of them; an index of a whole crowd would cost more than the frame. */
export function robotAt({ scene, frame }: Drawing, id: number): Place | undefined {
  const robot = scene.robots.get(id);
  if (robot === undefined || frame.time < robot.entered) return undefined;
  const pose = robot.poseAt(frame.time);
  return pose && { x: pose.x, y: pose.y, heading: pose.heading, radius: robot.radius };
}

export interface Place extends Point {
  /** Radians. */
  readonly heading: number;
  readonly radius: number;
}

/** Whether a disc with this radius in pixels is visible. */
export function isInSight({ width, height }: View, x: number, y: number, reach: number): boolean {
  return x + reach >= 0 && y + reach >= 0 && x - reach <= width && y - reach <= height;
}
