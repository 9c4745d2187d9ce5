/** A canvas that produces SVG. */
import type { Canvas2d } from '../canvas.js';
import { FULL_TURN } from '../drawing.js';
import { element, escaped, figure } from './markup.js';
import type { Style } from '../style.js';
import type { Paints } from './paints.js';

/** The properties that `save` keeps. */
const STATE = [
  'fillStyle',
  'strokeStyle',
  'globalAlpha',
  'lineWidth',
  'lineCap',
  'lineJoin',
  'font',
  'textAlign',
  'textBaseline',
  'dash',
  'transform',
  'clipped',
] as const;

const ANCHORS: Readonly<Record<string, string>> = { center: 'middle', right: 'end', end: 'end' };
/** Distances of the baseline below the middle and the top of letters, in font sizes. */
const [MIDDLE, TOP] = [0.35, 0.8];

export class SvgCanvas implements Canvas2d {
  fillStyle: unknown = '#000';
  strokeStyle: unknown = '#000';
  globalAlpha = 1;
  lineWidth = 1;
  lineCap: unknown = 'butt';
  lineJoin: unknown = 'miter';
  font = '10px sans-serif';
  textAlign: unknown = 'left';
  textBaseline: unknown = 'alphabetic';
  private dash: readonly number[] = [];
  private readonly saved: Pick<SvgCanvas, never>[] = [];
  private path = '';
  private hasPoint = false;
  private text = '';

  private transform = '';
  private clipped: string | undefined;

  /** `style` has the textures that may be drawn. */
  constructor(
    private readonly paints: Paints,
    private readonly style: Pick<Style, 'textures'> = {},
  ) {}

  /** Returns the SVG drawn since the last call. */
  take(): string {
    const { text } = this;
    this.text = '';
    return text;
  }

  save(): void {
    this.saved.push(Object.fromEntries(STATE.map((name) => [name, this[name]])));
  }

  restore(): void {
    const last = this.saved.pop();
    if (last !== undefined) Object.assign(this, last);
  }

  beginPath(): void {
    this.path = '';
    this.hasPoint = false;
  }

  closePath(): void {
    this.path += 'Z';
  }

  moveTo(x: number, y: number): void {
    this.path += `M${pair(x, y)}`;
    this.hasPoint = true;
  }

  lineTo(x: number, y: number): void {
    this.path += `${this.hasPoint ? 'L' : 'M'}${pair(x, y)}`;
    this.hasPoint = true;
  }

  arc(x: number, y: number, radius: number, start: number, end: number): void {
    if (![x, y, radius, start, end].every(Number.isFinite) || radius < 0) return;
    const at = (angle: number): string => pair(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
    const sweep = Math.min(Math.max(end - start, 0), FULL_TURN);
    const first = `M${at(start)}`;
    // A canvas connects the current point to the start of an arc by a line.
    if (!this.path.endsWith(first)) this.path += this.hasPoint ? `L${at(start)}` : first;
    this.hasPoint = true;
    // SVG ignores an arc that ends at its start, so a full turn has two halves.
    const halves = sweep > Math.PI ? 2 : 1;
    const r = figure(radius);
    for (let k = 1; k <= halves; k++) this.path += `A${r} ${r} 0 0 1 ${at(start + (sweep * k) / halves)}`;
  }

  rect(x: number, y: number, width: number, height: number): void {
    this.path += `M${pair(x, y)}h${figure(width)}v${figure(height)}h${figure(-width)}Z`;
    this.hasPoint = true;
  }

  fill(): void {
    if (this.path === '') return;
    this.add('path', { ...this.paints.fill(String(this.fillStyle)), d: this.path });
  }

  stroke(): void {
    if (this.path === '') return;
    this.add('path', {
      ...this.paints.stroke(String(this.strokeStyle)),
      'stroke-width': this.lineWidth === 1 ? undefined : this.lineWidth,
      'stroke-linecap': this.lineCap === 'butt' ? undefined : String(this.lineCap),
      'stroke-linejoin': this.lineJoin === 'miter' ? undefined : String(this.lineJoin),
      'stroke-dasharray': this.dash.length === 0 ? undefined : this.dash.map((each) => figure(each)).join(' '),
      d: this.path,
    });
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    this.add('rect', { ...this.paints.fill(String(this.fillStyle)), x, y, width, height });
  }

  fillText(text: string, x: number, y: number): void {
    const { weight, size, family } = fontOf(this.font);
    const down = this.textBaseline === 'middle' ? MIDDLE : this.textBaseline === 'top' ? TOP : 0;
    this.add(
      'text',
      {
        ...this.paints.fill(String(this.fillStyle)),
        x,
        y: y + down * size,
        'font-family': family,
        'font-size': size,
        'font-weight': weight,
        'text-anchor': ANCHORS[String(this.textAlign)],
      },
      escaped(text),
    );
  }

  setLineDash(segments: number[]): void {
    this.dash = segments;
  }

  translate(x: number, y: number): void {
    this.transform += `translate(${pair(x, y)})`;
  }

  rotate(angle: number): void {
    this.transform += `rotate(${figure((angle * 180) / Math.PI)})`;
  }

  clip(): void {
    this.clipped = this.paints.newName('c');
    this.text += element('clipPath', { id: this.clipped }, element('path', { d: this.path }));
  }

  drawImage(image: unknown, x: number, y: number, width: number, height: number): void {
    const texture = [...(this.style.textures?.values() ?? [])].find((each) => each.image === image);
    if (texture === undefined) return;
    this.add('image', { href: texture.href, x, y, width, height, preserveAspectRatio: 'none' });
  }

  private add(name: string, given: Readonly<Record<string, string | number | undefined>>, inside = ''): void {
    if (!(this.globalAlpha > 0)) return;
    const opacity = this.globalAlpha === 1 ? undefined : this.globalAlpha;
    const transform = this.transform === '' ? undefined : this.transform;
    const clip = this.clipped === undefined ? undefined : `url(#${this.clipped})`;
    this.text += element(name, { ...given, opacity, transform, 'clip-path': clip }, inside);
  }
}

/** Parses `600 12px family`; the weight is optional. */
function fontOf(font: string): {
  readonly weight: string | undefined;
  readonly size: number;
  readonly family: string;
} {
  const [, weight, size, family] = /^(?:(\w+) )?([\d.]+)px (.*)$/.exec(font) ?? [];
  return { weight, size: Number(size ?? 10), family: family ?? 'sans-serif' };
}

function pair(x: number, y: number): string {
  return `${figure(x)} ${figure(y)}`;
}
