/** Charts by Observable Plot, drawn without a browser: SVG in the page's colours. */
import type * as Library from '@observablehq/plot';
import { escaped } from './plain-text.js';

/** Number of distinct colours: `--c0`, `--c1` … of the page. */
export const COLORS = 8;

/** Approximate width of a letter, in pixels. */
const LETTER = 7;

function colorOf(series: number): string {
  return `var(--c${series % COLORS})`;
}

export interface Chart {
  /** Description of the picture in one sentence. */
  readonly label: string;
  /** Pixels, without the legend. */
  readonly width: number;
  readonly height: number;
  /** Names of the series, for a legend beside the data if there are several. */
  readonly series?: readonly string[];
  /** Marks, scales and margins. */
  readonly options: Readonly<Record<string, unknown>>;
}

export type Plotting = typeof Library & {
  /** The picture, as a file of its own needs it. */
  readonly draw: (chart: Chart) => string;
  readonly colorOf: typeof colorOf;
};

/** The used part of a page's element. */
interface Figure {
  readonly outerHTML: string;
  setAttribute(name: string, value: string): void;
}

/** Loaded when a report is made, because nothing else needs the library. */
export async function loadPlotting(): Promise<Plotting> {
  const Plot = await import('@observablehq/plot');
  const { parseHTML } = await import('linkedom/worker');
  const { document } = parseHTML('<!doctype html><html><body></body></html>') as { readonly document: unknown };
  // The types of the library need those of a browser.
  const plot = Plot.plot as unknown as (options: object) => Figure;
  const draw = ({ label, width, height, series = [], options }: Chart): string => {
    // Part of the picture, which is also used without the page.
    const keyWidth = series.length < 2 ? 0 : 24 + LETTER * Math.max(...series.map((name) => name.length));
    const figure = plot({
      document,
      width: width + keyWidth,
      height,
      marginRight: 20 + keyWidth,
      className: 'chart',
      style: { fontSize: '12px', color: 'var(--ink)' },
      ...options,
    });
    // The first of them so that the picture can be used without the page.
    const attributes = { xmlns: 'http://www.w3.org/2000/svg', role: 'img', 'aria-label': label };
    for (const [name, value] of Object.entries(attributes)) figure.setAttribute(name, value);
    const key = keyWidth === 0 ? '' : series.map((name, i) => keyOf(name, i, width - 4)).join('');
    return figure.outerHTML.replace(/<\/svg>$/, `${key}</svg>`);
  };
  return { ...Plot, draw, colorOf };
}

function keyOf(name: string, i: number, x: number): string {
  const y = 24 + 20 * i;
  const text = `<text x="${x + 12}" y="${y}" dy="4" text-anchor="start">${escaped(name)}</text>`;
  return `<circle cx="${x}" cy="${y}" r="5" fill="${colorOf(i)}"/>${text}`;
}
