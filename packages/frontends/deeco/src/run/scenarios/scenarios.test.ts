/** The examples without a reference log follow their rules. */
import { describe, expect, test } from '@jest/globals';
import { readDeecoLog } from '../../format/log/log-reader.js';
import { loadFile, type Ran, run, scenarioFile } from '../../../test/kit.js';
import { squaredDistance } from '../angles.js';
import { assignGreedily } from './navigation.js';
import { TemperatureMap } from './firefighters/temperature-map.js';

async function ran(name: string, cycles: number, seed: number): Promise<Ran> {
  const loaded = await loadFile(scenarioFile(`${name}.xml`));
  loaded.scenario.set('cycles', String(cycles), { kind: 'set' });
  return run(loaded, seed, 'kineko');
}

function cyclesOf({ log }: Ran) {
  return [...readDeecoLog(new TextEncoder().encode(log), 'x.txt')];
}

describe('the competition', () => {
  test('ends when a team has thirty points, and follows its rules until then', async () => {
    const result = await ran('competition', 500, 2);
    const cycles = cyclesOf(result);
    expect(result.said).toEqual([]);
    expect(result.summary.stoppedBy).toBe('shutdown');
    expect(cycles.at(-1)!.status).toMatch(/^CYCLE: \d+; Team (Red|Blue) wins the game!$/);
    const isSound = ({ cycle, status, robots, objects }: (typeof cycles)[number]): boolean => {
      const energies = robots.map(({ tag }) => (tag === 'BROKEN' ? 0 : Number(tag)));
      const items = objects.slice(3).filter(({ size }) => size > 0);
      return (
        status.startsWith(`CYCLE: ${cycle}; `) &&
        energies.every((energy) => energy >= 0 && energy <= 300) &&
        items.every(({ x, y, size }) => size === 1 && x >= 10 && x < 90 && y >= 10 && y < 90)
      );
    };
    expect(cycles.filter((cycle) => !isSound(cycle))).toEqual([]);
    // No robot has a target before items appear.
    expect(cycles[5]!.robots).toEqual(cycles[1]!.robots);
    expect(cycles[0]!.robots.every(({ tag }) => tag === '')).toBe(true);
    expect(cycles[1]!.robots.every(({ tag }) => tag === '300')).toBe(true);
  });

  test('a step away from the stations costs one unit of energy', async () => {
    const cycles = cyclesOf(await ran('competition', 80, 2));
    const stations = cycles[0]!.objects.slice(0, 2);
    let steps = 0;
    for (const [i, { robots }] of cycles.slice(2).entries()) {
      const before = cycles[i + 1]!.robots;
      const earlier = cycles[i]!.robots;
      for (const [robot, { tag }] of robots.entries()) {
        const { x, y } = robots[robot]!;
        const isCharged = stations.some((station) => squaredDistance(x, y, station.x, station.y) < 150);
        if (isCharged || (earlier[robot]!.x === x && earlier[robot]!.y === y)) continue;
        steps++;
        expect(Number(before[robot]!.tag) - Number(tag)).toBeLessThanOrEqual(1);
      }
    }
    expect(steps).toBeGreaterThan(50);
  });
});

describe('the firefighters', () => {
  test('show their states, and write a map of the fires', async () => {
    const result = await ran('firefighters', 60, 1);
    const cycles = cyclesOf(result);
    expect(result.said).toEqual([]);
    expect(cycles).toHaveLength(61);
    const tags = new Set(cycles.flatMap(({ robots }) => robots.map(({ tag }) => tag)));
    expect([...tags].every((tag) => /^(|ROAM|FOLLOW|FIGHT|RECHARGE|AVOID|BROKEN)$/.test(tag))).toBe(true);
    expect([...tags]).toEqual(expect.arrayContaining(['ROAM', 'FOLLOW', 'FIGHT']));
    const map = result.files.bytes('simulation-logs/firemap.bin');
    expect(map).toHaveLength(2 + 61 * 100 * 100);
    expect(map.subarray(2).reduce((most, value) => Math.max(most, value), 0)).toBe(250);
  });

  test('an extinguisher eventually puts a fire out', () => {
    // The first draws warm the field; then a fire breaks out in its middle, and no other one.
    let draws = 0;
    const map = new TemperatureMap(20, 20, () => (draws++ === 400 + 76 + 400 ? 0 : 0.5));
    map.step();
    const [fire] = map.fires;
    expect(fire).toMatchObject({ x: 10, y: 10, strength: 5 });
    expect(map.hottestAround(8, 8, 3)).toEqual({ x: 10, y: 10, temperature: 250 });
    for (let times = 0; times < 5; times++) map.extinguish(12, 12);
    expect(map.fires).toEqual([]);
  });
});

test('the nearest pair is served first', () => {
  const robots = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 50, y: 0 },
  ];
  const targets = [
    { x: 9, y: 0 },
    { x: 20, y: 0 },
  ];
  expect(assignGreedily(robots, targets)).toEqual([1, 0, undefined]);
});
