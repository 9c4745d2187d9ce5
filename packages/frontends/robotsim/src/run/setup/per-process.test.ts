import { describe, expect, test } from '@jest/globals';
import { PerProcess } from './per-process.js';

async function made(n: number, singledOut: readonly number[]) {
  const order: number[] = [];
  const values = await PerProcess.of(n, singledOut, async (process) => {
    order.push(process);
    return `v${process}`;
  });
  return { order, values };
}

describe('values per process', () => {
  test('are made once for all processes that share them', async () => {
    const { order, values } = await made(1_000_000, []);
    expect(order).toEqual([0]);
    expect([values.of(0), values.of(999_999)]).toEqual(['v0', 'v0']);
  });

  test('are made in the order of ids', async () => {
    expect((await made(5, [0, 1, 4])).order).toEqual([0, 1, 2, 4]);
    expect((await made(5, [3])).order).toEqual([0, 3]);
  });

  test('differ for a process with keys of its own', async () => {
    const { values } = await made(5, [0, 3]);
    expect([0, 1, 2, 3, 4].map((process) => values.of(process))).toEqual(['v0', 'v1', 'v1', 'v3', 'v1']);
    expect(values.values).toEqual(['v1', 'v0', 'v3']);
    expect(values.map((value) => value.length).of(3)).toBe(2);
  });

  test('need no shared one if each process has its own', async () => {
    const { order, values } = await made(2, [0, 1, 7]);
    expect(order).toEqual([0, 1]);
    expect(values.values).toEqual(['v0', 'v1']);
  });
});
