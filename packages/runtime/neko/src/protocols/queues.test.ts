import { expect, test } from '@jest/globals';
import { HoldBackQueue, SeenNumbers, SortedQueue } from './queues.js';

test('early_items_are_held_back_and_duplicates_are_dropped', () => {
  const queue = new HoldBackQueue<{ readonly name: string }>();
  queue.put(1, { name: 'b' });
  expect([queue.take(), queue.next]).toEqual([undefined, 0]);
  queue.put(0, { name: 'a' });
  queue.put(1, { name: 'another' });
  expect(queue.peek()).toEqual({ name: 'a' });
  expect([queue.take()?.name, queue.take()?.name, queue.take(), queue.next]).toEqual(['a', 'b', undefined, 2]);
  queue.put(0, { name: 'a' });
  expect(queue.take()).toBeUndefined();
});

test('a_number_is_new_once', () => {
  const seen = new SeenNumbers();
  expect([2, 0, 2, 1, 0, 3, 1].map((number) => seen.add(number))).toEqual([
    true,
    true,
    false,
    true,
    false,
    true,
    false,
  ]);
  expect([3, 4].map((number) => seen.has(number))).toEqual([true, false]);
});

test('a_sorted_queue_gives_the_first_in_order', () => {
  const queue = new SortedQueue<number>((a, b) => a - b);
  for (const number of [5, 1, 4, 2, 3]) queue.insert(number);
  queue.remove(3);
  queue.remove(9);
  expect(queue.first).toBe(1);
  const taken = Array.from({ length: 5 }, () => queue.takeFirst());
  expect(taken).toEqual([1, 2, 4, 5, undefined]);
});
