/** Small charts below the picture, tied to the same cursor: messages between processes, speeds, distances, rates. */
import { computed, effect } from '@preact/signals';
import { velocityAt } from '@kineko/geometry';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { messageDiagram } from '../scene/message-diagram.js';
import type { Units } from '../scene/units.js';
import { drawMessages } from './message-chart.js';
import { HEIGHT, MARGIN, type Plot, preparedCanvas, xOf } from './plot.js';
import * as store from './store.js';

const SAMPLES = 400;
/** More arrows in one space-time diagram would be unreadable. */
const DIAGRAM_LIMITS = { arrows: 400, bins: 200 };

export function Charts() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { chart } = store;
  useLayoutEffect(
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
      {chart.value === 'messages' && <HiddenMessages />}
    </div>
  );
}

function HiddenMessages() {
  const { hidden, total } = diagram.value;
  if (hidden === 0) return null;
  return (
    <p id="chart-note" role="note">
      {`${hidden.toLocaleString('en')} of ${total.toLocaleString('en')} messages hidden; shading: messages that each process sends`}
    </p>
  );
}

export function titlesIn({ length, speed, time }: Units): Readonly<Record<store.Chart, string>> {
  return {
    none: 'no chart',
    messages: 'messages between processes',
    speed: `speed of the selected robot (${speed})`,
    distance: `distance to the robot selected before (${length})`,
    rate: `messages per ${time === 's' ? 'second' : 'cycle'}`,
  };
}

/** A space-time diagram shows the time around the cursor, the other charts the whole run. */
function rangeOf(chart: store.Chart): readonly [number, number] {
  const { start, end } = store.span.value;
  if (chart !== 'messages') return [start, end];
  const half = Math.max(store.pace.value * 4, 1e-3);
  return [store.time.value - half, store.time.value + half];
}

const diagram = computed(() => {
  void store.version.value;
  const [from, to] = rangeOf('messages');
  return messageDiagram(store.scene.value.flights, from, to, DIAGRAM_LIMITS);
});

function paint(element: HTMLCanvasElement): void {
  const canvas = preparedCanvas(element, HEIGHT);
  if (canvas === undefined) return;
  const [from, to] = rangeOf(store.chart.value);
  if (!(to > from)) return;
  const plot: Plot = { ...canvas, from, to };
  if (store.chart.value === 'messages') drawMessages(plot, diagram.value, store.scene.value);
  else curve(plot, valuesOf(store.chart.value, from, to));
  axis(plot);
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

/** Samples at equal intervals over the range; NaN where there is no value. */
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
    context.fillText('nothing to show: select a robot (for a distance, two robots)', plot.width / 2, HEIGHT / 2);
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
