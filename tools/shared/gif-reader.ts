/** Reads a GIF according to its specification, as far as tests need it to compare pictures. */

export interface GifFrame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Hundredths of a second. */
  readonly delay: number;
  /** Red, green and blue of each pixel of the whole picture, after this frame. */
  readonly picture: Uint8Array;
}

export interface Gif {
  readonly width: number;
  readonly height: number;
  readonly isLooping: boolean;
  readonly frames: readonly GifFrame[];
}

export function readGif(bytes: Uint8Array): Gif {
  let at = 0;
  const byte = (): number => bytes[at++]!;
  const short = (): number => byte() | (byte() << 8);
  const blocks = (): number[] => {
    const all: number[] = [];
    for (let length = byte(); length > 0; length = byte()) for (let k = 0; k < length; k++) all.push(byte());
    return all;
  };
  const magic = String.fromCharCode(...bytes.subarray(0, 6));
  if (magic !== 'GIF89a') throw new Error(`not a GIF: ${magic}`);
  at = 6;
  const [width, height] = [short(), short()];
  const flags = byte();
  at += 2;
  const table = bytes.subarray(at, (at += 3 * 2 ** ((flags & 7) + 1)));
  const frames: GifFrame[] = [];
  const picture = new Uint8Array(3 * width * height);
  let [delay, transparent, isLooping] = [0, -1, false];
  for (;;) {
    const kind = byte();
    if (kind === 0x3b) break;
    if (kind === 0x21) {
      const label = byte();
      const data = blocks();
      if (label === 0xff) isLooping = true;
      if (label !== 0xf9) continue;
      if (((data[0]! >> 2) & 7) > 1) throw new Error('a frame is disposed of: what it leaves out would be lost');
      transparent = (data[0]! & 1) === 1 ? data[3]! : -1;
      delay = data[1]! | (data[2]! << 8);
      continue;
    }
    if (kind !== 0x2c) throw new Error(`strange block ${kind} at ${at}`);
    const [left, top, w, h] = [short(), short(), short(), short()];
    if ((byte() & 0xc0) !== 0) throw new Error('a local table, or interlaced');
    const indices = unpacked(byte(), blocks());
    if (indices.length !== w * h) throw new Error(`${indices.length} pixels instead of ${w * h}`);
    for (const [k, index] of indices.entries()) {
      if (index === transparent) continue;
      const place = 3 * ((top + Math.floor(k / w)) * width + left + (k % w));
      picture.set(table.subarray(3 * index, 3 * index + 3), place);
    }
    frames.push({ left, top, width: w, height: h, delay, picture: picture.slice() });
  }
  if (at !== bytes.length) throw new Error(`${bytes.length - at} bytes after the end`);
  return { width, height, isLooping, frames };
}

/** Lempel, Ziv and Welch. */
function unpacked(codeSize: number, data: readonly number[]): number[] {
  const [clear, end] = [1 << codeSize, (1 << codeSize) + 1];
  const out: number[] = [];
  let codes: number[][] = [];
  let [size, bits, held] = [codeSize + 1, 0, 0];
  let last: number[] | undefined;
  const reset = (): void => {
    codes = Array.from({ length: end + 1 }, (_, code) => [code]);
    size = codeSize + 1;
    last = undefined;
  };
  reset();
  for (const each of data) {
    held |= each << bits;
    bits += 8;
    while (bits >= size) {
      const code = held & ((1 << size) - 1);
      held >>>= size;
      bits -= size;
      if (code === clear) reset();
      else if (code === end) return out;
      else {
        const entry: number[] = codes[code] ?? [...last!, last![0]!];
        out.push(...entry);
        if (last !== undefined && codes.length < 4096) codes.push([...last, entry[0]!]);
        if (codes.length === 1 << size && size < 12) size++;
        last = entry;
      }
    }
  }
  return out;
}
