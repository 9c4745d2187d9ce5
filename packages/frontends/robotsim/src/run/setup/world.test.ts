/** The world and the robots that the keys of a configuration describe. */
import { describe, expect, test } from '@jest/globals';
import { picture } from '../../../test/picture.js';
import { short } from '../../../test/robots.js';
import { outcomeOf, problemsOf, refusalOf, type ScenarioContext } from '../../../test/scenarios.js';
import { AbstractAlgorithm } from '../algorithm.js';

/** Moves ten metres ahead, once. */
class Ahead extends AbstractAlgorithm {
  protected async doMotion() {
    await this.actuator.forward(1, 10);
    this.finish();
  }
}

/** Moves to (10, 0), once. */
class Aside extends AbstractAlgorithm {
  protected async doMotion() {
    await this.actuator.moveTo({ x: 10, y: 0 }, 1, 90);
    this.finish();
  }
}

/** Logs the readings of its sensors. */
class Senses extends AbstractAlgorithm {
  protected async doMotion() {
    this.logger.info(`heat ${short(await this.heatSensor.getHeat())}`);
    this.logger.info(`light ${short(await this.lightSensor.getLight())}`);
    this.logger.info(`distance ${await this.sonarSensor.getDistance(100)}`);
    this.finish();
  }
}

const modules = { 'ahead.ts': { Ahead }, 'aside.ts': { Aside }, 'senses.ts': { Senses } };

/** One robot of radius 1 at the origin that moves ten metres along the x axis. */
const ONE = 'robot.algorithm = ./ahead.ts\nrobot.size = 1\nbornpoint1 = 0, 0\nsimulation.time = 100\n';

/** The pose and status at the end of its first motion. */
async function endOf(text: string, context: ScenarioContext = {}): Promise<string> {
  const { of } = await outcomeOf(text, { modules, ...context });
  const [end] = of('motionEnd');
  return `${end!.status} at ${short(end!.time)} (${short(end!.x)}, ${short(end!.y)})`;
}

