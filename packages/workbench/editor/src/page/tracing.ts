/** Converts the dark pixels of a picture to few rectangles. */

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha, row by row from the top. */
  readonly data: Uint8ClampedArray | Uint8Array;
}

/** In pixels, from the top left corner. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Like the simulator: a pixel is dark if its brightest channel is at most the threshold and it is mostly opaque. */
export function darkPixels({ width, height, data }: Picture, threshold: number): Uint8Array {
  const dark = new Uint8Array(width * height);
  for (let k = 0; k < dark.length; k++) {
    const at = 4 * k;
    const brightest = Math.max(data[at]!, data[at + 1]!, data[at + 2]!);
    if (brightest <= threshold && data[at + 3]! >= 128) dark[k] = 1;
  }
  return dark;
}

/** Runs of each row, merged with equal ones of the row above; undefined if there are more than `most`. */
export function rectanglesOf(dark: Uint8Array, width: number, height: number, most: number): Rectangle[] | undefined {
  const done: Rectangle[] = [];
  let open = new Map<number, Rectangle>();
  for (let y = 0; y < height; y++) {
    const next = new Map<number, Rectangle>();
    for (let x = 0; x < width; x++) {
      if (dark[y * width + x] !== 1) continue;
      const start = x;
      while (x < width && dark[y * width + x] === 1) x++;
      const above = open.get(start);
      const isAlike = above?.width === x - start;
      if (isAlike) open.delete(start);
      next.set(start, isAlike ? { ...above, height: above.height + 1 } : { x: start, y, width: x - start, height: 1 });
    }
    done.push(...open.values());
    open = next;
    if (done.length + open.size > most) return undefined;
  }
  return [...done, ...open.values()];
}
