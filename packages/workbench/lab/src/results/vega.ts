/** Plots as Vega-Lite specifications for notebooks, which read `results.csv`. */
import type { Experiment, PlotSpec } from '../experiment/experiment.js';

export function vegaLiteOf({ name, confidence }: Experiment, plot: PlotSpec): object {
  const color = plot.by ?? (plot.y.length > 1 ? 'metric' : undefined);
  const common = {
    x: { field: field(plot.x), type: 'quantitative', title: plot.x, scale: { type: plot.scale, zero: false } },
    ...(color !== undefined && { color: { field: field(color), type: 'nominal', title: color } }),
  };
  const y = { field: 'value', type: 'quantitative', title: plot.y.join(', '), scale: { type: plot.scale } };
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v5.json',
    title: plot.title ?? titleOf(plot),
    description: `${name}: mean and ${Math.round(confidence * 100)} % confidence interval`,
    data: { url: '../results.csv', format: { type: 'csv' } },
    transform: [
      { filter: { field: 'metric', oneOf: plot.y } },
      { filter: 'isValid(datum.value) && datum.value !== ""' },
    ],
    width: 480,
    height: 320,
    layer: [
      { mark: { type: 'line', point: true }, encoding: { ...common, y: { ...y, aggregate: 'mean' } } },
      { mark: { type: 'errorbar', extent: 'ci' }, encoding: { ...common, y } },
    ],
  };
}

export function titleOf({ x, y, by }: PlotSpec): string {
  return `${y.join(', ')} against ${x}${by === undefined ? '' : ` by ${by}`}`;
}

/** A dot in a name would mean a nested field. */
function field(name: string): string {
  return name.replaceAll('.', '\\.');
}
