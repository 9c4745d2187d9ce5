/** The bits of doubles, for tests that compare to the last one. */

/**
 * A hash (FNV-1a by words of 32 bits) over the bits of all numbers; the bits of NaN, which are not specified, count as those
 * of 0.5.
 */
export function digestOf(numbers: Float64Array): string {
  const words = new Uint32Array(numbers.map((x) => (x === x ? x : 0.5)).buffer);
  let hash = 0x811c9dc5;
  for (let i = 0; i < words.length; i++) hash = Math.imul(hash ^ words[i]!, 0x01000193);
  return (hash >>> 0).toString(16);
}

/** A number, and its bits. */
export function show(x: number): string {
  const [bits] = new BigUint64Array(Float64Array.of(x).buffer);
  return `${x} [0x${bits!.toString(16).padStart(16, '0')}]`;
}
