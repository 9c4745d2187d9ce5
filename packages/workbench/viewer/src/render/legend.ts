/** The legend of a picture: only symbols and colours that occur in the run. */
import { shortened, widthOf } from '@kineko/ui';
import type { Scene } from '../scene/scene.js';
import type { Canvas2d } from './canvas.js';
import { lightColor, tagColor } from './color.js';
import { CROWD, type Drawing, FONT, FULL_TURN, type OwnLayer } from './drawing.js';
import { FADES } from './layers/trails.js';
import type { Style } from './style.js';

type Symbol = 'trail' | 'disc' | 'dot' | 'cross' | 'ring' | 'dots' | 'square' | 'crashed';

interface Entry {
  readonly symbol: Symbol;
  readonly color: string;
  readonly text: string;
}

const FONT_SIZE = 12;
const ROW = 18;
/** Width of a symbol with its margin. */
const SYMBOL = 22;
const MAX_ENTRIES = 16;
/** Minimum width of a picture with a row. */
const MIN_WIDTH = 480;
/** Robots that are looked at for colours and lights: a legend of more would not be read. */
const MAX_ROBOTS = 2000;

export interface LegendOptions {
  /** A column in the lower left corner, or a row in the upper margin of a picture that stands alone. */
  readonly layout: 'column' | 'row';
}

export function legend({ layout }: LegendOptions): OwnLayer {
  // The entries depend on what was recorded, not on the instant.
  let known:
    | { readonly scene: Scene; readonly end: number; readonly style: Style; readonly entries: Entry[] }
    | undefined;
  return {
    name: 'legend',
    draw: (drawing) => {
      const { scene, style } = drawing;
      if (known?.scene !== scene || known.end !== scene.end || known.style !== style) {
        known = { scene, end: scene.end, style, entries: entriesOf(scene, style) };
      }
      if (layout === 'column') drawColumn(drawing, known.entries);
      else drawRow(drawing, known.entries);
    },
  };
}

function entriesOf(scene: Scene, style: Style): Entry[] {
  const { theme, layers } = style;
  const shows = (name: string): boolean => layers.some((layer) => layer.name === name && layer.isVisible);
  const entries: Entry[] = shows('robots') ? colorsOf(scene, style) : [];
  const add = (isThere: boolean, symbol: Symbol, color: string, text: string): void => {
    if (isThere) entries.push({ symbol, color, text });
  };
  add(scene.movables.size > 0 && shows('map'), 'square', theme.movable, 'movable obstacle');
  add(shows('objects') && scene.objects.some(({ kind }) => kind === 'light'), 'disc', theme.light, 'light');
  add(shows('objects') && scene.objects.some(({ kind }) => kind === 'heat'), 'disc', theme.heat, 'heat');
  const { trailSeconds } = style;
  const hasTrails = shows('trails') && trailSeconds > 0 && scene.robots.size <= CROWD;
  const age = `trail of the last ${Number(trailSeconds.toPrecision(2))} ${scene.units.time}`;
  add(hasTrails && hasDestinations(scene), 'trail', theme.faint, age);
  add(shows('destinations') && hasDestinations(scene), 'dots', theme.faint, 'destination');
  add(shows('messages') && scene.flights.length > 0, 'dot', theme.message, 'message');
  add(shows('messages') && scene.flights.hasLosses, 'cross', theme.lost, 'lost message');
  add(shows('contacts') && scene.contacts.length > 0, 'ring', theme.contact, 'contact');
  add(shows('robots') && scene.crashes.size > 0, 'crashed', theme.lost, 'crashed');
  add(shows('robots') && scene.suspicions.size > 0, 'ring', theme.suspected, 'suspected');
  return entries.slice(0, MAX_ENTRIES);
}

