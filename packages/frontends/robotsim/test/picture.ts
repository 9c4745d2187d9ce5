/** A picture, the top row first: `#` is black, anything else white. BMP, 24 bits a pixel. */
export function picture(...rows: readonly string[]): Uint8Array {
  const width = rows[0]!.length;
  const stride = Math.ceil((3 * width) / 4) * 4;
  const bytes = new Uint8Array(54 + stride * rows.length);
  const view = new DataView(bytes.buffer);
  bytes.set([0x42, 0x4d]);
  view.setUint32(2, bytes.length, true);
  view.setUint32(10, 54, true);
  view.setUint32(14, 40, true);
  view.setInt32(18, width, true);
  view.setInt32(22, rows.length, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, 24, true);
  for (const [row, line] of rows.toReversed().entries()) {
    for (let x = 0; x < width; x++)
      bytes.fill(line[x] === '#' ? 0 : 255, 54 + row * stride + 3 * x, 57 + row * stride + 3 * x);
  }
  return bytes;
}
