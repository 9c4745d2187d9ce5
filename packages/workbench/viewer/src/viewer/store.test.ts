import { beforeEach, describe, expect, test } from '@jest/globals';
import { robot } from '@kineko/tools/kits/scenes';
import * as store from './store.js';

beforeEach(() => {
  store.clear('run');
  const scene = store.scene.peek();
  scene.add(robot(0, 0, 0));
  scene.add({ type: 'warning', time: 10, text: 'the end' });
  store.version.value++;
  store.pace.value = 1;
  store.frameRate.value = Infinity;
  store.askedStep.value = undefined;
});

describe('playing', () => {
  test('follows the clock, and stops at the end', () => {
    store.togglePlaying();
    store.tick(0.25);
    expect(store.time.value).toBe(0.25);
    store.tick(99);
    expect([store.time.value, store.isPlaying.value]).toEqual([10, false]);
  });

  test('limits the pictures per simulated second', () => {
    store.frameRate.value = 2;
    store.togglePlaying();
    const times = Array.from({ length: 12 }, () => {
      store.tick(0.1);
      return store.time.value;
    });
    expect(new Set(times).size).toBe(3);
    expect(times.slice(0, 4)).toEqual([0, 0, 0, 0]);
    expect(store.time.value).toBeCloseTo(1, 9);
  });
});

test('an arrow key moves by a hundredth of the run, or by the requested step', () => {
  store.step(1);
  expect(store.time.value).toBe(0.1);
  store.askedStep.value = 4;
  store.step(1);
  expect(store.time.value).toBe(4.1);
});

test('a background is added right above the ground, and removed', () => {
  const names = (): string[] => store.style.value.layers.map(({ name }) => name);
  const before = names();
  store.setBackground({ color: '#123456' });
  expect(names().slice(0, 3)).toEqual(['ground', 'background 1', 'grid']);
  store.setBackground({ color: '#654321' });
  expect(store.style.value.backgrounds).toEqual([{ color: '#654321' }]);
  store.setBackground(undefined);
  expect(names()).toEqual(before);
});
