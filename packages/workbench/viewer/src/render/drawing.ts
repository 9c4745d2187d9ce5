import type { Point, View } from '@kineko/ui';
import type { Frame } from '../scene/frame.js';
import type { Scene } from '../scene/scene.js';
import type { Canvas2d } from './canvas.js';
import type { LayerName, Style } from './style.js';

/** Everything that a layer draws with. */
export interface Drawing {
  readonly context: Canvas2d;
  readonly scene: Scene;
  readonly frame: Frame;
  readonly view: View;
  readonly style: Style;
  /** Draws the robots in place of the usual painter: of a crowd, a frame has but those who can be told apart. */
  readonly crowd?: Painter | undefined;
}

/** A layer of one's own; where it stands among the style's layers by its name, it is drawn there and as they say. */
export interface OwnLayer {
  readonly name: string;
  /** Else the layer right above which it is drawn, be that visible or not; without it, above all others. */
  readonly above?: LayerName | undefined;
  draw(drawing: Drawing): void;
}

/** Draws a layer that is here by nature. */
export type Painter = (drawing: Drawing, opacity: number) => void;

export const FULL_TURN = 2 * Math.PI;
export const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';
/** More robots than this, and what each of them adds around it is a fog. */
export const CROWD = 400;

/** Where a robot is, for layers that are about a few of them: an index of a whole crowd would cost more than the frame. */
export function robotAt({ scene, frame }: Drawing, id: number): Place | undefined {
  const robot = scene.robots.get(id);
  if (robot === undefined || frame.time < robot.entered) return undefined;
  const pose = robot.poseAt(frame.time);
  return pose && { x: pose.x, y: pose.y, radius: robot.radius };
}

export interface Place extends Point {
  readonly radius: number;
}

/** Whether a disc of so many pixels can be seen at all. */
export function isInSight({ width, height }: View, x: number, y: number, reach: number): boolean {
  return x + reach >= 0 && y + reach >= 0 && x - reach <= width && y - reach <= height;
}
