/** Encodes animated GIFs; each frame holds only the changed pixels. */
import gifenc from 'gifenc';
import { NearestColors, paletteOf } from './gif/palette.js';
import type { Style } from './style.js';

export interface GifOptions {
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  /** The style that the frames were drawn with. */
  readonly style: Style;
}

/** In hundredths of a second; most programs show shorter frames much longer. */
const SHORTEST_DELAY = 2;
/** Palette index for unchanged pixels. */
const UNCHANGED = 255;
/** GIF disposal: keep the frame below the next one. */
const KEEP = 1;

/** Offset of a frame's position: after the extension and the byte that starts an image. */
const EXTENSION_LENGTH = 8;
const PLACE_AT = EXTENSION_LENGTH + 1;

const { GIFEncoder } = typeof gifenc === 'function' ? { GIFEncoder: gifenc } : gifenc;

export class GifFilm {
  private readonly encoder = GIFEncoder({ auto: false, initialCapacity: 1 << 16 });
  private readonly palette: readonly (readonly number[])[];
  private readonly nearest: NearestColors;
  private readonly indices: Uint8Array;
  private readonly changed: Uint8Array;
  private readonly pixels: Uint32Array;
  /** The frame not yet written; its duration is known when the next one comes. */
  private pending: Pending | undefined;
  private frames = 0;
  /** Total duration written so far, in hundredths of a second. */
  private written = 0;

  constructor(private readonly options: GifOptions) {
    const { width, height, style } = options;
    const colors = paletteOf(style);
    this.nearest = new NearestColors(colors);
    // The full table is written, so that its last entry exists.
    this.palette = Array.from({ length: UNCHANGED + 1 }, (_, k) => colors[k] ?? [0, 0, 0]);
    this.indices = new Uint8Array(width * height);
    this.changed = new Uint8Array(width * height);
    this.pixels = new Uint32Array(width * height);
  }

  /** The next frame: red, green, blue and alpha of each pixel, row by row. */
  add(rgba: Uint8Array | Uint8ClampedArray): void {
    const { width, height } = this.options;
    if (rgba.length !== 4 * width * height) {
      throw new RangeError(
        `frame of ${width} × ${height} pixels: expected ${4 * width * height} bytes, got ${rgba.length}`,
      );
    }
    const box = this.compare(rgba);
    // An unchanged frame extends the previous one.
    if (box !== undefined) {
      this.writePending();
      this.pending = { ...box, indices: this.cut(box) };
    }
    this.frames++;
  }

  /** Returns the bytes since the last call. */
  take(): Uint8Array {
    const bytes = this.encoder.bytes();
    this.encoder.reset();
    return bytes;
  }

  /** Returns the remaining bytes. */
  finish(): Uint8Array {
    this.writePending();
    this.encoder.finish();
    return this.take();
  }

  /** Updates the changed pixels and returns their bounds; undefined if there are none. */
  private compare(rgba: Uint8Array | Uint8ClampedArray): Box | undefined {
    const { indices, changed, pixels, nearest } = this;
    const { width, height } = this.options;
    const words = wordsOf(rgba);
    const isFirst = this.frames === 0;
    let [left, top, right, bottom] = [width, height, -1, -1];
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i++) {
        const color = words[i]! & 0xffffff;
        if (color === pixels[i] && !isFirst) {
          changed[i] = UNCHANGED;
          continue;
        }
        pixels[i] = color;
        const index = nearest.indexOf(color);
        if (index === indices[i] && !isFirst) {
          changed[i] = UNCHANGED;
          continue;
        }
        indices[i] = index;
        changed[i] = index;
        if (x < left) left = x;
        if (x > right) right = x;
        if (y < top) top = y;
        bottom = y;
      }
    }
    return right < 0 ? undefined : { left, top, width: right - left + 1, height: bottom - top + 1 };
  }

  private cut({ left, top, width, height }: Box): Uint8Array {
    const part = new Uint8Array(width * height);
    for (let row = 0; row < height; row++) {
      const start = (top + row) * this.options.width + left;
      part.set(this.changed.subarray(start, start + width), row * width);
    }
    return part;
  }

  private writePending(): void {
    const { pending, encoder } = this;
    if (pending === undefined) return;
    this.pending = undefined;
    const isFirst = this.written === 0;
    // Computed from the start of the film, so that rounding errors do not add up.
    const end = Math.round((100 * this.frames) / this.options.framesPerSecond);
    const hundredths = Math.max(SHORTEST_DELAY, end - this.written);
    this.written += hundredths;
    if (isFirst) encoder.writeHeader();
    const before = isFirst ? undefined : encoder.bytesView().length;
    encoder.writeFrame(pending.indices, pending.width, pending.height, {
      delay: 10 * hundredths,
      repeat: 0,
      dispose: KEEP,
      ...(isFirst ? { first: true, palette: this.palette } : { transparent: true, transparentIndex: UNCHANGED }),
    });
    if (before !== undefined) this.place(pending, before);
  }

  /** The encoder puts every frame at the upper left corner, so the position is patched. */
  private place({ left, top }: Box, frameAt: number): void {
    const bytes = this.encoder.bytesView();
    const at = frameAt + PLACE_AT;
    bytes.set([left & 0xff, left >>> 8, top & 0xff, top >>> 8], at);
  }
}

/** One word per pixel, red in the lowest byte (little-endian). */
function wordsOf(rgba: Uint8Array | Uint8ClampedArray): Uint32Array {
  const { buffer, byteOffset, length } = rgba.byteOffset % 4 === 0 ? rgba : rgba.slice();
  return new Uint32Array(buffer, byteOffset, length / 4);
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Pending extends Box {
  readonly indices: Uint8Array;
}
