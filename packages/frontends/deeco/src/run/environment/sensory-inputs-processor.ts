/** A layer of the environment: after each cycle it tells every robot what its sensor reads. */
import type { Context } from '../runtime/process.js';
import type { EnvironmentMap } from './environment-map.js';
import type { Action } from './action.js';

/** What a layer is handed when it is made, before `processArg`. */
export interface LayerSite {
  readonly map: EnvironmentMap;
  readonly context: Context;
  /** A file of its own, beneath the folders that the scenario may write to; made when there is something to write. */
  openLog(path: string, isEarlier: IsEarlierLog): LayerLog;
}

/** Whether a file that starts with these bytes, and has this length, is an earlier log of the layer, which may be replaced. */
export type IsEarlierLog = (start: Uint8Array, length: number) => boolean;

/** Bytes that a layer keeps for whoever shows it. */
export interface LayerLog {
  write(bytes: Uint8Array): void;
}

export abstract class SensoryInputsProcessor<T = unknown> {
  // `#` members: authors extend this class, and a private field could collide with a field of theirs.
  #site: LayerSite | undefined;

  /** Called once, by whoever deploys it. */
  place(site: LayerSite): void {
    this.#site = site;
  }

  protected get environmentMap(): EnvironmentMap {
    return this.#placed.map;
  }

  protected get context(): Context {
    return this.#placed.context;
  }

  /** Without `isEarlier` no existing file is replaced, unless the user allows it (`--allow-path FILE`). */
  protected openLog(path: string, isEarlier: IsEarlierLog = () => false): LayerLog {
    return this.#placed.openLog(path, isEarlier);
  }

  /** One value for each robot, in their order; they are handed on as they are, and not copied. */
  abstract sendInputs(robots: readonly RobotPlacement[], objects: readonly ObjectPlacement[]): readonly T[];

  processArg(_arg: string): void {}

  get #placed(): LayerSite {
    if (this.#site === undefined) throw new Error('a sensor layer knows its map when it is deployed, not before');
    return this.#site;
  }
}

/** Where robots and objects are: what sensor layers see of them. */
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
