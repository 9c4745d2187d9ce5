/** Draws the environment from above: x to the right, z down. */
import { LabelPlaces, type Point, project, shortened, type View } from '@kineko/ui';
import { type Canvas2d, inkOn } from '@kineko/viewer';
import { type Ground, wallsAround } from './ground.js';
import { cssOf } from './infrared.js';
import type { Look } from './look.js';
import { placedIn, type SpaceThing } from './space.js';
import type { Place, SpaceShape } from './wire.js';

export interface Plan {
  readonly context: Canvas2d;
  readonly view: View;
  readonly look: Look;
  readonly ground: Ground;
  readonly things: readonly SpaceThing[];
  readonly selected: string | undefined;
  readonly hasNames: boolean;
}

/** Minimum distance of lines of the ground in pixels. */
const MIN_GAP = 24;
const FONT_PIXELS = 13;

export function drawPlan(plan: Plan): void {
  const { context, view, look, things } = plan;
  context.fillStyle = look.background;
  context.fillRect(0, 0, view.width, view.height);
  drawGround(plan);
  if (plan.ground.hasWalls) drawWalls(plan);
  // Higher objects cover lower ones.
  for (const thing of things.toSorted((a, b) => topOf(a) - topOf(b))) drawThing(plan, thing);
  const chosen = things.find(({ name }) => name === plan.selected);
  if (chosen !== undefined) drawRing(plan, chosen);
  if (plan.hasNames) drawNames(plan);
}

/** The pixel of a point of the ground. */
export function onPlan(view: View, x: number, z: number): Point {
  return project(view, { x, y: -z });
}

function drawGround({ context, view, look, ground: { left, top, right, bottom } }: Plan): void {
  const [from, to] = [onPlan(view, left, top), onPlan(view, right, bottom)];
  context.fillStyle = look.ground;
  context.fillRect(from.x, from.y, to.x - from.x, to.y - from.y);
  context.strokeStyle = look.line;
  context.lineWidth = 1;
  context.beginPath();
  for (const x of linesBetween(left, right, view.pixelsPerMetre)) {
    const at = onPlan(view, x, 0).x;
    context.moveTo(at, from.y);
    context.lineTo(at, to.y);
  }
  for (const z of linesBetween(top, bottom, view.pixelsPerMetre)) {
    const at = onPlan(view, 0, z).y;
    context.moveTo(from.x, at);
    context.lineTo(to.x, at);
  }
  context.stroke();
}

function drawWalls({ context, view, look, ground }: Plan): void {
  context.fillStyle = look.wall;
  for (const shape of wallsAround(ground)) {
    context.beginPath();
    outline(context, view, shape.place, shape);
    context.fill();
  }
}

/** Coordinates of lines at round numbers and at both ends. */
export function linesBetween(from: number, to: number, pixelsPerUnit: number): readonly number[] {
  const least = Math.max(MIN_GAP / pixelsPerUnit, (to - from) / 200);
  const power = 10 ** Math.floor(Math.log10(least));
  const gap = power * ([1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10);
  const lines = [from];
  for (let k = Math.floor(from / gap) + 1; k * gap < to; k++) lines.push(k * gap);
  lines.push(to);
  return lines;
}

function drawThing(plan: Plan, thing: SpaceThing): void {
  const { context, view, look } = plan;
  context.fillStyle = cssOf(look.colorOf(thing));
  context.strokeStyle = look.ink;
  context.lineWidth = 1;
  for (const shape of thing.shapes.toSorted((a, b) => a.place.y - b.place.y)) {
    context.beginPath();
    outline(context, view, placedIn(thing.place, shape.place), shape);
    context.fill();
    context.stroke();
  }
  if (thing.isRobot) drawHeading(plan, thing);
}

function outline(context: Canvas2d, view: View, place: Place, { type, size: [width, , depth] }: SpaceShape): void {
  if (type !== 'BOX') {
    const { x, y } = onPlan(view, place.x, place.z);
    context.arc(x, y, (width / 2) * view.pixelsPerMetre, 0, 2 * Math.PI);
    return;
  }
  const corners = [
    [1, 1],
    [1, -1],
    [-1, -1],
    [-1, 1],
  ].map(([ahead, right]) => {
    const part = { x: (ahead! * width) / 2, y: 0, z: (right! * depth) / 2, orientation: 0 };
    const { x, z } = placedIn(place, part);
    return onPlan(view, x, z);
  });
  context.moveTo(corners[0]!.x, corners[0]!.y);
  for (const { x, y } of corners.slice(1)) context.lineTo(x, y);
  context.closePath();
}

function drawHeading({ context, view, look }: Plan, thing: SpaceThing): void {
  const { x, z, orientation } = thing.place;
  const reach = reachOf(thing);
  const [from, to] = [
    onPlan(view, x, z),
    onPlan(view, x + reach * Math.cos(orientation), z - reach * Math.sin(orientation)),
  ];
  context.strokeStyle = inkOn(cssOf(look.colorOf(thing)));
  context.lineWidth = Math.max(2, 0.2 * reach * view.pixelsPerMetre);
  context.beginPath();
  context.moveTo(from.x, from.y);
  context.lineTo(to.x, to.y);
  context.stroke();
}

function drawRing({ context, view, look }: Plan, thing: SpaceThing): void {
  const { x, y } = onPlan(view, thing.place.x, thing.place.z);
  context.strokeStyle = look.chosen;
  context.lineWidth = 3;
  context.beginPath();
  context.arc(x, y, reachOf(thing) * view.pixelsPerMetre + 5, 0, 2 * Math.PI);
  context.stroke();
}

function drawNames(plan: Plan): void {
  const { view, things } = plan;
  const spots = things.map((thing) => ({
    name: thing.name,
    at: onPlan(view, thing.place.x, thing.place.z),
    reach: reachOf(thing) * view.pixelsPerMetre,
  }));
  drawLabels(plan, view, spots);
}

interface Spot {
  readonly name: string;
  readonly at: Point;
  /** Radius in pixels. */
  readonly reach: number;
}

/** Draws names where there is room, each on a background. */
export function drawLabels(
  { context, look }: Pick<Plan, 'context' | 'look'>,
  picture: { readonly width: number; readonly height: number },
  spots: readonly Spot[],
): void {
  const places = new LabelPlaces(picture);
  for (const { at, reach } of spots) places.takeDisc(at.x, at.y, reach);
  context.font = `${FONT_PIXELS}px system-ui, sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const { name, at, reach } of spots) {
    const text = shortened(name);
    const place = places.beside(at.x, at.y, reach + 3, text, FONT_PIXELS);
    if (place === undefined) continue;
    const wide = 0.6 * FONT_PIXELS * text.length + 6;
    context.globalAlpha = 0.85;
    context.fillStyle = look.paper;
    context.fillRect(place.x - wide / 2, place.y - 8, wide, 15);
    context.globalAlpha = 1;
    context.fillStyle = look.ink;
    context.fillText(text, place.x, place.y);
  }
}

/** The distance from the middle of an object to its outermost point, on the ground. */
export function reachOf({ shapes }: SpaceThing): number {
  let reach = 0;
  for (const { type, place, size } of shapes) {
    const own = type === 'BOX' ? Math.hypot(size[0], size[2]) / 2 : size[0] / 2;
    reach = Math.max(reach, Math.hypot(place.x, place.z) + own);
  }
  return reach;
}

/** The height of the highest point of an object. */
export function topOf({ place, shapes }: SpaceThing): number {
  return Math.max(...shapes.map((shape) => place.y + shape.place.y + shape.size[1] / 2));
}
