/** The legend of a picture: only symbols and colours that occur in the run. */
import { type Bounds, fit, project, shortened, type View, widthOf } from '@kineko/ui';
import { boundsOf } from '../scene/scene-bounds.js';
import type { Scene } from '../scene/scene.js';
import type { Canvas2d } from './canvas.js';
import { SCALE_ROOM } from './caption.js';
import { lightColor, tagColor } from './color.js';
import { CROWD, type Drawing, FONT, FULL_TURN, type OwnLayer } from './drawing.js';
import { FADES } from './layers/trails.js';
import type { Style } from './style.js';

type Symbol = 'trail' | 'disc' | 'dot' | 'cross' | 'ring' | 'dots' | 'square' | 'crashed' | 'outline';

export interface Entry {
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

/** Pixels between the legend and the border of the picture. */
const MARGIN = 8;

export interface LegendOptions {
  /** In the lower corner or below the world, or a row in the upper margin of a picture that stands alone. */
  readonly layout: 'corner' | 'row';
  /** Entries for what is not in the scene, such as another run. */
  readonly more?: (style: Style) => readonly Entry[];
}

type Size = Pick<View, 'width' | 'height'>;

export function legend({ layout, more = () => [] }: LegendOptions): OwnLayer {
  // The entries depend on what was recorded, not on the instant; their places also on the size of the picture.
  let known:
    | {
        readonly scene: Scene;
        readonly end: number;
        readonly style: Style;
        readonly others: number;
        readonly size: Size;
        readonly entries: Entry[];
        readonly box: Box | undefined;
      }
    | undefined;
  return {
    name: 'legend',
    draw: (drawing) => {
      const { scene, style, view } = drawing;
      const others = more(style);
      const isSame = known?.scene === scene && known.end === scene.end && known.style === style;
      const isKnown = isSame && known?.others === others.length;
      if (!isKnown || known?.size.width !== view.width || known.size.height !== view.height) {
        const entries = [...entriesOf(scene, style), ...others];
        const box = layout === 'corner' ? boxOf(entries, boundsOf(scene), view) : undefined;
        const size = { width: view.width, height: view.height };
        known = { scene, end: scene.end, style, others: others.length, size, entries, box };
      }
      if (layout === 'row') drawRow(drawing, known.entries);
      else if (known.box !== undefined) drawBox(drawing, known.entries, known.box);
    },
  };
}

/** A view of the whole scene, beside which or below which the legend has room. */
export function fitWithLegend(
  { scene, style, more = [] }: { readonly scene: Scene; readonly style: Style; readonly more?: readonly Entry[] },
  bounds: Bounds,
  { width, height }: Size,
): View {
  const box = boxOf([...entriesOf(scene, style), ...more], bounds, { width, height });
  const strip = box?.strip ?? 0;
  const view = fit(bounds, width, height - strip);
  return { ...view, height, y: view.y - strip / 2 / view.pixelsPerMetre };
}

/** Places of the entries in the lower left corner. */
interface Box {
  readonly width: number;
  readonly height: number;
  /** Left and upper corners of the entries, from those of the box. */
  readonly places: readonly { readonly x: number; readonly y: number }[];
  /** Pixels that must stay free below the world; 0 if the box is beside it. */
  readonly strip: number;
}

/** A column, if it covers nothing of the world when that fills the picture; else rows. Undefined if there is no room. */
function boxOf(
  entries: readonly Entry[],
  { minX, minY, maxX, maxY }: Bounds,
  { width, height }: Size,
): Box | undefined {
  if (entries.length === 0) return undefined;
  const column = boxWith(entries, 0);
  const view = fit({ minX, minY, maxX, maxY }, width, height);
  const corner = project(view, { x: minX, y: minY });
  const isBeside = corner.x >= column.width + 2 * MARGIN || corner.y <= height - column.height - 2 * MARGIN;
  if (isBeside && column.height <= height / 2) return column;
  const rows = boxWith(entries, width - 2 * MARGIN - SCALE_ROOM);
  const strip = rows.height + 2 * MARGIN;
  return strip <= height / 4 && rows.width <= width - 2 * MARGIN - SCALE_ROOM ? { ...rows, strip } : undefined;
}

/** The entries in rows up to a width; one in each if it is 0. */
function boxWith(entries: readonly Entry[], most: number): Box {
  const places: { x: number; y: number }[] = [];
  let [x, y, width] = [0, 0, 0];
  for (const { text } of entries) {
    const wide = SYMBOL + widthOf(text, FONT_SIZE) + 12;
    if (x > 0 && x + wide > most) [x, y] = [0, y + ROW];
    places.push({ x, y });
    x += wide;
    width = Math.max(width, x);
  }
  return { width, height: y + ROW + 8, places, strip: 0 };
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
  // Trails and destinations of a crowd are not drawn.
  const moves = scene.robots.size <= CROWD && hasDestinations(scene);
  const age = `trail of the last ${Number(trailSeconds.toPrecision(2))} ${scene.units.time}`;
  add(moves && shows('trails') && trailSeconds > 0, 'trail', theme.faint, age);
  add(moves && shows('destinations'), 'dots', theme.faint, 'destination');
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
  for (const { destinations } of robots.values()) if (destinations.length > 0) return true;
  return false;
}

function drawBox(drawing: Drawing, entries: readonly Entry[], { width, height, places }: Box): void {
  const { context, view, style } = drawing;
  const top = view.height - height - MARGIN;
  context.globalAlpha = 0.85;
  context.fillStyle = style.theme.ground;
  context.fillRect(MARGIN, top, width, height);
  context.globalAlpha = 1;
  for (const [k, { x, y }] of places.entries()) drawEntry(drawing, entries[k]!, MARGIN + 6 + x, top + 4 + y + ROW / 2);
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
    case 'outline':
      context.lineWidth = 1.5;
      context.setLineDash([4, 3]);
      context.arc(x, y, 6, 0, FULL_TURN);
      context.stroke();
      return context.setLineDash([]);
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
