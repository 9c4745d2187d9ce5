/** What a page is to begin with, besides the run: plain data, from the command line to the page. */
import type { TraceValue } from '@kineko/formats/trace';
import type { SceneObject } from '../scene/scene-sink.js';
import type { WantedLayer } from './look-file.js';
import type { Look } from './look.js';

export interface Opening {
  readonly look?: Look | undefined;
  /** Pictures by the names that the look has for them, as `data:` addresses. */
  readonly pictures?: Readonly<Record<string, string>> | undefined;
  /** Layers of one's own that a visualization file asks for. */
  readonly wanted?: readonly SentLayer[] | undefined;
  /** Where the scripts are that bring them. */
  readonly scripts?: readonly string[] | undefined;
  /** Simulated seconds. */
  readonly at?: number | undefined;
  /** The robot that stays in the middle. */
  readonly follow?: number | undefined;
  /** Pixels of the picture; without it, as large as the page has room for. */
  readonly size?: { readonly width: number; readonly height: number } | undefined;
  /** Pictures per simulated second, at most. */
  readonly frameRate?: number | undefined;
  /** What the log does not tell. */
  readonly world?: OpeningWorld | undefined;
  /** Whether the server runs the Chirp worlds that are opened in the page. */
  readonly opensWorlds?: boolean | undefined;
  /** What whoever asked for it should know. */
  readonly remarks?: readonly string[] | undefined;
}

/** A layer that is asked for, with the file that it needs in base64. */
export interface SentLayer extends Omit<WantedLayer, 'file'> {
  readonly data?: string | undefined;
}

export interface OpeningWorld {
  readonly radius?: number | undefined;
  readonly radii?: readonly (readonly [id: number, radius: number])[] | undefined;
  readonly area?: readonly [number, number, number, number] | undefined;
  readonly isWalled?: boolean | undefined;
  readonly obstacles?: readonly OpeningObstacle[] | undefined;
  readonly objects?: readonly SceneObject[] | undefined;
}

export interface OpeningObstacle {
  readonly id: number;
  /** As it stands on record. */
  readonly shape: TraceValue;
}

/** Where a world is posted to be run. */
export const WORLD_PATH = '/api/world';

/** A page that stands alone carries its run with it. */
export interface Embedded {
  readonly name: string;
  /** Base64, compressed by gzip. */
  readonly data: string;
  /** The program that reads it, for a worker. */
  readonly worker?: string | undefined;
  readonly opening?: Opening | undefined;
}

/** The element of a page that has it, as JSON. */
export const EMBEDDED_ID = 'kineko-embedded';
