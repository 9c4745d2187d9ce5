/** Files that describe the look of runs; a front end may have such a format. */
import type { Look } from './look.js';
import type { Style } from '../render/style.js';
import type { FrameRobot } from '../scene/frame.js';
import type { Scene } from '../scene/scene.js';

export interface ViewerFrontEnd {
  readonly lookFile?: LookFormat;
}

export interface LookFormat {
  /** `.xml`. */
  readonly ending: string;
  /** Throws an `InputError` if the file is invalid. */
  read(text: string, file: string): Promise<FileLook>;
}

export interface FileLook {
  readonly look: Look;
  /** Layers of authors that the file uses, in order; `look.layers` has their class names at their positions. */
  readonly wanted: readonly WantedLayer[];
}

export interface WantedLayer {
  readonly className: string;
  readonly arg?: string | undefined;
  /** Contents of the file that `arg` names, if it names one. */
  readonly file?: Uint8Array | undefined;
}

/** The present state of the viewer. */
export interface Present {
  readonly scene: Scene;
  readonly style: Style;
  readonly robots: readonly FrameRobot[];
  readonly pixelsPerMetre: number;
  readonly pace: number;
  readonly stepSeconds: number;
  /** Layers of authors, by name. */
  readonly own: ReadonlyMap<string, WantedLayer>;
}

export interface VisualizationFormat extends LookFormat {
  /** Returns the text of a file with the present look. */
  write(present: Present): string;
}
