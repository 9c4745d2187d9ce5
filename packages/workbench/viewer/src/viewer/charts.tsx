/** Panels above the timeline, tied to the same cursor: the space-time diagram of messages, and plots of series. */
import { computed, effect } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { messageDiagram } from '../scene/message-diagram.js';
import { drawMessages } from './message-chart.js';
import { HEIGHT, MARGIN, type Plot, preparedCanvas, xOf } from './plot.js';
import { Plots } from './plots.js';
import * as store from './store.js';

/** More arrows in one space-time diagram would be unreadable. */
const DIAGRAM_LIMITS = { arrows: 400, bins: 200 };

export const TITLES: Readonly<Record<store.Chart, string>> = {
  none: 'no chart',
  messages: 'messages between processes',
  plots: 'plots: speed, distance, gap, messages',
  both: 'messages and plots',
};

export function Charts() {
  switch (store.chart.value) {
    case 'none':
      return null;
    case 'messages':
      return <MessageChart />;
    case 'plots':
      return <Plots />;
    case 'both':
      return (
        <div class="both">
          <MessageChart />
          <Plots />
        </div>
      );
  }
}

function MessageChart() {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => effect(() => paint(canvas.current!)), []);
  const goThere = (event: PointerEvent): void => {
    const { left, width } = canvas.current!.getBoundingClientRect();
    const [from, to] = shownRange();
    const share = (event.clientX - left - MARGIN.left) / Math.max(1, width - MARGIN.left - MARGIN.right);
    store.isFollowingRun.value = false;
    store.goTo(from + share * (to - from));
  };
  return (
    <div class="charts">
      <canvas ref={canvas} id="chart" role="img" aria-label={TITLES.messages} onPointerDown={goThere} />
      <HiddenMessages />
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

/** The time around the cursor. */
function shownRange(): readonly [number, number] {
  const half = Math.max(store.pace.value * 4, 1e-3);
  return [store.time.value - half, store.time.value + half];
}

const diagram = computed(() => {
  void store.version.value;
  const [from, to] = shownRange();
  return messageDiagram(store.scene.value.flights, from, to, DIAGRAM_LIMITS);
});

function paint(element: HTMLCanvasElement): void {
  const canvas = preparedCanvas(element, HEIGHT);
  if (canvas === undefined) return;
  const [from, to] = shownRange();
  const plot: Plot = { ...canvas, from, to };
  drawMessages(plot, diagram.value, store.scene.value);
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
