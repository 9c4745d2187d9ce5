/** Files that describe how runs look: a front end may have such a format. */
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
  /** Throws an `InputError`. */
  read(text: string, file: string): Promise<FileLook>;
}

export interface FileLook {
  readonly look: Look;
  /** Layers of authors that the file uses, in their order; `look.layers` has their classes where they are drawn. */
  readonly wanted: readonly WantedLayer[];
}

export interface WantedLayer {
  readonly className: string;
  readonly arg?: string | undefined;
  /** What is in the file that `arg` names, if it names one. */
  readonly file?: Uint8Array | undefined;
}

/** What the viewer shows at present. */
export interface Present {
  readonly scene: Scene;
  readonly style: Style;
  readonly robots: readonly FrameRobot[];
  readonly pixelsPerMetre: number;
  readonly pace: number;
  readonly stepSeconds: number;
  /** Layers of one's own, by name. */
  readonly own: ReadonlyMap<string, WantedLayer>;
}

export interface VisualizationFormat extends LookFormat {
  /** The text of a file that shows it. */
  write(present: Present): string;
}
