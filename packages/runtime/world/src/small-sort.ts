/** Length up to which insertion sorts faster than the sort of the language, which copies and calls back. */
const MAX_INSERTED = 64;

/** Sorts items in place by ascending keys, and returns them; items with equal keys keep their order. */
export function sortByKey<T>(items: T[], keyOf: (item: T) => number): T[] {
  if (items.length > MAX_INSERTED) return items.sort((a, b) => keyOf(a) - keyOf(b));
  for (let i = 1; i < items.length; i++) {
    const item = items[i]!;
    const key = keyOf(item);
    let at = i;
    for (; at > 0 && keyOf(items[at - 1]!) > key; at--) items[at] = items[at - 1]!;
    items[at] = item;
  }
  return items;
}
