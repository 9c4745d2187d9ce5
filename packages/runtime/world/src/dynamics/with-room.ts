/** Moves numbers into a larger array. */
export function withRoom<A extends Float64Array | Int32Array | Uint8Array>(numbers: A, larger: A): A {
  larger.set(numbers);
  return larger;
}
