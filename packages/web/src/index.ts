/** Pictures of runs: what happened as a scene, and how it is drawn; in a page, in a worker and without a display. */
export { caption, CAPTION_MARGIN, type CaptionOptions } from './render/caption.js';
export { CrowdSight, type Sight } from './render/crowd/sight.js';
export type { Canvas2d } from './render/canvas.js';
export { colorOf, draw, type Drawing, type OwnLayer } from './render/draw.js';
export { GifFilm, type GifOptions, MOST_GIF_PIXELS } from './render/gif.js';
export {
  type Coloring,
  type ColorRules,
  DARK,
  DEFAULT_STYLE,
  type LayerName,
  LAYERS,
  type LayerSetting,
  LIGHT,
  type Style,
  type Theme,
} from './render/style.js';
export { type SvgInstant, svgOf, type SvgStretch } from './render/svg.js';
export { type Bounds, boundsOf, fit, moved, type Point, project, unproject, type View, zoomed } from './render/view.js';
export { type Flight } from './scene/flights.js';
export { type Frame, frameAt, type FrameRobot, type RobotState } from './scene/frame.js';
export { Scene, type SceneObject, type SceneOptions, SceneRobot } from './scene/scene.js';
export type { SceneShape } from './scene/shapes.js';
