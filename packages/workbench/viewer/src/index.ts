/** Pictures of runs: what happened as a scene, and how it is drawn; in a page, in a worker and without a display. */
export { addWorld } from './look/add-world.js';
export { FRAMED, type FromViewer, type ToViewer } from './look/embedding.js';
export { type Dress, type Look, styleWith, texturesOf } from './look/look.js';
export type { FileLook, LookFormat, ViewerFrontEnd, WantedLayer } from './look/look-file.js';
export { EMBEDDED_ID, type Embedded, type Opening, type OpeningWorld, WORLD_PATH } from './look/opening.js';
export { type AuthorLayer, type LayerFile, type MadeLayers, makeLayers } from './look/own-layers.js';
export type { Present, VisualizationFormat } from './look/visualization-format.js';
export { caption, CAPTION_MARGIN, type CaptionOptions } from './render/caption.js';
export { CrowdSight, type Sight } from './render/crowd/sight.js';
export type { Canvas2d } from './render/canvas.js';
export { colorOf, draw, type Drawing, type OwnLayer } from './render/draw.js';
export { GifFilm, type GifOptions, MAX_GIF_PIXELS } from './render/gif.js';
export {
  type Coloring,
  type ColorRules,
  isLayerName,
  type Labels,
  type Paint,
  type Texture,
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
export { type Flight } from './scene/flights.js';
export { type Frame, frameAt, type FrameRobot, type RobotState } from './scene/frame.js';
export { type Classes, classesOf } from './scene/classes.js';
export { type CutLink, groupsOf } from './scene/partitions.js';
export { Scene, type SceneObject, type SceneOptions, SceneRobot } from './scene/scene.js';
export { boundsOf } from './scene/scene-bounds.js';
export type { SceneShape } from './scene/shapes.js';
export { inkOn, luminanceOf, objectColor, obstacleColor, rgbOf } from './render/color.js';
export type { ViewedLogFormat } from './reading/log-formats.js';
export { serveReader } from './reading/serve-reader.js';
export { backgroundName } from './render/layers/backgrounds.js';
