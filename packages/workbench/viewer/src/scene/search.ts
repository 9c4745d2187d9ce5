/** Binary search: the number of items for which `isBefore` holds, if it holds for none after the first for which it does not. */
export function countWhile(length: number, isBefore: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
