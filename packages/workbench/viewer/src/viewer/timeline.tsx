/**
 * The timeline: marks to jump to, lanes of properties, density of records by kind, phases of Look-Compute-Move cycles, a time
 * axis, the selected range and the cursor.
 */
import { digitsOf, ticksBetween } from '../render/ticks.js';
import type { Theme } from '@kineko/ui';
import { computed, effect, signal, useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { EVENT_KINDS, type EventKind } from '../scene/event-kinds.js';
import { type Mark, markNear } from './marks.js';
import { preparedCanvas } from './plot.js';
import * as store from './store.js';

/** Half the width of the slider's thumb, so that its centre is at the cursor; the same as in viewer.css. */
const PAD = 8;
/** Pixels from the top: marks, lanes of properties, then the densities; the axis is at the bottom. */
const MARKS = 12;
const LANE = 7;
const AXIS = 17;
/** Below this height there is room for marks and densities only. */
const MIN_WITH_AXIS = 44;
/** Pixels of the row of a robot, and the number of rows; a selected robot is always shown. */
const ROW = 4;
const MAX_ROWS = 8;
/** Pixels around a mark in which the pointer finds it, and around a press that is no drag. */
const GRACE = 5;
const PIXELS_PER_TICK = 90;

interface Hover {
  readonly x: number;
  readonly time: number;
  readonly mark: Mark | undefined;
  readonly isRight: boolean;
}

/** Width of the painted timeline in pixels. */
const painted = signal(0);
/** Signals as attributes change these alone: the components are not rendered again for each frame. */
const spokenTime = computed(() => `${store.time.value.toFixed(2)} of ${store.span.value.end.toFixed(2)} seconds`);

export function Timeline() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const cursor = useRef<HTMLDivElement>(null);
  const hover = useSignal<Hover | undefined>(undefined);
  /** Where a drag that selects a range began, as a time. */
  const anchor = useRef<number | undefined>(undefined);
  useLayoutEffect(() => effect(() => paint(canvas.current!)), []);
  // The cursor is an element of its own, so that only it moves while the run is played.
  useLayoutEffect(() => effect(() => placeCursor(cursor.current!)), []);
  const { start, end } = store.span.value;

  const at = (event: PointerEvent): Hover => {
    const { left, width } = canvas.current!.getBoundingClientRect();
    const x = event.clientX - left;
    const perPixel = (end - start) / Math.max(width - 2 * PAD, 1);
    const time = Math.min(Math.max(start + (x - PAD) * perPixel, start), end);
    const mark = markNear(store.scene.value, store.findings.value, time, GRACE * perPixel);
    return { x, time, mark, isRight: x > width / 2 };
  };
  const onDown = (event: PointerEvent): void => {
    canvas.current!.setPointerCapture(event.pointerId);
    const { time, mark } = at(event);
    if (event.shiftKey) anchor.current = time;
    else if (mark !== undefined) store.jumpTo(mark);
    else scrub(time);
  };
  const onMove = (event: PointerEvent): void => {
    const now = at(event);
    hover.value = now;
    if (anchor.current !== undefined) store.selectRange(anchor.current, now.time);
    // Near a mark the cursor stays on it, so that a click with a shaky hand still jumps there.
    else if (event.buttons !== 0 && store.time.value !== now.mark?.time) scrub(now.time);
  };
  return (
    <div class="timeline">
      <canvas
        ref={canvas}
        id="timeline"
        aria-hidden="true"
        onPointerDown={onDown}
        onPointerMove={onMove}
        onPointerUp={() => (anchor.current = undefined)}
        onPointerLeave={() => (hover.value = undefined)}
      />
      <div ref={cursor} class="cursor" />
      <input
        id="scrubber"
        type="range"
        aria-label="time in simulated seconds"
        aria-valuetext={spokenTime}
        title="drag to move in time; above, shift and drag selects a range"
        min={start}
        max={end}
        step="any"
        value={store.time}
        onInput={(event) => scrub(Number(event.currentTarget.value))}
      />
      {hover.value !== undefined && <HoverText {...hover.value} />}
    </div>
  );
}

function placeCursor(element: HTMLElement): void {
  const { start, end } = store.span.value;
  element.hidden = !(end > start);
  element.style.transform = `translateX(${xOf(store.time.value, painted.value) - 1}px)`;
}

/** The column of a time. */
function xOf(time: number, width: number): number {
  const { start, end } = store.span.value;
  return PAD + (end > start ? (time - start) / (end - start) : 0) * (width - 2 * PAD);
}

function scrub(time: number): void {
  store.isFollowingRun.value = false;
  store.goTo(time);
}

function HoverText({ x, time, mark, isRight }: Hover) {
  const { at } = store.units.value;
  const text = mark === undefined ? at(time, 3) : `${at(mark.time, 3)}: ${mark.text}`;
  return (
    <span id="hover-time" class="tip" style={isRight ? { right: `calc(100% - ${x}px)` } : { left: `${x}px` }}>
      {text}
    </span>
  );
}

/** Colours of the kinds, in the timeline and in the inspector. */
export function kindColor(kind: EventKind, theme: Theme): string {
  switch (kind) {
    case 'motion':
      return theme.palette[0]!;
    case 'message':
      return theme.message;
    case 'contact':
      return theme.contact;
    case 'sensor':
      return theme.palette[2]!;
    case 'other':
      return theme.faint;
  }
}

