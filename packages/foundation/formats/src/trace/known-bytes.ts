/** Number of bytes after the known bytes that are overwritten when they are written. */
export const SLACK = 7;

/**
 * A few recurring bytes, written eight at a time as doubles, which is faster than a copy by the host. No text contains the
 * bytes of a NaN, which the host might change.
 */
export class KnownBytes {
  private readonly doubles: Float64Array;
  readonly length: number;

  constructor(bytes: Uint8Array) {
    const view = new DataView(new ArrayBuffer(Math.ceil(bytes.length / 8) * 8));
    bytes.forEach((byte, i) => view.setUint8(i, byte));
    this.doubles = Float64Array.from({ length: view.byteLength / 8 }, (_, i) => view.getFloat64(8 * i, true));
    this.length = bytes.length;
    if (this.doubles.some(Number.isNaN)) throw new RangeError('these bytes can be changed by being copied');
  }

  /** Needs room for `SLACK` more bytes. Returns the offset of the next byte. */
  writeTo(view: DataView, at: number): number {
    const doubles = this.doubles;
    for (let i = 0; i < doubles.length; i++) view.setFloat64(at + 8 * i, doubles[i]!, true);
    return at + this.length;
  }
}
