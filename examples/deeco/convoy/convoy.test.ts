import { expect, test } from '@jest/globals';
import { positionAt } from 'kineko/engine';
import type { TraceLeg, TraceRecord } from 'kineko/formats';
import { runConfig } from 'kineko/testing';

const SCENARIO = new URL('convoy.xml', import.meta.url);
const CLASSES = new URL('convoy.ts', import.meta.url);

async function distanceWith(set: Readonly<Record<string, string | number>>): Promise<number> {
  const { records } = await runConfig(SCENARIO, { seed: 1, set, plugins: [CLASSES] });
  return meanDistance(records);
}

/** Distances of the followers from the leader, robot 0, from cycle 100 on. */
function meanDistance(records: readonly TraceRecord[]): number {
  const legs = new Map<number, TraceLeg>();
  let [sum, count, cycle] = [0, 0, 0];
  for (const record of records) {
    for (; cycle < record.time; cycle++) {
      const leader = legs.get(0);
      if (cycle < 100 || leader === undefined) continue;
      const { x, y } = positionAt(leader as never, cycle);
      for (const [robot, leg] of legs) {
        if (robot === 0) continue;
        const there = positionAt(leg as never, cycle);
        sum += Math.hypot(there.x - x, there.y - y);
        count++;
      }
    }
    if (record.type === 'leg') legs.set(record.robot, record.leg);
    if (record.type === 'robot') {
      const { x, y, heading, time } = record;
      legs.set(record.robot, { kind: 'rest', x, y, heading, start: time, end: Infinity });
    }
  }
  return sum / count;
}

test.each(['original', 'exact'])('the slower the network, the longer the convoy (%s)', async (engine) => {
  const live = await distanceWith({ engine });
  const late = await distanceWith({ engine, network: 'basic', 'network.lambda': 10 });
  const later = await distanceWith({ engine, network: 'basic', 'network.lambda': 40 });
  const near = await distanceWith({ engine, network: 'basic', 'network.reach': 30 });
  expect(live).toBeLessThan(25);
  expect(late).toBeGreaterThan(live + 2);
  expect(later).toBeGreaterThan(late + 8);
  // A follower that is too far away at the start never learns of the leader, and stays.
  expect(near).toBeGreaterThan(50);
});
