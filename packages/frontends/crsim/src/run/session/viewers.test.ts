import { expect, test } from '@jest/globals';
import { type Frame, type ViewerLink, Viewers } from './viewers.js';

/** A wall clock that tests advance. */
function handClock() {
  let now = 0;
  const timers = new Set<{ readonly at: number; readonly action: () => void }>();
  return {
    now: () => now,
    after: (ms: number, action: () => void) => {
      const timer = { at: now + ms, action };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    pass: (ms: number) => {
      now += ms;
      const due = Array.from(timers).filter(({ at }) => at <= now);
      for (const timer of due) {
        timers.delete(timer);
        timer.action();
      }
    },
  };
}

const update = (step: number, x: number) => ({ objectName: 'r', timestep: step, x, y: 0, z: 0, orientation: 0 });

function setUp(limits = {}) {
  const clock = handClock();
  let step = 0;
  const viewers = new Viewers(clock, { bytes: 1000, ...limits });
  const scene = {
    width: 5,
    depth: 5,
    walls: false,
    timeStepMillis: 100,
    step: () => step,
    objects: () => [
      { name: 'r', xpos: step, ypos: 0, zpos: 0, orientation: 0, color: [], ir: 0, heat: 0, type: 'SPHERE' },
    ],
    snapshot: () => [update(step, step)],
  };
  const go = () => viewers.update(step++, [update(step - 1, step)]);
  return { clock, viewers, scene, go };
}

function watcher() {
  const frames: Frame[] = [];
  const state = { waitingBytes: 0, closed: '' };
  const link: ViewerLink = {
    send: (frame) => void frames.push(frame),
    close: (reason = 'closed') => void (state.closed = reason),
    get waitingBytes() {
      return state.waitingBytes;
    },
  };
  const lines = () =>
    frames.flatMap(({ text }) => text.trim().split('\n')).map((line) => JSON.parse(line) as Record<string, unknown>);
  return { link, frames, state, lines };
}

test('an early viewer waits; a late one gets all objects in their current state, then updates', () => {
  const { viewers, scene, go, clock } = setUp();
  const [early, late] = [watcher(), watcher()];
  viewers.add(early.link);
  expect(early.frames).toEqual([]);
  viewers.show(scene);
  expect(early.lines().map((line) => Object.keys(line)[0])).toEqual(['environment', 'name']);
  go();
  clock.pass(40);
  go();
  viewers.add(late.link);
  expect(late.lines()).toEqual([
    { environment: { width: 5, depth: 5, timeStepMillis: 100, timestep: 2 } },
    expect.objectContaining({ name: 'r', xpos: 2 }),
  ]);
  clock.pass(40);
  go();
  expect(late.lines().at(-2)).toEqual(update(2, 3));
  expect(early.lines().filter((line) => 'objectName' in line)).toEqual([update(0, 1), update(1, 2), update(2, 3)]);
});

test('updates are serialised once for all viewers, several steps together', () => {
  const { viewers, scene, go, clock } = setUp();
  const all = Array.from({ length: 100 }, watcher);
  for (const { link } of all) viewers.add(link);
  viewers.show(scene);
  for (let i = 0; i < 50; i++) go();
  clock.pass(33);
  for (const { frames } of all) {
    expect(frames).toHaveLength(3);
    expect(frames[2]).toBe(all[0]!.frames[2]);
  }
  expect(all[0]!.lines().filter((line) => 'objectName' in line)).toHaveLength(50);
});

test('steps that do not fit into a frame are left out', () => {
  const { viewers, scene, go, clock } = setUp({ frameBytes: 400 });
  const one = watcher();
  viewers.add(one.link);
  viewers.show(scene);
  go();
  for (let i = 0; i < 100; i++) go();
  clock.pass(33);
  expect(one.lines().filter((line) => 'objectName' in line)).toEqual([update(0, 1), update(101, 101)]);
});

test('a viewer that does not keep up loses frames, then gets all positions; others lose nothing', () => {
  const { viewers, scene, go, clock } = setUp();
  const [slow, quick] = [watcher(), watcher()];
  viewers.add(slow.link);
  viewers.add(quick.link);
  viewers.show(scene);
  slow.state.waitingBytes = 1000;
  for (let i = 0; i < 5; i++) {
    go();
    clock.pass(40);
  }
  expect(slow.lines()).toHaveLength(2);
  expect(viewers.lostFrames).toBe(5);
  slow.state.waitingBytes = 0;
  go();
  expect(slow.lines().slice(2)).toEqual([update(6, 6), { timestep: 6 }]);
  expect(quick.lines().filter((line) => 'objectName' in line)).toHaveLength(6);
});

test('a viewer that takes nothing for ten seconds is disconnected', () => {
  const { viewers, scene, go, clock } = setUp();
  const stalled = watcher();
  viewers.add(stalled.link);
  viewers.show(scene);
  stalled.state.waitingBytes = 1000;
  for (let i = 0; i < 12; i++) {
    go();
    clock.pass(1000);
  }
  expect(stalled.state.closed).toBe('too slow');
  expect(viewers.size).toBe(0);
});
