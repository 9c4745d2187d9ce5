/** An item of a linked list, which holds its own neighbours. */
export interface Link<T> {
  older: T | undefined;
  newer: T | undefined;
}

/**
 * The ends of a list that is linked through its items, in the order of insertion: insertion and removal take constant
 * time and allocate nothing, which matters since nearly every list has one item for a moment.
 */
export interface Ends<T> {
  oldest: T | undefined;
  newest: T | undefined;
}

export function append<T extends Link<T>>(list: Ends<T>, item: T): void {
  item.older = list.newest;
  if (list.newest === undefined) list.oldest = item;
  else list.newest.newer = item;
  list.newest = item;
}

/** Has no effect on an item that is not in the list. */
export function remove<T extends Link<T>>(list: Ends<T>, item: T): void {
  const { older, newer } = item;
  if (older === undefined && newer === undefined && list.oldest !== item) return;
  if (older === undefined) list.oldest = newer;
  else older.newer = newer;
  if (newer === undefined) list.newest = older;
  else newer.older = older;
  item.older = undefined;
  item.newer = undefined;
}

export function find<T extends Link<T>>(list: Ends<T>, matches: (item: T) => boolean): T | undefined {
  let item = list.oldest;
  while (item !== undefined && !matches(item)) item = item.newer;
  return item;
}

/** Whether an item matches. Starts with the newest. */
export function some<T extends Link<T>>(list: Ends<T>, matches: (item: T) => boolean): boolean {
  let item = list.newest;
  while (item !== undefined && !matches(item)) item = item.older;
  return item !== undefined;
}

export function filter<T extends Link<T>>(list: Ends<T>, matches: (item: T) => boolean): T[] {
  const found: T[] = [];
  for (let item = list.oldest; item !== undefined; item = item.newer) if (matches(item)) found.push(item);
  return found;
}
