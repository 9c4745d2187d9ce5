/** A layer of the environment: it computes the sensor readings of all robots after each cycle. */
import type { Context } from '../runtime/process.js';
import type { EnvironmentMap } from './environment-map.js';
import type { Action } from './action.js';

/** Given to a layer on deployment, before `processArg`. */
interface LayerContext {
  readonly map: EnvironmentMap;
  readonly context: Context;
  /** Opens a file beneath the folders that the scenario may write to; it is created with the first bytes. */
  openLog(path: string, isEarlier: IsEarlierLog): LayerLog;
}

/** Whether a file with this start and length is an earlier log of the layer, which may be replaced. */
type IsEarlierLog = (start: Uint8Array, length: number) => boolean;

/** A file that a layer writes for programs that show it. */
export interface LayerLog {
  write(bytes: Uint8Array): void;
}

export abstract class SensoryInputsProcessor<T = unknown> {
  // `#` members: authors extend this class, and a private field could collide with a field of theirs.
  #context: LayerContext | undefined;

  /** Called once, on deployment. */
  deploy(context: LayerContext): void {
    this.#context = context;
  }

  protected get environmentMap(): EnvironmentMap {
    return this.#deployed.map;
  }

  protected get context(): Context {
    return this.#deployed.context;
  }

  /** Without `isEarlier` no existing file is replaced, unless the user allows it (`--allow-path FILE`). */
  protected openLog(path: string, isEarlier: IsEarlierLog = () => false): LayerLog {
    return this.#deployed.openLog(path, isEarlier);
  }

  /** Returns one value per robot, in the order of the robots; the values are not copied. */
  abstract sendInputs(robots: readonly RobotPlacement[], objects: readonly ObjectPlacement[]): readonly T[];

  processArg(_arg: string): void {}

  get #deployed(): LayerContext {
    if (this.#context === undefined) throw new Error('a sensor layer has no map before it is deployed');
    return this.#context;
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
  /** Name of its class. */
  readonly type: string;
  /** The action of this cycle. */
  readonly currentAction: Action;
}

export interface ObjectPlacement {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly tag: string;
  readonly type: string;
}