/** Colours with a meaning; those by number have labels instead. */
function colorsOf(scene: Scene, { coloring, robotColors, theme }: Style): Entry[] {
  const robots = [...scene.robots.values()].slice(0, MAX_ROBOTS);
  const named = (texts: Iterable<string>, color: (text: string) => string): Entry[] =>
    [...new Set(texts)]
      .filter((text) => text !== '')
      .sort()
      .map((text) => ({ symbol: 'disc', color: color(text), text: shortened(text) }));
  if (robotColors !== undefined) return [];
  if (coloring === 'class')
    return named(
      robots.map(({ id }) => scene.classOf(id)),
      (text) => tagColor(text, theme.palette),
    );
  if (coloring === 'state') {
    return ['moving', 'turning', 'idle'].map((text, k) => ({ symbol: 'disc', color: theme.palette[k]!, text }));
  }
  if (coloring === 'one') return [];
  const valuesOf = (pick: (typeof robots)[number]['tags']): string[] =>
    [...pick.between(scene.start, scene.end)].map(({ value }) => value);
  const lights = named(
    robots.flatMap(({ lights }) => valuesOf(lights)),
    (text) => lightColor(text, theme.palette),
  );
  if (coloring === 'number') return lights;
  return [
    ...lights,
    ...named(
      robots.flatMap(({ tags }) => valuesOf(tags)),
      (text) => tagColor(text, theme.palette),
    ),
  ];
}

function hasDestinations({ robots }: Scene): boolean {
  let looked = 0;
  for (const { destinations } of robots.values()) {
    if (destinations.length > 0) return true;
    if (++looked > MAX_ROBOTS) return false;
  }
  return false;
}

function drawColumn(drawing: Drawing, entries: readonly Entry[]): void {
  const {
    context,
    view,
    style: { theme },
  } = drawing;
  const widest = entries.reduce((most, { text }) => Math.max(most, widthOf(text, FONT_SIZE)), 0);
  const [width, height] = [SYMBOL + widest + 12, entries.length * ROW + 8];
  if (entries.length === 0 || height > view.height / 2 || width > view.width / 3) return;
  const top = view.height - height - 8;
  context.globalAlpha = 0.85;
  context.fillStyle = theme.ground;
  context.fillRect(8, top, width, height);
  context.globalAlpha = 1;
  for (const [row, entry] of entries.entries()) drawEntry(drawing, entry, 14, top + 4 + (row + 0.5) * ROW);
}

/** Draws the entries that fit; small pictures have no legend. */
function drawRow(drawing: Drawing, entries: readonly Entry[]): void {
  if (drawing.view.width < MIN_WIDTH) return;
  let x = drawing.view.width / 40 + 14;
  for (const entry of entries) {
    const width = SYMBOL + widthOf(entry.text, FONT_SIZE) + 14;
    if (x + width > drawing.view.width) return;
    drawEntry(drawing, entry, x, 17);
    x += width;
  }
}

function drawEntry({ context, style: { theme } }: Drawing, { symbol, color, text }: Entry, x: number, y: number): void {
  context.globalAlpha = 1;
  context.fillStyle = color;
  context.strokeStyle = color;
  context.lineWidth = 2;
  drawSymbol(context, symbol, x + 7, y);
  context.font = `${FONT_SIZE}px ${FONT}`;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillStyle = theme.ink;
  context.fillText(text, x + SYMBOL, y);
}

function drawSymbol(context: Canvas2d, symbol: Symbol, x: number, y: number): void {
  context.setLineDash([]);
  context.beginPath();
  switch (symbol) {
    case 'disc':
    case 'dot':
      context.arc(x, y, symbol === 'disc' ? 6 : 3.5, 0, FULL_TURN);
      return context.fill();
    case 'square':
      context.rect(x - 5, y - 5, 10, 10);
      return context.fill();
    case 'ring':
    case 'crashed':
      context.arc(x, y, 6, 0, FULL_TURN);
      context.stroke();
      if (symbol === 'ring') return;
      context.beginPath();
      return cross(context, x, y, 3.5);
    case 'cross':
      return cross(context, x, y, 4);
    case 'trail':
      for (const [k, alpha] of FADES.entries()) {
        context.globalAlpha = alpha;
        context.beginPath();
        context.moveTo(x - 7 + 4 * k, y);
        context.lineTo(x - 3 + 4 * k, y);
        context.stroke();
      }
      context.globalAlpha = 1;
      return;
    case 'dots':
      context.lineWidth = 1;
      context.setLineDash([2, 4]);
      context.moveTo(x - 8, y);
      context.lineTo(x + 4, y);
      context.stroke();
      context.setLineDash([]);
      context.beginPath();
      context.arc(x + 6, y, 2.5, 0, FULL_TURN);
      context.stroke();
  }
}

function cross(context: Canvas2d, x: number, y: number, half: number): void {
  context.moveTo(x - half, y - half);
  context.lineTo(x + half, y + half);
  context.moveTo(x - half, y + half);
  context.lineTo(x + half, y - half);
  context.stroke();
}
