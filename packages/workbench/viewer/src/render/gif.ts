/** Films as GIF: frames in, bytes out; of each frame only what has changed is kept. */
import gifenc from 'gifenc';
import { NearestColors, paletteOf } from './gif/palette.js';
import type { Style } from './style.js';

export interface GifOptions {
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  /** Whose colours the frames have. */
  readonly style: Style;
}

/** Pixels on a side that the format can tell. */
export const MAX_GIF_PIXELS = 65_535;

/** Hundredths of a second: what is shorter is shown far longer by most programs. */
const SHORTEST_DELAY = 2;
/** "As before" in the table of colours. */
const UNCHANGED = 255;
/** GIF's "leave it as it is when the next frame comes". */
const KEEP = 1;

/** Where a frame's place stands, from the end of the extension that goes before it: after the byte that begins an image. */
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
  /** What the encoder has no frame of yet: its length is not known before the next one. */
  private pending: Pending | undefined;
  private frames = 0;
  /** Hundredths of a second until the end of what was written. */
  private written = 0;

  constructor(private readonly options: GifOptions) {
    const { width, height, style } = options;
    const colors = paletteOf(style);
    this.nearest = new NearestColors(colors);
    // The table is written whole, so that its last entry exists.
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
        `a frame has ${rgba.length} bytes: of ${width} × ${height} pixels it has ${4 * width * height}`,
      );
    }
    const box = this.compare(rgba);
    // What looks the same stays longer.
    if (box !== undefined) {
      this.writePending();
      this.pending = { ...box, indices: this.cut(box) };
    }
    this.frames++;
  }

  /** The bytes of what is done so far, which are then forgotten here. */
  take(): Uint8Array {
    const bytes = this.encoder.bytes();
    this.encoder.reset();
    return bytes;
  }

  /** The rest of the bytes. */
  finish(): Uint8Array {
    this.writePending();
    this.encoder.finish();
    return this.take();
  }

  /** Sets what has changed, and tells where; undefined if nothing has. */
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
    // By the whole film, so that roundings do not add up.
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

  /** The encoder puts every frame into the upper left corner. */
  private place({ left, top }: Box, frameAt: number): void {
    const bytes = this.encoder.bytesView();
    const at = frameAt + PLACE_AT;
    bytes.set([left & 0xff, left >>> 8, top & 0xff, top >>> 8], at);
  }
}

/** A word a pixel, red the lowest byte, as machines on which pages run have it. */
function wordsOf(rgba: Uint8Array | Uint8ClampedArray): Uint32Array {
  const { buffer, byteOffset, length } = byteAligned(rgba);
  return new Uint32Array(buffer, byteOffset, length / 4);
}

function byteAligned(rgba: Uint8Array | Uint8ClampedArray): Uint8Array | Uint8ClampedArray {
  return rgba.byteOffset % 4 === 0 ? rgba : rgba.slice();
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
