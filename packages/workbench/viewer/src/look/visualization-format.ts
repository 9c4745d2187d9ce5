/** Files that say how a run looks and can be saved from the viewer. */
import type { Style } from '../render/style.js';
import type { FrameRobot } from '../scene/frame.js';
import type { Scene } from '../scene/scene.js';
import type { LookFormat, WantedLayer } from './look-file.js';

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
