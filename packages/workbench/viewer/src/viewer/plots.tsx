/** Plots of several series over the run or the selected range, with the thresholds of properties; drawn by uPlot. */
import { computed, effect, signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { HEIGHT } from './plot.js';
import { type Series, seriesOf, timesBetween } from './series.js';
import * as store from './store.js';

const SAMPLES = 600;

/** Series that the user has hidden, by label. */
const hidden = signal<ReadonlySet<string>>(new Set());

const drawn = computed(() => {
  void store.version.value;
  const { start, end } = store.span.value;
  const { from, to } = store.range.value ?? { from: start, to: end };
  const times = timesBetween(from, to, SAMPLES);
  const pair = [store.selected.value, store.partner.value] as const;
  return { times, series: to > from ? seriesOf(store.scene.value, pair, times, store.units.value) : [] };
});

export function Plots() {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    let plot: uPlot | undefined;
    const stopMaking = effect(() => {
      plot?.destroy();
      plot = newPlot(host.current!);
    });
    const stopMoving = effect(() => {
      void store.time.value;
      plot?.redraw(false, false);
    });
    return () => {
      stopMaking();
      stopMoving();
      plot?.destroy();
    };
  }, []);
  const { series } = drawn.value;
  const { palette } = store.style.value.theme;
  return (
    <div class="plots">
      <div ref={host} id="plots" role="img" aria-label="plots over time" />
      <div class="plot-key" role="group" aria-label="series">
        {series.map(({ label, unit }, k) => (
          <label key={label} title="show or hide this series">
            <input type="checkbox" checked={!hidden.value.has(label)} onChange={() => toggle(label)} />
            <i class="dot" style={{ background: palette[k % palette.length] }} />
            {label} ({unit})
          </label>
        ))}
        {series.length < 3 && <p class="hint">Select a robot, then another one, for speeds, distance and gap.</p>}
        {store.lanes.value.map(({ name, verdict }) => (
          <p key={name} class={verdict === 'violated' ? 'bad' : 'hint'}>
            {name}: {verdict}
          </p>
        ))}
      </div>
    </div>
  );
}

function toggle(label: string): void {
  const names = new Set(hidden.value);
  if (!names.delete(label)) names.add(label);
  hidden.value = names;
}

/** A plot for the present series, colours and size; undefined if there is nothing to draw. */
function newPlot(host: HTMLElement): uPlot | undefined {
  void store.size.value;
  const { times, series } = drawn.value;
  const { theme } = store.style.value;
  const shown = series.filter(({ label }) => !hidden.value.has(label));
  if (shown.length === 0) return undefined;
  const units = [...new Set(shown.map(({ unit }) => unit))];
  const axis = { stroke: theme.ink, grid: { stroke: theme.border, width: 0.5 }, ticks: { stroke: theme.border } };
  const color = ({ label }: Series): string =>
    theme.palette[series.findIndex((each) => each.label === label) % theme.palette.length]!;
  return new uPlot(
    {
      width: Math.max(host.clientWidth, 200),
      height: HEIGHT,
      legend: { show: false },
      cursor: { drag: { setScale: false } },
      scales: { x: { time: false } },
      axes: [
        { ...axis, size: 26 },
        ...units.map((unit, k) => ({
          ...axis,
          scale: unit,
          label: unit,
          labelSize: 16,
          size: 44,
          side: k % 2 === 0 ? (3 as const) : (1 as const),
          grid: { ...axis.grid, show: k === 0 },
        })),
      ],
      series: [
        { label: store.units.value.time },
        ...shown.map((each) => ({ label: each.label, scale: each.unit, stroke: color(each), width: 1.5 })),
      ],
      hooks: {
        draw: [(plot) => drawLines(plot, shown)],
        ready: [(plot) => plot.over.addEventListener('click', () => jump(plot))],
      },
    },
    [times, ...shown.map(({ values }) => values)],
    host,
  );
}

function jump(plot: uPlot): void {
  store.isFollowingRun.value = false;
  store.goTo(plot.posToVal(plot.cursor.left ?? 0, 'x'));
}

/** The cursor of the run, and the distances that properties limit. */
function drawLines(plot: uPlot, shown: readonly Series[]): void {
  const { ctx: context, bbox } = plot;
  const { theme } = store.style.peek();
  context.save();
  context.fillStyle = theme.ink;
  context.fillRect(plot.valToPos(store.time.peek(), 'x', true) - 1, bbox.top, 2, bbox.height);
  context.strokeStyle = theme.lost;
  context.lineWidth = 1.5;
  context.setLineDash([6, 4]);
  for (const { threshold } of store.lanes.peek()) {
    const limited = shown.find(({ id }) => id === threshold?.of);
    if (threshold === undefined || limited === undefined) continue;
    const y = plot.valToPos(threshold.metres, limited.unit, true);
    if (y < bbox.top || y > bbox.top + bbox.height) continue;
    context.beginPath();
    context.moveTo(bbox.left, y);
    context.lineTo(bbox.left + bbox.width, y);
    context.stroke();
  }
  context.restore();
}
