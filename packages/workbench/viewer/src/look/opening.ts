/** The initial state of a page besides the run: plain data from the command line. */
import type { TraceValue } from '@kineko/formats/trace';
import type { SceneObject } from '../scene/scene-sink.js';
import type { WantedLayer } from './look-file.js';
import type { Look } from './look.js';

export interface Opening {
  /** The name of the scenario. */
  readonly title?: string | undefined;
  readonly look?: Look | undefined;
  /** Pictures as `data:` addresses, by the names used in the look. */
  readonly pictures?: Readonly<Record<string, string>> | undefined;
  /** Layers of authors that a visualization file requests. */
  readonly wanted?: readonly SentLayer[] | undefined;
  /** Addresses of the scripts with these layers. */
  readonly scripts?: readonly string[] | undefined;
  /** Simulated seconds. */
  readonly at?: number | undefined;
  /** The robot that stays in the centre. */
  readonly follow?: number | undefined;
  /** Size of the picture in pixels; by default it fills the page. */
  readonly size?: { readonly width: number; readonly height: number } | undefined;
  /** Limit on the pictures per simulated second. */
  readonly frameRate?: number | undefined;
  /** Parts of the world that the log lacks. */
  readonly world?: OpeningWorld | undefined;
  /** Whether the server looks for findings. */
  readonly hasFindings?: boolean | undefined;
  /** Name of a run to compare with. */
  readonly other?: string | undefined;
  /** Whether the server runs worlds that are opened in the page. */
  readonly opensWorlds?: boolean | undefined;
  /** Messages to show to the user. */
  readonly remarks?: readonly string[] | undefined;
}

/** A requested layer, with the file that it needs in base64. */
export interface SentLayer extends Omit<WantedLayer, 'file'> {
  readonly data?: string | undefined;
}

export interface OpeningWorld {
  /** Simulated time at which the run ended; its last record may be earlier. */
  readonly end?: number | undefined;
  readonly radius?: number | undefined;
  readonly radii?: readonly (readonly [id: number, radius: number])[] | undefined;
  readonly area?: readonly [number, number, number, number] | undefined;
  readonly isWalled?: boolean | undefined;
  readonly obstacles?: readonly OpeningObstacle[] | undefined;
  readonly objects?: readonly SceneObject[] | undefined;
}

export interface OpeningObstacle {
  readonly id: number;
  /** As recorded in the trace. */
  readonly shape: TraceValue;
}

/** A standalone page contains its run. */
export interface Embedded {
  readonly name: string;
  /** Base64, compressed by gzip. */
  readonly data: string;
  /** Source of the worker that reads it. */
  readonly worker?: string | undefined;
  readonly opening?: Opening | undefined;
}

/** Id of the page element with the `Embedded` data as JSON. */
export const EMBEDDED_ID = 'kineko-embedded';
