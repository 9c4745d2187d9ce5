import { describe, expect, test } from '@jest/globals';
import { centroid, pointDistance } from '@kineko/geometry';
import { RandomChannel } from '@kineko/neko';
import { robotsOf } from '../../test/robots.js';
import { Gathering } from './algorithms/gathering.js';
import { RandomMovement } from './algorithms/random-movement.js';
import { TestCommunication } from './algorithms/test-communication.js';

const AREA = { minX: 0, minY: 0, maxX: 800, maxY: 800 };

/** Every requested motion, in the author's units. */
function requestsOf({ recordsOf }: ReturnType<typeof robotsOf>) {
  return recordsOf('motionRequest').map(({ robot, time, request }) => {
    const { x, y, speed, turnRate } = request as unknown as Readonly<Record<'x' | 'y' | 'speed' | 'turnRate', number>>;
    return { robot, time, x, y, moveSpeed: speed, turnSpeed: (turnRate * 180) / Math.PI };
  });
}

/** The smallest and the largest of some numbers, as shares of a range: near 0 and 1 if they are spread over it. */
function spread(values: readonly number[], least: number, most: number): { least: number; most: number } {
  const share = (value: number): number => (value - least) / (most - least);
  return { least: share(Math.min(...values)), most: share(Math.max(...values)) };
}

function expectSpread(values: readonly number[], least: number, most: number): void {
  const shares = spread(values, least, most);
  expect(shares.least).toBeGreaterThanOrEqual(0);
  expect(shares.least).toBeLessThan(0.05);
  expect(shares.most).toBeLessThan(1);
  expect(shares.most).toBeGreaterThan(0.95);
}

describe('RandomMovement', () => {
  test('moves all over a square of 800 m, at all speeds from 3 to 13 m/s', async () => {
    const setting = robotsOf({ places: 20, area: AREA, algorithm: RandomMovement });
    await setting.run(3000);
    const requests = requestsOf(setting);
    expect(requests.length).toBeGreaterThan(500);
    expectSpread(
      requests.map(({ x }) => x),
      0,
      800,
    );
    expectSpread(
      requests.map(({ y }) => y),
      0,
      800,
    );
    expectSpread(
      requests.map(({ moveSpeed }) => moveSpeed),
      3,
      13,
    );
    // The turn speed is a share of the move speed, and 3.
    expectSpread(
      requests.map(({ moveSpeed, turnSpeed }) => (turnSpeed - 3) / moveSpeed),
      0,
      1,
    );
  });

  test('draws in this order: move speed, turn speed, x, y', async () => {
    const setting = robotsOf({ places: [[400, 400]], algorithm: RandomMovement, seed: 5 });
    await setting.run(0);
    const other = robotsOf({ places: [[400, 400]], algorithm: RandomMovement, seed: 5 });
    const stream = other.robots[0]!.random('algorithm');
    const [u, v, x, y] = [stream.uniform(), stream.uniform(), stream.uniform(), stream.uniform()];
    expect(requestsOf(setting)).toEqual([
      {
        robot: 0,
        time: 0,
        moveSpeed: 10 * u + 3,
        turnSpeed: expect.closeTo((10 * u + 3) * v + 3, 12),
        x: 800 * x,
        y: 800 * y,
      },
    ]);
  });

  test('the side of the square is a parameter', async () => {
    const parameters = { RandomMovement: { side: '50' } };
    const setting = robotsOf({ places: [[0, 0]], algorithm: RandomMovement, parameters });
    await setting.run(2000);
    expectSpread(
      requestsOf(setting).map(({ x }) => x),
      0,
      50,
    );
    const wrong = robotsOf({ algorithm: RandomMovement, parameters: { RandomMovement: { side: 'far' } } });
    await expect(wrong.run(1)).rejects.toThrow('RandomMovement.side: expected a number of at least 0 (m), got "far"');
  });

  test('continues after a collision', async () => {
    const setting = robotsOf({
      places: 60,
      area: { minX: 0, minY: 0, maxX: 60, maxY: 60 },
      walled: true,
      algorithm: RandomMovement,
    });
    await setting.run(300);
    const ends = setting.recordsOf('motionEnd');
    expect(ends.filter(({ status }) => status === 'collided').length).toBeGreaterThan(100);
    for (const { id } of setting.robots) expect(ends.filter(({ robot }) => robot === id).length).toBeGreaterThan(3);
  });
});

