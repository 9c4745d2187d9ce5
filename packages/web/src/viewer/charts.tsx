/** Small charts below the picture, tied to the same cursor: messages between processes, speeds, distances, rates. */
import { effect } from '@preact/signals';
import { velocityAt } from '@kineko/geometry';
import { useEffect, useRef } from 'preact/hooks';
import type { Theme } from '../render/style.js';
import type { Units } from '../scene/units.js';
import * as store from './store.js';

const HEIGHT = 150;
const MARGIN = { left: 46, right: 10, top: 8, bottom: 18 };
const SAMPLES = 400;
/** Messages in one space-time diagram: more are a tangle. */
const MOST_ARROWS = 600;

export function Charts() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { chart } = store;
  useEffect(
    () =>
      effect(() => {
        if (canvas.current !== null) paint(canvas.current);
      }),
    [chart.value],
  );
  if (chart.value === 'none') return null;
  const goThere = (event: PointerEvent): void => {
    const { left, width } = canvas.current!.getBoundingClientRect();
    const [from, to] = rangeOf(chart.value);
    const share = (event.clientX - left - MARGIN.left) / Math.max(1, width - MARGIN.left - MARGIN.right);
    store.isFollowingRun.value = false;
    store.goTo(from + share * (to - from));
  };
  return (
    <div class="charts">
      <canvas
        ref={canvas}
        id="chart"
        role="img"
        aria-label={titlesIn(store.units.value)[chart.value]}
        onPointerDown={goThere}
      />
    </div>
  );
}

export function titlesIn({ length, speed, time }: Units): Readonly<Record<store.Chart, string>> {
  return {
    none: 'no chart',
    messages: 'messages between processes',
    speed: `speed of the chosen robot (${speed})`,
    distance: `distance to the robot chosen before (${length})`,
    rate: `messages per ${time === 's' ? 'second' : 'cycle'}`,
  };
}

/** A space-time diagram shows what is around the cursor, the others the whole run. */
function rangeOf(chart: store.Chart): readonly [number, number] {
  const { start, end } = store.span.value;
  if (chart !== 'messages') return [start, end];
  const half = Math.max(store.pace.value * 4, 1e-3);
  return [store.time.value - half, store.time.value + half];
}

function paint(element: HTMLCanvasElement): void {
  // The picture's size changes with the page's.
  void store.size.value;
  const width = Math.max(element.clientWidth, 200);
  const ratio = globalThis.devicePixelRatio || 1;
  element.width = Math.round(width * ratio);
  element.height = Math.round(HEIGHT * ratio);
  const context = element.getContext('2d');
  if (context === null) return;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  void store.version.value;
  const { theme } = store.style.value;
  context.fillStyle = theme.ground;
  context.fillRect(0, 0, width, HEIGHT);
  const [from, to] = rangeOf(store.chart.value);
  if (!(to > from)) return;
  const plot: Plot = { context, width, from, to, theme };
  if (store.chart.value === 'messages') spaceTime(plot);
  else curve(plot, valuesOf(store.chart.value, from, to));
  axis(plot);
}

interface Plot {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly from: number;
  readonly to: number;
  readonly theme: Theme;
}

function xOf({ width, from, to }: Plot, t: number): number {
  return MARGIN.left + ((t - from) / (to - from)) * (width - MARGIN.left - MARGIN.right);
}

function axis(plot: Plot): void {
  const { context, theme, from, to } = plot;
  context.fillStyle = theme.ink;
  context.fillRect(xOf(plot, store.time.value) - 1, MARGIN.top, 2, HEIGHT - MARGIN.top - MARGIN.bottom);
  context.fillStyle = theme.faint;
  context.font = '11px system-ui, sans-serif';
  context.textBaseline = 'bottom';
  context.textAlign = 'left';
  const unit = store.units.value.time;
  context.fillText(`${from.toFixed(1)} ${unit}`, MARGIN.left, HEIGHT - 2);
  context.textAlign = 'right';
  context.fillText(`${to.toFixed(1)} ${unit}`, plot.width - MARGIN.right, HEIGHT - 2);
}

