import type { Canvas2d } from '@kineko/viewer';

/** One call, with the state of the canvas at that time. */
export interface Call {
  readonly name: string;
  readonly args: readonly unknown[];
  readonly fill: unknown;
  readonly stroke: unknown;
  readonly alpha: number;
  readonly dash: readonly number[];
}

/** A canvas that records all calls, and throws where the canvas of a page would. */
export class RecordingCanvas implements Canvas2d {
  fillStyle: unknown = '';
  strokeStyle: unknown = '';
  globalAlpha = 1;
  lineWidth = 1;
  lineCap: unknown = 'butt';
  lineJoin: unknown = 'miter';
  font = '';
  textAlign: unknown = '';
  textBaseline: unknown = '';
  readonly calls: Call[] = [];
  private dash: readonly number[] = [];
  private readonly saved: object[] = [];

  save(): void {
    const { fillStyle, strokeStyle, globalAlpha, lineWidth, dash } = this;
    this.saved.push({ fillStyle, strokeStyle, globalAlpha, lineWidth, dash });
  }
  restore(): void {
    Object.assign(this, this.saved.pop());
  }
  beginPath(): void {
    this.note('beginPath');
  }
  closePath(): void {
    this.note('closePath');
  }
  moveTo(x: number, y: number): void {
    this.note('moveTo', x, y);
  }
  lineTo(x: number, y: number): void {
    this.note('lineTo', x, y);
  }
  arc(x: number, y: number, radius: number, start: number, end: number): void {
    if (radius < 0) throw new RangeError(`IndexSizeError: the radius ${radius} is negative`);
    this.note('arc', x, y, radius, start, end);
  }
  rect(x: number, y: number, width: number, height: number): void {
    this.note('rect', x, y, width, height);
  }
  fill(): void {
    this.note('fill');
  }
  stroke(): void {
    this.note('stroke');
  }
  fillRect(x: number, y: number, width: number, height: number): void {
    this.note('fillRect', x, y, width, height);
  }
  fillText(text: string, x: number, y: number): void {
    this.note('fillText', text, x, y);
  }
  translate(x: number, y: number): void {
    this.note('translate', x, y);
  }
  rotate(angle: number): void {
    this.note('rotate', angle);
  }
  clip(): void {
    this.note('clip');
  }
  drawImage(image: unknown, x: number, y: number, width: number, height: number): void {
    this.note('drawImage', image, x, y, width, height);
  }
  setLineDash(segments: number[]): void {
    this.dash = segments;
  }

  /** The calls of a name. */
  named(name: string): Call[] {
    return this.calls.filter((call) => call.name === name);
  }

  /** Texts with their positions. */
  get texts(): unknown[][] {
    return this.named('fillText').map(({ args }) => [...args]);
  }

  /** Whether every `save` has its `restore`. */
  get isEven(): boolean {
    return this.saved.length === 0;
  }

  private note(name: string, ...args: unknown[]): void {
    const { fillStyle: fill, strokeStyle: stroke, globalAlpha: alpha, dash } = this;
    this.calls.push({ name, args, fill, stroke, alpha, dash });
  }
}
