/** Pictures of runs: scenes built from records, and their drawing; in a page, in a worker and without a display. */
export { type Branch, BRANCH_PATH } from './debugger/branch.js';
export { addWorld } from './look/add-world.js';
export { FRAMED, type FromViewer, type ToViewer } from './look/embedding.js';
export { type Findings, FINDINGS_PATH, OTHER_PATH } from './look/findings.js';
export { type Appearance, type Look, styleWith, texturesOf } from './look/look.js';
export type { FileLook, LookFormat, Present, ViewerFrontEnd, WantedLayer } from './look/look-file.js';
export { EMBEDDED_ID, type Embedded, type Opening, type OpeningWorld, WORLD_PATH } from './look/opening.js';
export { type AuthorLayer, type LayerFile, makeLayers } from './look/own-layers.js';
export { caption, CAPTION_MARGIN } from './render/caption.js';
export type { Canvas2d } from './render/canvas.js';
export { colorOf, draw, type OwnLayer } from './render/draw.js';
export { legend } from './render/legend.js';
export { GifFilm } from './render/gif.js';
export {
  type Coloring,
  type ColorRules,
  isLayerName,
  type Labels,
  type Paint,
  type Texture,
  DEFAULT_STYLE,
  LAYERS,
  type LayerSetting,
  type Style,
} from './render/style.js';
export { svgOf } from './render/svg.js';
export { DARK, LIGHT } from '@kineko/ui';
export { frameAt, type FrameRobot } from './scene/frame.js';
export { descriptionOf, type RunDescription } from './scene/run-description.js';
export { objectKind } from './scene/digest.js';
export { Scene } from './scene/scene.js';
export { boundsOf } from './scene/scene-bounds.js';
export { shapeOf } from './scene/shapes.js';
export { inkOn, obstacleColor, rgbOf } from './render/color.js';
export { serveReader } from './reading/read-session.js';
export type { ViewerPlugins } from './viewer/plugins.js';
export { backgroundName } from './render/layers/backgrounds.js';