describe('a robot', () => {
  test('has the configured position, size, angle and tag', async () => {
    const text = `
      robot.algorithm = ./ahead.ts
      robot.size = 2
      robot.1.size = 3
      robot.angle = 90
      robot.2.angle = -45
      robot.tag = worker
      robot.0.tag = leader
      bornpoint1 = 10, 20
      bornpoint2 = 30, 20.5
      bornpoint3 = 50, 20
      simulation.time = 1
    `;
    const { of, summary } = await outcomeOf(text, { modules });
    expect(summary).toMatchObject({ robots: 3, processes: 3 });
    expect(of('robot')).toEqual([
      { type: 'robot', time: 0, robot: 0, radius: 2, x: 10, y: 20, heading: Math.PI / 2, tag: 'leader' },
      { type: 'robot', time: 0, robot: 1, radius: 3, x: 30, y: 20.5, heading: Math.PI / 2, tag: 'worker' },
      { type: 'robot', time: 0, robot: 2, radius: 2, x: 50, y: 20, heading: -Math.PI / 4, tag: 'worker' },
    ]);
  });

  test('is placed at random in the ground, without overlap, by the seed', async () => {
    const text = `
      process.num = 20
      robot.algorithm = ./ahead.ts
      robot.size = 5
      bornpoint.random = true
      world.width = 100
      world.height = 60
      simulation.time = 1
    `;
    const placesOf = async (seed: number) => {
      const { of } = await outcomeOf(text, { modules }, { seed });
      return of('robot').map(({ x, y }) => ({ x, y }));
    };
    const places = await placesOf(1);
    for (const [i, a] of places.entries()) {
      expect(a.x >= 5 && a.x <= 95 && a.y >= 5 && a.y <= 55).toBe(true);
      for (const b of places.slice(0, i)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThanOrEqual(10);
    }
    expect(await placesOf(1)).toEqual(places);
    expect(await placesOf(2)).not.toEqual(places);
  });

  test('runs its own algorithm where it has one', async () => {
    const text = `${ONE}bornpoint2 = 0, 50\nbornpoint3 = 0, 100\nrobot.1.algorithm = ./aside.ts`;
    const { of } = await outcomeOf(text, { modules });
    expect(of('motionRequest').map(({ robot, kind }) => `${robot} ${kind}`)).toEqual([
      '0 forward',
      '1 moveTo',
      '2 forward',
    ]);
  });

  test('turns anticlockwise, or in the shorter direction if configured', async () => {
    const text = `
      robot.algorithm = ./aside.ts
      robot.size = 1
      robot.angle = 90
      bornpoint1 = 0, 0
      bornpoint2 = 0, 10
      robot.1.turn.shorter = true
      simulation.time = 100
    `;
    const { of } = await outcomeOf(text, { modules });
    const turns = of('motionEvent').filter(({ turn, edge }) => turn !== 0 && edge === 'start');
    expect(turns.map(({ robot, turn }) => [robot, short((turn * 180) / Math.PI)])).toEqual([
      [0, 270],
      [1, -135],
    ]);
  });

  test('has the configured sensors, and no others', async () => {
    const base = `robot.algorithm = ./senses.ts\nrobot.size = 1\nbornpoint1 = 0, 0\nsimulation.time = 1\n`;
    const { said } = await outcomeOf(base, { modules });
    expect(said).toEqual(['info p0 heat 0', 'info p0 light 0', 'info p0 distance null']);
    await expect(outcomeOf(`${base}robot.sensors = GpsSensor, light`, { modules })).rejects.toThrow(
      "p0 has no sensor 'heat': its sensors are 'gps', 'light' (see robot.sensors)",
    );
    await expect(outcomeOf(`${base}robot.sensors =`, { modules })).rejects.toThrow('its sensors are none');
    const { said: ofOne } = await outcomeOf(`${base}robot.sensors =\nrobot.0.sensors = heat, light, sonar`, {
      modules,
    });
    expect(ofOne).toHaveLength(3);
  });
});

describe('the ground', () => {
  const areaOf = async (text: string) => (await outcomeOf(text, { modules })).of('world')[0];
  const random = 'robot.algorithm = ./ahead.ts\nbornpoint.random = true\nsimulation.time = 1\n';

  test('is 800 by 800, or has the size of the panel, or the configured size', async () => {
    expect(await areaOf(random)).toMatchObject({ area: [0, 0, 800, 800], walled: false, response: 'stop' });
    const panel = `${random}animation.panel.width = 300\nanimation.panel.height = 200\n`;
    expect(await areaOf(panel)).toMatchObject({ area: [0, 0, 300, 200] });
    expect(await areaOf(`${panel}world.width = 50`)).toMatchObject({ area: [0, 0, 50, 200] });
  });

  test('is unlimited if robots are placed outside, unless there are walls', async () => {
    expect(await areaOf(ONE)).not.toHaveProperty('area');
    expect(await endOf(ONE)).toBe('finished at 10 (10, 0)');
    expect(await problemsOf(`${ONE}world.walls = true`, { modules })).toEqual([
      expect.stringMatching(/^main\.config:3:1: robot 0 at \(0, 0\) with radius 1 reaches 1 m beyond the area/),
      expect.stringMatching(
        /^main\.config:3:1: robot 0 at \(0, 0\) with radius 1 overlaps the polyline 'walls of the world'/,
      ),
    ]);
  });

  test('keeps robots in if there are walls', async () => {
    const text = ONE.replace('0, 0', '5, 5').concat('world.width = 10\nworld.height = 10\nworld.walls = true');
    expect(await endOf(text)).toBe('collided at 4 (9, 5)');
  });

  test.each([
    ['', 'collided at 4 (4, 0)'],
    ['world.response = stop', 'collided at 4 (4, 0)'],
    ['world.response = none', 'finished at 10 (10, 0)'],
    ['ghost_mode = true', 'finished at 10 (10, 0)'],
    ['ghost_mode = false', 'collided at 4 (4, 0)'],
  ])('lets robots collide, or pass (%s)', async (response, expected) => {
    expect(await endOf(`${ONE}obstacle1 = disc, 8, 0, 3\n${response}`)).toBe(expected);
  });

  test('lets robots bounce', async () => {
    const { of } = await outcomeOf(`${ONE}obstacle1 = box, 5, -5, 5, 10\nworld.response = bounce`, { modules });
    expect(of('touch')).toMatchObject([{ time: 4, robot: 0 }]);
    const legs = of('leg').filter(({ leg }) => leg.kind === 'line');
    expect(legs.at(-1)).toMatchObject({ time: 4, leg: { vx: -1 } });
  });

  test('obeys the key with the higher precedence', async () => {
    const wall = `${ONE}obstacle1 = disc, 8, 0, 3\n`;
    expect(await endOf(`${wall}ghost_mode = true`, { set: { 'world.response': 'stop' } })).toBe('collided at 4 (4, 0)');
    expect(await endOf(`${wall}world.response = stop`, { set: { ghost_mode: 'true' } })).toBe('finished at 10 (10, 0)');
  });
});

describe('obstacles', () => {
  test.each([
    ['segment, 5, -5, 5, 5', 'collided at 4 (4, 0)'],
    ['polyline, 5, -5, 5, 5, 9, 9', 'collided at 4 (4, 0)'],
    ['polygon, 6, -5, 6, 5, 9, 0', 'collided at 5 (5, 0)'],
    ['box, 7, -5, 10, 10', 'collided at 6 (6, 0)'],
    ['disc, 12, 0, 3', 'collided at 8 (8, 0)'],
    ['disc, 12, 9, 3', 'finished at 10 (10, 0)'],
  ])('block robots: %s', async (obstacle, expected) => {
    expect(await endOf(`${ONE}obstacle1 = ${obstacle}`)).toBe(expected);
  });

  test('are in lists, in the file itself, in another file, or in --set', async () => {
    const list = '[{ "kind": "disc", "x": 12, "y": 0, "radius": 3 }]';
    expect(await endOf(`${ONE}obstacles = ${list}`)).toBe('collided at 8 (8, 0)');
    expect(await endOf(`${ONE}obstacles = [{kind: disc, x: 12, y: 0, radius: 3}]`)).toBe('collided at 8 (8, 0)');
    const files = { 'maze.yaml': '- {kind: disc, x: 12, y: 0, radius: 3}\n- {kind: disc, x: 20, y: 0, radius: 3}\n' };
    expect(await endOf(`${ONE}obstacles = maze.yaml`, { files })).toBe('collided at 8 (8, 0)');
    expect(await endOf(ONE, { files, set: { obstacles: 'maze.yaml' } })).toBe('collided at 8 (8, 0)');
    expect(await endOf(ONE, { files, env: { KINEKO_OBSTACLES: 'maze.yaml' } })).toBe('collided at 8 (8, 0)');
    expect(await endOf(ONE, { set: { obstacles: '[{kind: box, x: 5, y: -1, width: 1, height: 2}]' } })).toBe(
      'collided at 4 (4, 0)',
    );
  });

  test('consist of the dark pixels of a picture, at the configured place and scale', async () => {
    const files = { 'plan.png': picture('.#', '..') };
    expect(await endOf(`${ONE}obstacle1 = bitmap, plan.png, 4, -3, 2`, { files })).toBe('collided at 5 (5, 0)');
    expect(await endOf(`${ONE}obstacle1 = bitmap, plan.png, 4, 3, 2`, { files })).toBe('finished at 10 (10, 0)');
  });

  test('that are missing or invalid are all reported with their places', async () => {
    const text = `${ONE}
obstacle1 = bitmap, plan.png, 0, 0, 1
obstacle2 = bitmap, note.txt, 0, 0, 1
obstacle3 = circle, 1, 2
obstacle4 = box, 1, 2, -3, 4
`;
    const problems = await problemsOf(text, { modules, files: { 'note.txt': 'no picture' } });
    expect(problems).toEqual([
      expect.stringMatching(/^main\.config:8:\d+: obstacle3\.kind: expected segment, polyline/),
      expect.stringMatching(/^main\.config:9:\d+: obstacle4\.width/),
      expect.stringMatching(/^main\.config:6:\d+: there is no file plan\.png/),
      expect.stringMatching(/^main\.config:7:\d+: note\.txt/),
    ]);
  });

  test('without a valid shape are refused', async () => {
    const problems = await problemsOf(`${ONE}obstacle1 = polygon, 20, 0, 30, 0`, { modules });
    expect(problems).toEqual([expect.stringMatching(/polygon/)]);
  });
});

describe('objects', () => {
  const base = 'robot.algorithm = ./senses.ts\nrobot.size = 1\nbornpoint1 = 0, 0\nsimulation.time = 1\n';

  test('are sensed, and block robots only if they are solid', async () => {
    const hot = await outcomeOf(`${base}object1 = 2, 0, 0.5, lamp, 4, 8`, { modules });
    expect(hot.said).toEqual(['info p0 heat 1', 'info p0 light 2', 'info p0 distance null']);
    expect(hot.of('object')).toMatchObject([{ x: 2, y: 0, size: 0.5, tag: 'lamp', heat: 4, light: 8 }]);
    const solid = await outcomeOf(`${base}objects = [{x: 4, y: 0, size: 1, solid: true}]`, { modules });
    expect(solid.said).toContain('info p0 distance 3');
    expect(await endOf(`${ONE}object1 = 5, 0, 1, post, 0, 0, true`)).toBe('collided at 3 (3, 0)');
    expect(await endOf(`${ONE}object1 = 5, 0, 1, post`)).toBe('finished at 10 (10, 0)');
  });
});

test('two objects with one id are refused before the run', async () => {
  const text = `${ONE}objects = [{"x": 50, "y": 50, "id": 3}, {"x": 60, "y": 50, "id": 3}]\n`;
  expect(await problemsOf(text, { modules })).toEqual([
    expect.stringContaining('two objects have the id 3: expected unique ids'),
  ]);
});

describe('robots that cannot be placed', () => {
  test('are too many for the ground, whatever the seed', async () => {
    const text = `process.num = 30\nrobot.algorithm = ./ahead.ts\nrobot.size = 20\nbornpoint.random = true\nworld.width = 100\nworld.height = 100\n`;
    const [problem] = await problemsOf(text, { modules });
    expect(problem).toMatch(/^main\.config:1:1: .*30 robots/);
    expect(await refusalOf(text, { modules }, 77)).toEqual([problem, expect.stringContaining('warning')]);
  });

  test('overlap each other or an obstacle, each reported at its born point', async () => {
    const text = `robot.algorithm = ./ahead.ts
robot.size = 5
bornpoint1 = 100, 100
bornpoint2 = 104, 100
bornpoint3 = 300, 300
obstacle1 = disc, 300, 300, 1
simulation.time = 1
`;
    expect(await problemsOf(text, { modules })).toEqual([
      expect.stringMatching(/^main\.config:4:1: robot 1 at \(104, 100\) with radius 5 overlaps robot 0/),
      expect.stringMatching(/^main\.config:5:1: robot 2 at \(300, 300\) with radius 5 overlaps /),
    ]);
    expect(await problemsOf(`${text}ghost_mode = true`, { modules })).toEqual([]);
  });

  test('have no position if only an algorithm is given', async () => {
    expect(await problemsOf('algorithm = Gathering\nprocess.num = 2\nsimulation.time = 1')).toEqual([
      'main.config:1:1: the robots have no positions: set bornpoint.random = true, or one for each robot, such as bornpoint1 = 10, 20',
    ]);
    const [missing] = await problemsOf('robot.algorithm = Gathering\nprocess.num = 2\nsimulation.time = 1');
    expect(missing).toMatch(/^main\.config:2:1: bornpoint1 to bornpoint2 are missing/);
  });
});

describe('an obstacle that can be pushed', () => {
  const files = { 'things.yaml': '- { kind: box, x: 3, y: -1, width: 2, height: 2, density: 0.2 }' };
  const text = `${ONE}obstacles = things.yaml\n`;

  test('gives way to a robot, which reaches its destination', async () => {
    expect(await endOf(text, { files })).toMatch(/^finished at 1\d(\.\d+)? \((9\.99|10|9\.9\d*)/);
  });

  const STAR = '[[50, 40], [56, 58], [40, 47], [60, 47], [44, 58]]';

  test.each([
    ['too small', 'box, x: 30, y: 0, width: 1.0e-6, height: 1.0e-6', 'hull 0 of pushable 1: too thin, too small'],
    ['too thin', 'polygon, points: [[30, 0], [40, 0], [35, 0.005]]', 'hull 0 of pushable 1: too thin, too small'],
    [
      'too large',
      'box, x: 30, y: 0, width: 1.0e+300, height: 1',
      'corner 1 of hull 0 of pushable 1, x: expected at most',
    ],
    [
      'too far away',
      'box, x: 1073741824, y: 0, width: 9, height: 1',
      "the polygon 'thing 1': its corner 1, x: expected",
    ],
    ['a star', `polygon, points: ${STAR}`, 'hull 0 of pushable 1: expected a convex polygon'],
    [
      'under a robot',
      'box, x: -0.5, y: 0, width: 1, height: 1',
      'robot 0 at (0, 0) with radius 1 overlaps',
      'main.config:3',
    ],
  ])('is refused before the run if it is %s', async (_what, shape, expected, place = 'things.yaml:3') => {
    const more = {
      'things.yaml': `${files['things.yaml']}\n- { kind: disc, x: 90, y: 90, radius: 1 }\n- { kind: ${shape}, density: 1 }\n`,
    };
    const [problem, ...others] = await problemsOf(text, { modules, files: more });
    expect(problem).toContain(`${place}:`);
    expect(problem).toContain(expected);
    expect(others).toEqual([]);
  });

  test.each(['5e-324', '1e308'])(
    'is refused with a density of %s, for which the physics has no mass',
    async (density) => {
      const box = `[{"kind": "box", "x": 30, "y": 0, "width": 2, "height": 2, "density": ${density}}]`;
      expect(await problemsOf(`${ONE}obstacles = ${box}\n`, { modules })).toEqual([
        expect.stringContaining('the mass of pushable 0: expected 2^-126 to 2^127 (with another density), got '),
      ]);
    },
  );

  test('is recorded with its position', async () => {
    const { of } = await outcomeOf(text, { modules, files });
    const legs = of('obstacleLeg');
    expect(legs[0]?.from).toEqual([4, 0, 0]);
    // The robot's rim is at 11, half a box before the centre of the box, which then slides on slightly.
    expect(legs.at(-1)?.leg.x).toBeGreaterThan(11.9);
    expect(legs.at(-1)?.leg.x).toBeLessThan(12.5);
    expect(of('touch')[0]?.other).toEqual({ kind: 'obstacle', id: 0 });
  });

  test('one that is too heavy does not move, and one that is not convex is refused', async () => {
    const heavy = { 'things.yaml': '- { kind: box, x: 3, y: -1, width: 2, height: 2, density: 9 }' };
    const { of } = await outcomeOf(text, { modules, files: heavy });
    expect(of('motionEnd')).toMatchObject([{ status: 'blocked', with: { kind: 'obstacle', id: 0 } }]);
    expect(of('motionEnd')[0]?.time).toBeCloseTo(3, 1);
    // The impact moves it, by (m v / (m + M))² (m + M) / 2 (μ M - traction m) g, or at most 1.5 mm.
    expect(of('obstacleLeg').at(-1)?.leg.x).toBeGreaterThan(4);
    expect(of('obstacleLeg').at(-1)?.leg.x).toBeLessThan(4.0016);
    const crooked = { 'things.yaml': '- { kind: polygon, points: [[3, 0], [9, 0], [4, 1], [3, 5]], density: 1 }' };
    expect(await problemsOf(text, { modules, files: crooked })).toEqual([
      expect.stringContaining('expected a convex polygon'),
    ]);
  });
});
