/** Pieces of SVG. Colours are classes, so that a page or the picture defines them for light and dark themes. */
import { escaped } from './plain-text.js';
import { COLORS } from './plotting.js';

/** A number with the precision that a picture needs. */
export function px(value: number): string {
  return String(Math.round(value * 100) / 100);
}

type Attributes = Readonly<Record<string, string | number>>;

export function element(name: string, attributes: Attributes, ...children: readonly string[]): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? px(value) : escaped(value)}"`)
    .join('');
  return children.length === 0 ? `<${name}${written}/>` : `<${name}${written}>${children.join('')}</${name}>`;
}

export function text(x: number, y: number, content: string, attributes: Attributes = {}): string {
  return element('text', { x, y, ...attributes }, escaped(content));
}

/** The tooltip, which screen readers read. */
export function title(content: string): string {
  return element('title', {}, escaped(content));
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Description of the picture in one sentence. */
  readonly label: string;
  readonly content: readonly string[];
  /** Whether it contains its own colours, for use without a page. */
  readonly isAlone?: boolean;
}

export function picture({ width, height, label, content, isAlone = false }: Picture): string {
  const attributes = { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${px(width)} ${px(height)}` };
  const style = isAlone ? [element('style', {}, STYLE)] : [];
  const paper = isAlone ? [element('rect', { class: 'paper', width, height })] : [];
  return element('svg', { ...attributes, role: 'img', class: 'chart' }, title(label), ...style, ...paper, ...content);
}

/** The hues of robots in the viewer, in calm tones. */
const DAY = ['#4a86b5', '#d9a13b', '#4f9d82', '#b9829f', '#7db4d6', '#c97a45', '#9484b8', '#9a8f45'];
const NIGHT = ['#6ea8d6', '#d9b05e', '#6cbf9f', '#cf9ab6', '#93c6e4', '#dc9a6c', '#b0a0d4', '#bdb36a'];

function colors(of: readonly string[]): string {
  return of.map((color, i) => `--c${i}:${color};`).join('');
}

/** Style of the pictures and of their page. */
export const STYLE = [
  `:root{--paper:#fff;--ink:#1d1f23;--faint:#5d6470;--line:#d9dce1;--lost:#b2403d;${colors(DAY)}}`,
  `@media (prefers-color-scheme:dark){:root{--paper:#17191d;--ink:#e6e7ea;--faint:#a3a8b1;--line:#3a3e46;--lost:#e88a86;${colors(NIGHT)}}}`,
  '.chart{font:12px system-ui,sans-serif;max-width:100%;height:auto;--plot-background:var(--paper)}',
  '.chart text{fill:var(--ink)}.chart .faint{fill:var(--faint)}',
  '.paper{fill:var(--paper)}.axis{stroke:var(--line);fill:none}.process{stroke:var(--faint);fill:none}',
  '.lost{stroke:var(--lost);fill:none;stroke-width:1.5}.down{stroke:var(--lost);stroke-width:3;fill:none;opacity:.5}',
  '.arrow{fill:none;stroke-width:1.2}.way{stroke-dasharray:3 3}',
  ...Array.from({ length: COLORS }, (_, i) => `.c${i}{stroke:var(--c${i});fill:none}`),
].join('');
