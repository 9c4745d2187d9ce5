/** Files that say how a run looks, and what they are made of: a front end brings the format. */
import type { Style } from '../render/style.js';
import type { FrameRobot } from '../scene/frame.js';
import type { Scene } from '../scene/scene.js';
import type { Look } from './look.js';

/** A layer of its own that a visualization file asks for. */
export interface WantedLayer {
  readonly className: string;
  readonly arg?: string | undefined;
  /** What is in the file that `arg` names, if it names one. */
  readonly file?: Uint8Array | undefined;
}

export interface VisualizationLook {
  readonly look: Look;
  /** In their order; `look.layers` has their classes where they are drawn. */
  readonly wanted: readonly WantedLayer[];
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

export interface VisualizationFormat {
  /** Throws an `InputError` if the text is none. `name` is what problems call the file. */
  read(text: string, name: string): Promise<VisualizationLook>;
  /** The text of a file that shows it. */
  write(present: Present): string;
}
