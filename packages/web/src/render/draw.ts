/** Draws an instant of a scene, layer by layer. */
import type { Drawing, OwnLayer, Painter } from './drawing.js';
import { drawContacts, drawRanges } from './layers/moments.js';
import { drawDestinations, drawTrails } from './layers/ways.js';
import { drawGround, drawMap, drawObjects } from './layers/still.js';
import { drawLabels } from './layers/labels.js';
import { drawMessages } from './layers/messages.js';
import { drawRobots } from './layers/robots.js';
import type { LayerName, LayerSetting } from './style.js';

export { colorOf } from './color.js';
export type { Drawing, OwnLayer } from './drawing.js';

const PAINTERS: Readonly<Record<LayerName, Painter>> = {
  ground: drawGround,
  map: drawMap,
  objects: drawObjects,
  ranges: drawRanges,
  trails: drawTrails,
  destinations: drawDestinations,
  messages: drawMessages,
  robots: drawRobots,
  contacts: drawContacts,
  labels: drawLabels,
};

export function draw(drawing: Drawing, own: readonly OwnLayer[] = []): void {
  const { context, view, style } = drawing;
  context.globalAlpha = 1;
  context.fillStyle = style.theme.background;
  context.fillRect(0, 0, view.width, view.height);
  const left = new Set(own);
  for (const setting of style.layers) {
    drawLayer(drawing, setting);
    for (const layer of own) if (layer.above === setting.name && left.delete(layer)) drawOwn(layer, drawing);
  }
  for (const layer of left) drawOwn(layer, drawing);
}

export function drawLayer(drawing: Drawing, { name, isVisible, opacity }: LayerSetting): void {
  if (!isVisible || !(opacity > 0)) return;
  const { context } = drawing;
  context.save();
  context.globalAlpha = opacity;
  const painter = name === 'robots' ? (drawing.crowd ?? PAINTERS.robots) : PAINTERS[name];
  painter(drawing, opacity);
  context.restore();
}

function drawOwn(layer: OwnLayer, drawing: Drawing): void {
  drawing.context.save();
  layer.draw(drawing);
  drawing.context.restore();
}
