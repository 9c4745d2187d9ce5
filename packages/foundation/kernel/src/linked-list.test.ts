import { expect, test } from '@jest/globals';
import { append, type Ends, filter, find, type Link, remove, some } from './linked-list.js';
import { Random } from './random.js';

class Item implements Link<Item> {
  older: Item | undefined;
  newer: Item | undefined;

  constructor(readonly id: number) {}
}

test('random joining and leaving gives what an array gives', () => {
  const random = new Random(5).stream('list');
  const items = Array.from({ length: 12 }, (_, id) => new Item(id));
  const list: Ends<Item> = { oldest: undefined, newest: undefined };
  let array: Item[] = [];
  const [listed, expected]: string[][] = [[], []];
  for (let step = 0; step < 2_000; step++) {
    const item = items[random.integer(0, items.length - 1)]!;
    if (array.includes(item) || random.integer(0, 3) === 0) {
      // Also of one that is not in the list: that has no effect.
      remove(list, item);
      array = array.filter((other) => other !== item);
    } else {
      append(list, item);
      array.push(item);
    }
    listed!.push(
      `${namesOf(filter(list, () => true))} from ${list.oldest?.id}, even ${find(list, isEven)?.id}, ${some(list, isEven)}`,
    );
    expected!.push(`${namesOf(array)} from ${array[0]?.id}, even ${array.find(isEven)?.id}, ${array.some(isEven)}`);
  }
  expect(listed).toEqual(expected);
});

const isEven = (item: Item): boolean => item.id % 2 === 0;
const namesOf = (items: readonly Item[]): string => items.map(({ id }) => id).join(' ');
