import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { OBJECTS, updateAt } from '../../../test/spaces.js';
import { Space } from './space.js';
import * as store from './store.js';
import { readSpaceMessage } from './wire.js';

let space: Space;

function tell(...messages: readonly object[]): void {
  for (const message of messages) space.take(readSpaceMessage(JSON.stringify(message)));
  store.version.value++;
}

const environment = { environment: { width: 80, depth: 50, timeStepMillis: 50, timestep: 0 } };

beforeAll(() => store.start());
beforeEach(() => {
  space = new Space();
  store.projection.value = 'plan';
  store.infrared.value = 'off';
  store.link.value = { phase: 'open' };
  store.show(space, 'live', 'Environment');
});

describe('a live environment', () => {
  test('is waited for until it has sent its objects', () => {
    expect(store.isWaiting.value).toBe(true);
    tell(environment, ...OBJECTS);
    expect(store.isWaiting.value).toBe(false);
    store.link.value = { phase: 'connecting' };
    expect(store.isWaiting.value).toBe(false);
  });

  test('is shown at its newest step, until the user goes back', () => {
    tell(environment, ...OBJECTS, updateAt(0), updateAt(1));
    expect(store.step.value).toBe(1);
    store.stepBy(-1);
    tell(updateAt(2));
    expect(store.step.value).toBe(0);
    store.toNewest();
    tell(updateAt(3));
    expect(store.step.value).toBe(3);
  });

  test('played from the past is live again when it has caught up', () => {
    tell(environment, ...OBJECTS, ...[0, 1, 2, 3].map(updateAt));
    store.toStart();
    store.togglePlaying();
    store.pace.value = 10;
    store.tick(0.25);
    expect(store.step.value).toBe(1.5);
    store.tick(1);
    expect([store.step.value, store.isPlaying.value, store.isAtNewest.value]).toEqual([3, false, true]);
  });
});

describe('a recording', () => {
  test('begins at its start, at its own pace, and ends at its end', () => {
    tell(environment, ...OBJECTS, ...[0, 1, 2, 3].map(updateAt));
    store.show(space, 'recording', 'walk');
    expect([store.step.value, store.pace.value, store.isAtNewest.value]).toEqual([-1, 20, false]);
    store.togglePlaying();
    store.tick(100);
    expect([store.step.value, store.isPlaying.value, store.isAtNewest.value]).toEqual([3, false, false]);
    store.togglePlaying();
    expect([store.step.value, store.isPlaying.value]).toEqual([-1, true]);
  });
});

describe('the cameras', () => {
  test('show everything until the user moves them, and again on request', () => {
    tell(environment, ...OBJECTS);
    const first = store.view.value;
    expect([first.x, first.y]).toEqual([40, -25]);
    store.moveBy(10, 0);
    tell(updateAt(0));
    expect(store.view.value.x).toBeGreaterThan(40);
    store.fitAll();
    expect(store.view.value).toEqual(first);
  });

  test('follow the selected object, and stay in place otherwise', () => {
    tell(environment, ...OBJECTS);
    store.select('r1');
    store.isFollowing.value = true;
    tell(updateAt(0));
    expect([store.view.value.x, store.view.value.y]).toEqual([11, -10]);
    expect(store.orbit.value.target).toEqual([11, 0.5, 10]);
    store.select(undefined);
    expect(store.isFollowing.value).toBe(false);
  });
});

test('objects are selected one after the other, in a circle', () => {
  tell(environment, ...OBJECTS);
  store.selectNext(1);
  expect(store.selected.value).toBe('crate');
  store.selectNext(-1);
  expect(store.selected.value).toBe('beacon');
  store.selectNext(1);
  expect(store.selected.value).toBe('crate');
  store.select('gone');
  store.selectNext(1);
  expect(store.selected.value).toBe('crate');
});

test('the scale of infrared is that of the initial values', () => {
  tell(environment, ...OBJECTS, updateAt(0));
  store.nextInfrared();
  expect(store.scale.value).toMatchObject({ quantity: 'heat', high: 50 });
  tell({ ...updateAt(1), objectName: 'lamp', heat: 0 });
  expect(store.scale.value).toMatchObject({ high: 50 });
  store.nextInfrared();
  expect(store.scale.value).toMatchObject({ quantity: 'ir', high: 1 });
  store.nextInfrared();
  expect(store.scale.value).toBeUndefined();
});
