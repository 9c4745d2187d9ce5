import { expect, test } from '@jest/globals';
import { type Link, LinkedList } from './linked-list.js';
import { Random } from './random.js';

class Item implements Link<Item> {
  older: Item | undefined;
  newer: Item | undefined;

  constructor(readonly id: number) {}
}

test('random joining and leaving gives what an array gives', () => {
  const random = new Random(5).stream('list');
  const items = Array.from({ length: 12 }, (_, id) => new Item(id));
  const list = new LinkedList<Item>();
  let array: Item[] = [];
  const [listed, expected]: string[][] = [[], []];
  for (let step = 0; step < 2_000; step++) {
    const item = items[random.integer(0, items.length - 1)]!;
    if (array.includes(item) || random.integer(0, 3) === 0) {
      // Also of one that is not in the list: that has no effect.
      list.remove(item);
      array = array.filter((other) => other !== item);
    } else {
      list.add(item);
      array.push(item);
    }
    listed!.push(namesOf(list.filter(() => true)) + ` from ${list.oldest?.id}, even ${list.find(isEven)?.id}`);
    expected!.push(namesOf(array) + ` from ${array[0]?.id}, even ${array.find(isEven)?.id}`);
  }
  expect(listed).toEqual(expected);
});

const isEven = (item: Item): boolean => item.id % 2 === 0;
const namesOf = (items: readonly Item[]): string => items.map(({ id }) => id).join(' ');