function paint(element: HTMLCanvasElement): void {
  const height = element.clientHeight;
  const canvas = preparedCanvas(element, height);
  if (canvas === undefined) return;
  const { context, width, theme } = canvas;
  const { start, end } = store.span.value;
  const scene = store.scene.value;
  const [lanes, range] = [store.lanes.value, store.range.value];
  const inside = width - 2 * PAD;
  const x = (t: number): number => xOf(t, width);
  painted.value = width;
  const bottom = height < MIN_WITH_AXIS ? height : height - AXIS;
  const top = MARKS + LANE * lanes.length;
  if (range !== undefined) {
    context.fillStyle = theme.palette[0]!;
    context.globalAlpha = 0.18;
    context.fillRect(x(range.from), 0, x(range.to) - x(range.from), bottom);
    context.globalAlpha = 1;
  }
  densities();
  phases();
  for (const [row, { spans }] of lanes.entries()) {
    for (const { from, to, isHolding } of spans) {
      context.fillStyle = isHolding ? theme.palette[2]! : theme.lost;
      const left = x(Math.max(from, start));
      context.fillRect(left, MARKS + row * LANE, Math.max(1, x(Math.min(to, end)) - left), LANE - 2);
    }
  }
  marks();
  if (bottom < height) axis();

  /** Stacked by kind; the height is logarithmic in the number of all records, the parts have their shares. */
  function densities(): void {
    const bins = Math.floor(inside / 3);
    const counts = EVENT_KINDS.map((kind) => scene.events[kind].histogram(start, end, bins));
    const sums = Array.from({ length: bins }, (_, bin) => counts.reduce((sum, each) => sum + each[bin]!, 0));
    const most = sums.reduce((a, b) => Math.max(a, b), 0);
    if (most === 0) return;
    const wide = inside / bins;
    context.globalAlpha = 0.75;
    for (const [bin, sum] of sums.entries()) {
      if (sum === 0) continue;
      const high = ((bottom - top) * Math.log1p(sum)) / Math.log1p(most);
      let y = bottom;
      for (const [k, kind] of EVENT_KINDS.entries()) {
        const part = (high * counts[k]![bin]!) / sum;
        if (part === 0) continue;
        context.fillStyle = kindColor(kind, theme);
        context.fillRect(PAD + bin * wide, y - part, wide - 1, part);
        y -= part;
      }
    }
    context.globalAlpha = 1;
  }

  /** For each robot, when it computes and when it moves. */
  function phases(): void {
    const robots = [...scene.robots.values()].filter((robot) => robot.phases.at(Infinity) !== '');
    const selected = robots.filter(({ id }) => id === store.style.value.selected);
    const shown = [...new Set([...selected, ...robots])].slice(0, MAX_ROWS);
    for (const [row, robot] of shown.entries()) {
      const changes = [...robot.phases.between(start, end)];
      for (const [index, { time, value }] of changes.entries()) {
        if (value === '' || value === 'ME') continue;
        const until = changes[index + 1]?.time ?? end;
        context.fillStyle = value === 'MB' ? theme.palette[0]! : theme.message;
        context.fillRect(x(time), top + row * ROW, Math.max(1, x(until) - x(time)), ROW - 1);
      }
    }
  }

  /** Contacts as ticks, one per pixel; crashes as crosses; violations and differences as triangles. */
  function marks(): void {
    const columns = Math.floor(inside);
    const touches = scene.touches.histogram(start, end, columns);
    context.fillStyle = theme.contact;
    for (const [column, count] of touches.entries()) {
      if (count > 0) context.fillRect(PAD + (column * inside) / columns, 3, 1.5, MARKS - 4);
    }
    context.strokeStyle = theme.lost;
    context.lineWidth = 2;
    context.beginPath();
    for (const [time] of scene.crashMoments.between(start, end)) cross(x(time), MARKS / 2);
    context.stroke();
    for (const { time, kind } of store.findings.value) {
      context.fillStyle = kind === 'violation' ? theme.lost : theme.message;
      context.beginPath();
      context.moveTo(x(time), MARKS);
      context.lineTo(x(time) - 5, 1);
      context.lineTo(x(time) + 5, 1);
      context.fill();
    }
  }

  function cross(middle: number, y: number): void {
    context.moveTo(middle - 4, y - 4);
    context.lineTo(middle + 4, y + 4);
    context.moveTo(middle - 4, y + 4);
    context.lineTo(middle + 4, y - 4);
  }

  function axis(): void {
    const { step, ticks } = ticksBetween(start, end, inside / PIXELS_PER_TICK);
    context.fillStyle = theme.border;
    context.fillRect(PAD, bottom, inside, 1);
    context.font = '11px system-ui, sans-serif';
    context.textBaseline = 'top';
    for (const tick of ticks) {
      const middle = x(tick);
      const text = `${tick.toFixed(digitsOf(step))} ${store.units.value.time}`;
      context.fillStyle = theme.ink;
      context.fillRect(middle - 0.5, bottom, 1, 4);
      const half = context.measureText(text).width / 2;
      // The outermost labels stay inside.
      const place = Math.min(Math.max(middle, half + 2), width - half - 2);
      context.textAlign = 'center';
      context.globalAlpha = 0.8;
      context.fillText(text, place, bottom + 5);
      context.globalAlpha = 1;
    }
  }
}