describe('Gathering', () => {
  test('gathers, at speeds from 3 to 6 m/s', async () => {
    const setting = robotsOf({ places: 10, area: AREA, algorithm: Gathering, response: 'none' });
    const { world, run } = setting;
    const radius = (): number => {
      const places = world.robots.map((id) => world.poseOf(id));
      const middle = centroid(places);
      return Math.max(...places.map((place) => pointDistance(place, middle)));
    };
    const before = radius();
    await run(400);
    const halfway = radius();
    await run(4000);
    expect(before).toBeGreaterThan(200);
    expect(halfway).toBeLessThan(before / 4);
    expect(radius()).toBeLessThan(1e-3);
    const requests = requestsOf(setting);
    expectSpread(
      requests.map(({ moveSpeed }) => moveSpeed),
      3,
      6,
    );
    expectSpread(
      requests.map(({ moveSpeed, turnSpeed }) => (turnSpeed - 3) / moveSpeed),
      0,
      1,
    );
  });

  test('moves to the current centroid of all robots', async () => {
    const setting = robotsOf({
      places: [
        [0, 0],
        [30, 0],
        [0, 60],
      ],
      algorithm: Gathering,
      response: 'none',
    });
    await setting.run(0);
    expect(requestsOf(setting).map(({ x, y }) => [x, y])).toEqual([
      [10, 20],
      [10, 20],
      [10, 20],
    ]);
  });
});

describe('TestCommunication', () => {
  test('each robot moves to the destination of its first message, and logs it', async () => {
    const setting = robotsOf({
      places: 5,
      area: AREA,
      algorithm: TestCommunication,
      response: 'none',
      channel: (host) => new RandomChannel(host, { lambda: 2 }),
    });
    await setting.run(4000);
    const { recordsOf } = setting;
    const requests = requestsOf(setting);
    expect(requests.length).toBeGreaterThan(100);
    for (const id of [0, 1, 2, 3, 4]) {
      const asked = recordsOf('deliver').filter(({ process }) => process === id);
      const gone = requests.filter(({ robot }) => robot === id);
      // In the order of arrival.
      expect(gone.map(({ x, y }) => ({ x, y }))).toEqual(asked.slice(0, gone.length).map(({ content }) => content));
    }
    const goals = recordsOf('send').map(({ content }) => content as { x: number; y: number });
    expectSpread(
      goals.map(({ x }) => x),
      0,
      700,
    );
    expectSpread(
      goals.map(({ y }) => y),
      0,
      700,
    );
    const wholes = (least: number, most: number) => Array.from({ length: most - least + 1 }, (_, i) => least + i);
    const found = (values: readonly number[]) => [...new Set(values.map((value) => Math.round(value * 1e9) / 1e9))];
    expect(found(requests.map(({ moveSpeed }) => moveSpeed)).toSorted((a, b) => a - b)).toEqual(wholes(3, 12));
    expect(found(requests.map(({ turnSpeed }) => turnSpeed)).toSorted((a, b) => a - b)).toEqual(wholes(6, 35));
    const [said] = recordsOf('log');
    const [first] = requests;
    expect(said).toMatchObject({
      logger: 'TestCommunication',
      level: 'info',
      text: `Someone told me to go to: (${first!.x} , ${first!.y})`,
    });
    expect(recordsOf('send').every(({ to, messageType }) => to.length === 4 && messageType === 'GOTO')).toBe(true);
  });

  test('alone, it waits forever', async () => {
    const { run } = robotsOf({ algorithm: TestCommunication });
    expect(await run()).toMatchObject({
      stoppedBy: 'empty',
      now: 0,
      waiting: [{ task: 'p0 TestCommunication', for: ['take(its inbox)'] }],
    });
  });
});
