/** The timeline: density of records and contacts over the whole run, phases of Look-Compute-Move cycles, and the cursor. */
import { effect } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Density } from '../scene/density.js';
import { preparedCanvas } from './plot.js';
import * as store from './store.js';

const HEIGHT = 56;
/** Pixels of the row of a robot, and the number of rows; a selected robot is always shown. */
const ROW = 4;
const MAX_ROWS = 8;

export function Timeline() {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => effect(() => paint(canvas.current!)), []);
  const { start, end } = store.span.value;
  const scrub = (event: PointerEvent): void => {
    const element = canvas.current!;
    if (event.type === 'pointerdown') element.setPointerCapture(event.pointerId);
    else if (event.buttons === 0) return;
    const { left, width } = element.getBoundingClientRect();
    store.isFollowingRun.value = false;
    store.goTo(start + ((event.clientX - left) / width) * (end - start));
  };
  return (
    <div class="timeline">
      <canvas ref={canvas} id="timeline" aria-hidden="true" onPointerDown={scrub} onPointerMove={scrub} />
      <input
        id="scrubber"
        type="range"
        aria-label="time in simulated seconds"
        aria-valuetext={`${store.time.value.toFixed(2)} of ${end.toFixed(2)} seconds`}
        min={start}
        max={end}
        step="any"
        value={store.time.value}
        onInput={(event) => {
          store.isFollowingRun.value = false;
          store.goTo(Number(event.currentTarget.value));
        }}
      />
    </div>
  );
}

function paint(element: HTMLCanvasElement): void {
  const canvas = preparedCanvas(element, HEIGHT);
  if (canvas === undefined) return;
  const { context, width, theme } = canvas;
  const { start, end } = store.span.value;
  const scene = store.scene.value;
  const bins = Math.floor(width / 3);
  bars(scene.events, theme.faint, 0.8);
  bars(scene.touches, theme.contact, 0.4);
  phases();
  if (end > start) {
    const x = ((store.time.value - start) / (end - start)) * width;
    context.fillStyle = theme.ink;
    context.fillRect(x - 1, 0, 2, HEIGHT);
  }

  /** For each robot, when it computes and when it moves. */
  function phases(): void {
    const robots = [...scene.robots.values()].filter((robot) => robot.phases.at(Infinity) !== '');
    const selected = robots.filter(({ id }) => id === store.style.value.selected);
    const shown = [...new Set([...selected, ...robots])].slice(0, MAX_ROWS);
    const scale = width / (end - start);
    for (const [row, robot] of shown.entries()) {
      const changes = [...robot.phases.between(start, end)];
      for (const [index, { time, value }] of changes.entries()) {
        if (value === '' || value === 'ME') continue;
        const until = changes[index + 1]?.time ?? end;
        context.fillStyle = value === 'MB' ? theme.palette[0]! : theme.message;
        context.fillRect((time - start) * scale, row * ROW, Math.max(1, (until - time) * scale), ROW - 1);
      }
    }
  }

  function bars(density: Density, color: string, share: number): void {
    const counts = density.histogram(start, end, bins);
    const most = counts.reduce((a, b) => Math.max(a, b), 0);
    if (most === 0) return;
    context.fillStyle = color;
    for (const [bin, count] of counts.entries()) {
      const height = (HEIGHT * share * Math.log1p(count)) / Math.log1p(most);
      context.fillRect((bin * width) / bins, HEIGHT - height, width / bins - 1, height);
    }
  }
}
