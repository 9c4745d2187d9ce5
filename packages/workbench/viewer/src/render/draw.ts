/** Draws an instant of a scene, layer by layer. */
import type { Drawing, OwnLayer, Painter } from './drawing.js';
import { drawBackground } from './layers/backgrounds.js';
import { drawCuts } from './layers/cuts.js';
import { drawGrid } from './layers/grid.js';
import { drawContacts, drawRanges } from './layers/moments.js';
import { drawDestinations, drawTrails } from './layers/trails.js';
import { drawGround, drawMap, drawObjects } from './layers/world.js';
import { drawLabels } from './layers/labels.js';
import { drawMessages } from './layers/messages.js';
import { drawRobots } from './layers/robots.js';
import { drawStatus } from './layers/status.js';
import { isLayerName, type LayerName, type LayerSetting } from './style.js';

export { colorOf } from './color.js';
export type { Drawing, OwnLayer } from './drawing.js';

const PAINTERS: Readonly<Record<LayerName, Painter>> = {
  ground: drawGround,
  grid: drawGrid,
  map: drawMap,
  objects: drawObjects,
  ranges: drawRanges,
  trails: drawTrails,
  destinations: drawDestinations,
  cuts: drawCuts,
  messages: drawMessages,
  robots: drawRobots,
  contacts: drawContacts,
  labels: drawLabels,
  status: drawStatus,
};

export function draw(drawing: Drawing, own: readonly OwnLayer[] = []): void {
  const { context, view, style } = drawing;
  context.globalAlpha = 1;
  context.fillStyle = style.theme.background;
  context.fillRect(0, 0, view.width, view.height);
  const left = new Set(own);
  for (const setting of style.layers) {
    drawLayer(drawing, setting);
    for (const layer of own) {
      if (layer.name === setting.name && left.delete(layer)) drawOwn(layer, drawing, setting);
      else if (layer.above === setting.name && left.delete(layer)) drawOwn(layer, drawing);
    }
  }
  for (const layer of left) drawOwn(layer, drawing);
}

export function drawLayer(drawing: Drawing, { name, isVisible, opacity }: LayerSetting): void {
  if (!isVisible || !(opacity > 0)) return;
  const { context } = drawing;
  context.save();
  context.globalAlpha = opacity;
  if (!isLayerName(name)) drawBackground(drawing, name);
  else if (name === 'robots' && drawing.crowd !== undefined) drawing.crowd(drawing, opacity);
  else PAINTERS[name](drawing, opacity);
  context.restore();
}

type Shown = Pick<LayerSetting, 'isVisible' | 'opacity'>;

const ALL_OF_IT: Shown = { isVisible: true, opacity: 1 };

function drawOwn(layer: OwnLayer, drawing: Drawing, { isVisible, opacity }: Shown = ALL_OF_IT): void {
  if (!isVisible || !(opacity > 0)) return;
  drawing.context.save();
  drawing.context.globalAlpha = opacity;
  layer.draw(drawing);
  drawing.context.restore();
}
