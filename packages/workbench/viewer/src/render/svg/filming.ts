import type { View } from '@kineko/ui';
import type { Scene } from '../../scene/scene.js';
import type { Style } from '../style.js';
import type { Timeline } from './animation.js';
import type { Paints } from './paints.js';

/** The time range of a film. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  /** Simulated seconds per second. */
  readonly pace: number;
  /** A robot that stays in the centre. */
  readonly follow?: number | undefined;
}

/** Everything that the parts of a film need. */
export interface Filming {
  readonly scene: Scene;
  readonly view: View;
  readonly style: Style;
  readonly paints: Paints;
  readonly timeline: Timeline;
  readonly moment: number;
}