/** Processes as lines, messages as arrows between them; lost ones end in a cross. */
function spaceTime(plot: Plot): void {
  const { context, theme, from, to } = plot;
  const { flights, robots } = store.scene.value;
  const found = [...take(flights.between(from - (to - from), to), MOST_ARROWS)];
  const ids = [...new Set([...robots.keys(), ...found.flatMap((flight) => [flight.from, flight.to])])].sort(
    (a, b) => a - b,
  );
  if (ids.length === 0) return;
  const step = (HEIGHT - MARGIN.top - MARGIN.bottom) / Math.max(1, ids.length - 1);
  const rows = new Map(ids.map((id, index) => [id, MARGIN.top + (ids.length === 1 ? HEIGHT / 2 : index * step)]));
  context.strokeStyle = theme.border;
  context.lineWidth = 1;
  context.font = '10px system-ui, sans-serif';
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  context.fillStyle = theme.faint;
  let lastLabel = -Infinity;
  for (const [id, y] of rows) {
    context.beginPath();
    context.moveTo(MARGIN.left, y);
    context.lineTo(plot.width - MARGIN.right, y);
    context.stroke();
    if (y - lastLabel < 9) continue;
    context.fillText(`p${id}`, MARGIN.left - 4, y);
    lastLabel = y;
  }
  context.save();
  context.beginPath();
  context.rect(MARGIN.left, 0, plot.width - MARGIN.left - MARGIN.right, HEIGHT);
  context.clip();
  for (const { from: sender, to: receiver, sent, ended, isLost } of found) {
    const [a, b] = [rows.get(sender)!, rows.get(receiver)!];
    const x = xOf(plot, sent);
    const end = ended === Infinity ? store.span.value.end : ended;
    const endX = xOf(plot, end);
    const color = isLost ? theme.lost : theme.message;
    context.strokeStyle = color;
    context.fillStyle = color;
    context.globalAlpha = 0.7;
    context.beginPath();
    context.moveTo(x, a);
    context.lineTo(endX, b);
    context.stroke();
    context.beginPath();
    if (isLost) {
      context.moveTo(endX - 3, b - 3);
      context.lineTo(endX + 3, b + 3);
      context.moveTo(endX - 3, b + 3);
      context.lineTo(endX + 3, b - 3);
      context.stroke();
    } else if (ended !== Infinity) {
      context.arc(endX, b, 2, 0, 2 * Math.PI);
      context.fill();
    }
  }
  context.restore();
}

function* take<T>(items: Iterable<T>, most: number): Generator<T, void> {
  let left = most;
  for (const item of items) {
    if (left-- <= 0) return;
    yield item;
  }
}

/** At equal times over the range; NaN where there is nothing. */
function valuesOf(chart: store.Chart, from: number, to: number): Float64Array {
  const values = new Float64Array(SAMPLES).fill(NaN);
  const scene = store.scene.value;
  const timeOf = (k: number): number => from + ((to - from) * k) / (SAMPLES - 1);
  const [robot, other] = [store.selected.value, store.partner.value].map((id) => scene.robots.get(id ?? NaN));
  if (chart === 'speed' && robot !== undefined) {
    for (let k = 0; k < SAMPLES; k++) {
      const leg = robot.track.legAt(timeOf(k));
      if (leg === undefined) continue;
      const { x, y } = velocityAt(leg, timeOf(k));
      values[k] = Math.hypot(x, y);
    }
  } else if (chart === 'distance' && robot !== undefined && other !== undefined) {
    for (let k = 0; k < SAMPLES; k++) {
      const [a, b] = [robot.poseAt(timeOf(k)), other.poseAt(timeOf(k))];
      if (a !== undefined && b !== undefined) values[k] = Math.hypot(a.x - b.x, a.y - b.y);
    }
  } else if (chart === 'rate') {
    values.fill(0);
    for (const { sent } of scene.flights.between(from, to)) {
      const bin = Math.min(SAMPLES - 1, Math.floor(((sent - from) / (to - from)) * SAMPLES));
      values[bin]! += SAMPLES / (to - from);
    }
  }
  return values;
}

function curve(plot: Plot, values: Float64Array): void {
  const { context, theme, from, to } = plot;
  let most = 0;
  for (const value of values) if (value > most) most = value;
  context.fillStyle = theme.faint;
  context.font = '11px system-ui, sans-serif';
  context.textAlign = 'right';
  context.textBaseline = 'top';
  if (most === 0) {
    context.textAlign = 'center';
    context.fillText('nothing to show: choose a robot (and, for a distance, another one)', plot.width / 2, HEIGHT / 2);
    return;
  }
  context.fillText(Number(most.toPrecision(3)).toString(), MARGIN.left - 4, MARGIN.top);
  context.strokeStyle = theme.palette[0]!;
  context.lineWidth = 1.5;
  context.beginPath();
  let isDrawing = false;
  for (const [k, value] of values.entries()) {
    if (Number.isNaN(value)) {
      isDrawing = false;
      continue;
    }
    const x = xOf(plot, from + ((to - from) * k) / (SAMPLES - 1));
    const y = HEIGHT - MARGIN.bottom - (value / most) * (HEIGHT - MARGIN.top - MARGIN.bottom);
    if (isDrawing) context.lineTo(x, y);
    else context.moveTo(x, y);
    isDrawing = true;
  }
  context.stroke();
}
