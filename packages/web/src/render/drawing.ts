import type { Frame, FrameRobot } from '../scene/frame.js';
import type { Scene } from '../scene/scene.js';
import type { Canvas2d } from './canvas.js';
import type { LayerName, Style } from './style.js';
import type { View } from './view.js';

/** Everything that a layer draws with. */
export interface Drawing {
  readonly context: Canvas2d;
  readonly scene: Scene;
  readonly frame: Frame;
  readonly view: View;
  readonly style: Style;
}

/** A layer of one's own. */
export interface OwnLayer {
  readonly name: string;
  /** The layer right above which it is drawn, be that visible or not; without it, above all others. */
  readonly above?: LayerName | undefined;
  draw(drawing: Drawing): void;
}

/** Draws a layer that is here by nature. */
export type Painter = (drawing: Drawing, opacity: number) => void;

export const FULL_TURN = 2 * Math.PI;
export const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';
/** More robots than this, and what each of them adds around it is a fog. */
export const CROWD = 400;

const indices = new WeakMap<Frame, ReadonlyMap<number, FrameRobot>>();

/** The robots of a frame by their ids; made once, and only for frames of which a layer asks for it. */
export function byId(frame: Frame): ReadonlyMap<number, FrameRobot> {
  let index = indices.get(frame);
  if (index === undefined) {
    index = new Map(frame.robots.map((robot) => [robot.id, robot]));
    indices.set(frame, index);
  }
  return index;
}

/** Whether a disc of so many pixels can be seen at all. */
export function isInSight({ width, height }: View, x: number, y: number, reach: number): boolean {
  return x + reach >= 0 && y + reach >= 0 && x - reach <= width && y - reach <= height;
}
