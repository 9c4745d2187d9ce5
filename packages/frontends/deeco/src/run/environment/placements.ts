/** Where robots and objects are: what sensor layers see of them. */
import type { Action } from './action.js';

export interface RobotPlacement {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
  /** Radius. */
  readonly size: number;
  readonly tag: string;
  /** The name of its class. */
  readonly type: string;
  /** Of this cycle. */
  readonly currentAction: Action;
}

export interface ObjectPlacement {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly tag: string;
  readonly type: string;
}
