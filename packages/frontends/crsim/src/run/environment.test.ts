import { describe, expect, test } from '@jest/globals';
import type { TraceRecord } from '@kineko/formats/trace';
import { commandsOf } from '@kineko/run';
import fc from 'fast-check';
import { runSmall } from '../../test/small-environment.js';
import type { RobotMessage, ScoutRobot } from '../index.js';
import type { RobotProgram } from './robots/program.js';
import type { SensorResponse } from './world/sensor-kinds.js';

const world = (inside: string, attributes = ''): string =>
  `<environment width="100" depth="100" timeStepMillis="100"${attributes}>${inside}</environment>`;
const robot = (name: string, x: number, z: number, rotation = 0, sensors = ''): string =>
  `<robot name="${name}" x="${x}" z="${z}" rotation="${rotation}" radius="1">${sensors}</robot>`;

/** The pose of a robot at the end. */
function endOf(records: readonly TraceRecord[], id: number): readonly number[] {
  const ends = records.filter((each) => each.type === 'motionEnd').filter((each) => each.robot === id);
  const { x, y, heading } = ends.at(-1)!;
  return [x, -y, heading];
}

describe('a step', () => {
  test('moves along the heading; a left turn goes up the page, where z decreases', async () => {
    const { records, steps } = await runSmall(world(robot('r', 50, 50)), {
      programs: {
        r: async (r) => {
          await r.step([
            { type: 'ACTIONEVENT', messageAction: 'TURNLEFT', messageAmount: Math.PI / 2 },
            { type: 'ACTIONEVENT', messageAction: 'MOVE', messageAmount: 3 },
          ]);
          await r.step([
            { type: 'ACTIONEVENT', messageAction: 'TURNRIGHT', messageAmount: Math.PI / 2 },
            { type: 'ACTIONEVENT', messageAction: 'MOVE', messageAmount: 2 },
            { type: 'ACTIONEVENT', messageAction: 'MOVE', messageAmount: -0.5 },
          ]);
        },
      },
    });
    const [x, z, heading] = endOf(records, 0);
    expect(x).toBeCloseTo(51.5, 12);
    expect(z).toBeCloseTo(47, 12);
    expect(heading).toBeCloseTo(0, 12);
    expect(steps[0]!.updates).toEqual([
      {
        objectName: 'r',
        timestep: 0,
        x: expect.closeTo(50, 9),
        y: 0,
        z: expect.closeTo(47, 9),
        orientation: Math.PI / 2,
      },
    ]);
  });

  test('a blocked move ends exactly at the contact, and later moves are done', async () => {
    const crate = '<object name="crate" type="BOX" x="60" z="50" width="4" height="1" depth="10"/>';
    const { records } = await runSmall(world(crate + robot('r', 50, 50)), {
      programs: {
        r: async (r) => {
          await r.step([{ type: 'ACTIONEVENT', messageAction: 'MOVE', messageAmount: 30 }]);
          await r.step([
            { type: 'ACTIONEVENT', messageAction: 'MOVE', messageAmount: 3 },
            { type: 'ACTIONEVENT', messageAction: 'MOVE', messageAmount: -2 },
          ]);
        },
      },
    });
    const ends = records.filter((each) => each.type === 'motionEnd').map(({ x, status }) => [x, status]);
    expect(ends).toEqual([
      [57, 'collided'],
      [57, 'collided'],
      [55, 'finished'],
    ]);
  });

  test.each([0, 1, 2, 3].flatMap((quarter) => [-1, 1].map((side) => [quarter, side] as const)))(
    'a robot that has bumped into a wall facing %i quarters, and turned by one, moves along it',
    async (quarter, side) => {
      const start = 50;
      const { records } = await runSmall(world(robot('r', start, start, (quarter * Math.PI) / 2), ' walls="true"'), {
        programs: {
          r: async (r) => {
            await r.step([{ type: 'ACTIONEVENT', messageAction: 'MOVE', messageAmount: 90 }]);
            await r.step([
              { type: 'ACTIONEVENT', messageAction: side < 0 ? 'TURNRIGHT' : 'TURNLEFT', messageAmount: Math.PI / 2 },
              { type: 'ACTIONEVENT', messageAction: 'MOVE', messageAmount: 7 },
            ]);
          },
        },
      });
      const [x, z] = endOf(records, 0);
      const gone = [Math.abs(x! - start), Math.abs(z! - start)].sort((a, b) => a - b);
      expect(gone).toEqual([expect.closeTo(7, 9), 49]);
    },
  );

  test('the same around discs, from any direction', async () => {
    const count = 24;
    const angles = Array.from({ length: count }, (_, i) => 0.1 + 0.26 * i);
    const pillars = angles.map(
      (_, i) =>
        `<object name="p${i}" type="CYLINDER" x="${30 * (i % 6) + 20}" z="${30 * Math.floor(i / 6) + 20}" radius="2" height="1"/>`,
    );
    const robots = angles.map((angle, i) =>
      robot(`r${i}`, 30 * (i % 6) + 20 - 9 * Math.cos(angle), 30 * Math.floor(i / 6) + 20 + 9 * Math.sin(angle), angle),
    );
    const go: RobotProgram = async (r) => {
      await r.step([{ type: 'ACTIONEVENT', messageAction: 'MOVE', messageAmount: 9 }]);
      await r.step([
        { type: 'ACTIONEVENT', messageAction: 'TURNLEFT', messageAmount: Math.PI / 2 },
        { type: 'ACTIONEVENT', messageAction: 'MOVE', messageAmount: 3 },
      ]);
    };
    const { records } = await runSmall(
      `<environment width="200" depth="200">${pillars.join('')}${robots.join('')}</environment>`,
      { programs: Object.fromEntries(angles.map((_, i) => [`r${i}`, go])) },
    );
    for (const i of angles.keys()) {
      const [x, z] = endOf(records, i);
      const fromPillar = Math.hypot(x! - (30 * (i % 6) + 20), z! - (30 * Math.floor(i / 6) + 20));
      expect(fromPillar).toBeCloseTo(Math.hypot(3, 3), 6);
    }
  });

  test('a robot that is hit from behind continues', async () => {
    const go =
      (distance: number): RobotProgram =>
      async (r) => {
        await r.step([{ type: 'ACTIONEVENT', messageAction: 'MOVE', messageAmount: distance }]);
      };
    const { records, summary } = await runSmall(world(robot('fast', 10, 50) + robot('slow', 13, 50)), {
      programs: { fast: go(10), slow: go(4) },
    });
    expect(endOf(records, 1)[0]).toBeCloseTo(17, 12);
    // The gap of 1 closes at the difference of their speeds.
    expect(endOf(records, 0)[0]).toBeCloseTo(10 + 10 / 6, 12);
    expect(summary.collisions).toBeGreaterThan(0);
  });

  test('turns are always allowed, also against a wall, and the bumper detects contacts in front', async () => {
    const felt: boolean[] = [];
    await runSmall(
      world(
        robot('r', 2, 50, Math.PI, '<sensor id="0" type="bump"/><sensor id="1" type="bump" rotation="3.14159265"/>'),
        ' walls="true"',
      ),
      {
        programs: {
          r: async (r) => {
            felt.push(await r.bumper(0));
            await r.move(3);
            felt.push(await r.bumper(0), await r.bumper(1));
            await r.turn(Math.PI);
            felt.push(await r.bumper(0), await r.bumper(1));
          },
        },
      },
    );
    expect(felt).toEqual([false, true, false, false, true]);
  });

  test('sensors read at the end of the step and answer in the order of the questions', async () => {
    let statuses: SensorResponse[] = [];
    const lamp = '<object name="lamp" type="CYLINDER" x="30" z="50" radius="2" height="1" heat="40"/>';
    const sensors =
      '<sensor id="3" type="sonar" range="100"/><sensor id="4" type="sonar" range="5" rotation="1.5707963"/><sensor id="5" type="heat" radius="40"/>';
    await runSmall(world(lamp + robot('r', 10, 50, 0, sensors)), {
      programs: {
        r: async (r) => {
          statuses = await r.step([
            { type: 'SENSOREVENT', messageAction: 'SONAR', sensorid: 3 },
            { type: 'ACTIONEVENT', messageAction: 'MOVE', messageAmount: 10 },
            { type: 'SENSOREVENT', messageAction: 'HEAT', sensorid: 5 },
            { type: 'SENSOREVENT', messageAction: 'SONAR', sensorid: 4 },
          ]);
        },
      },
    });
    expect(statuses).toEqual([
      { mResponseType: 'kSonar', sensorid: 3, proximity: expect.closeTo(7, 9) },
      { mResponseType: 'kHeat', sensorid: 5, proximity: expect.closeTo(30, 9) },
      { mResponseType: 'kSonar', sensorid: 4, proximity: 5 },
    ]);
  });

  describe('a sonar', () => {
    const sonar = (more: string): string => `<sensor id="0" type="sonar" range="20" ${more}/>`;
    const readings = async (inside: string, sensors: string, attributes = '', move = 0): Promise<number[]> => {
      const read: number[] = [];
      const program: RobotProgram = async (r) => {
        if (move > 0) await r.step([{ type: 'ACTIONEVENT', messageAction: 'MOVE', messageAmount: move }]);
        read.push(await r.sonar(0));
      };
      await runSmall(world(inside + robot('r', 90, 50, 0.3, sensors), attributes), { programs: { r: program } });
      return read;
    };

    test('measures from the rim in any direction, up to its range', async () => {
      const pillar = (x: number, z: number): string =>
        `<object name="pillar" type="CYLINDER" x="${x}" z="${z}" radius="2" height="1"/>`;
      expect(await readings(pillar(80, 50), sonar(`rotation="${Math.PI - 0.3}"`))).toEqual([expect.closeTo(7, 9)]);
      expect(await readings(pillar(90, 27.5), sonar(`rotation="${Math.PI / 2 - 0.3}"`))).toEqual([
        expect.closeTo(19.5, 9),
      ]);
      expect(await readings(pillar(90, 26), sonar(`rotation="${Math.PI / 2 - 0.3}"`))).toEqual([20]);
    });

    test('measures from its own position, also from the centre', async () => {
      const pillar = '<object name="pillar" type="CYLINDER" x="80" z="50" radius="2" height="1"/>';
      const back = `rotation="${Math.PI - 0.3}"`;
      expect(await readings(pillar, sonar(`${back} x="0"`))).toEqual([expect.closeTo(8, 9)]);
      expect(await readings(pillar, sonar(`${back} z="0" y="0.5"`))).toEqual([expect.closeTo(8, 9)]);
      const boom = `x="${-3 * Math.cos(0.3)}" z="${-3 * Math.sin(0.3)}"`;
      expect(await readings(pillar, sonar(`${back} ${boom}`))).toEqual([expect.closeTo(5, 9)]);
    });

    test('reads 0 at contact with walls, objects and robots, from the rim and from a mount on it', async () => {
      const walls = ' walls="true"';
      const crate = '<object name="crate" type="BOX" x="96" z="50" rotation="0.7" width="4" height="1" depth="30"/>';
      const pillar = `<object name="pillar" type="SPHERE" x="${90 + 5 * Math.cos(0.3)}" z="${50 - 5 * Math.sin(0.3)}" radius="2"/>`;
      const other = robot('other', 90 + 5 * Math.cos(0.3), 50 - 5 * Math.sin(0.3));
      for (const mount of ['', 'x="1"']) {
        // At a wall that is hit at an angle, the nearest point along the beam is a little farther than the contact.
        const alongWall = 1 / Math.cos(0.3) - 1;
        expect(await readings('', sonar(mount), walls, 30)).toEqual([expect.closeTo(alongWall, 9)]);
        expect(
          await readings(
            '',
            sonar(`rotation="-0.3"${mount && ' x="0.955336489125606" z="0.29552020666133955"'}`),
            walls,
            30,
          ),
        ).toEqual([0]);
        expect(await readings(pillar, sonar(mount), '', 30)).toEqual([0]);
        expect(await readings(other, sonar(mount), '', 30)).toEqual([0]);
        expect((await readings(crate, sonar(mount), '', 30))[0]).toBeLessThan(0.2);
      }
    });
  });

  test('a tag removes the heat of near objects, and viewers are notified', async () => {
    const heats: number[] = [];
    const lamps =
      '<object name="near" type="SPHERE" x="13" z="50" radius="1" heat="10"/><object name="far" type="SPHERE" x="30" z="50" radius="1" heat="20"/>';
    const { steps, records } = await runSmall(
      world(lamps + robot('r', 10, 50, 0, '<sensor id="0" type="heat" radius="60"/>')),
      {
        programs: {
          r: async (r) => {
            heats.push(await r.heat(0));
            await r.tag(3);
            heats.push(await r.heat(0));
          },
        },
      },
    );
    expect(heats).toEqual([expect.closeTo(10 * 0.95 + 20 * (2 / 3), 9), expect.closeTo(20 * (2 / 3), 9)]);
    expect(steps[1]!.updates).toEqual([
      { objectName: 'near', timestep: 1, x: 13, y: 0, z: 50, orientation: 0, heat: 0 },
    ]);
    expect(records.filter(({ type }) => type === 'effect')).toHaveLength(1);
  });

  test('all parts of a composed object are obstacles', async () => {
    const wall = `<object name="gate" x="50" z="50" rotation="1.5707963267948966">
      <shape type="BOX" x="-20" width="10" height="1" depth="1"/><shape type="CYLINDER" x="20" radius="2" height="1"/></object>`;
    const distances: number[] = [];
    await runSmall(
      world(
        wall +
          robot('r', 40, 70, 0, '<sensor id="0" type="sonar" range="50"/>') +
          robot('s', 40, 30, 0, '<sensor id="0" type="sonar" range="50"/>'),
      ),
      {
        programs: {
          r: async (r) => void distances.push(await r.sonar(0)),
          s: async (s) => {
            await s.idle(2);
            distances.push(await s.sonar(0));
          },
        },
      },
    );
    expect(distances).toEqual([expect.closeTo(8.5, 9), expect.closeTo(7, 9)]);
  });
});

describe('messages', () => {
  const pair = robot('a', 10, 50) + robot('b', 20, 50) + robot('c', 90, 50);
  const listen =
    (into: RobotMessage[], steps: number): RobotProgram =>
    async (r) => {
      for (let i = 0; i < steps; i++) {
        await r.idle();
        into.push(...r.messages());
      }
    };

  test('go to one robot or to all others, and are delivered in the step of their arrival', async () => {
    const [heardByB, heardByC]: RobotMessage[][] = [[], []];
    const { summary } = await runSmall(world(pair), {
      programs: {
        a: async (r) => {
          r.send({ hello: [1, 2] }, 'b');
          r.send('all');
          await r.idle();
        },
        b: listen(heardByB!, 1),
        c: listen(heardByC!, 1),
      },
    });
    expect(heardByB).toEqual([
      { from: 'a', to: 'b', content: { hello: [1, 2] } },
      { from: 'a', to: null, content: 'all' },
    ]);
    expect(heardByC).toEqual([{ from: 'a', to: null, content: 'all' }]);
    expect(summary.messages).toEqual({ sent: 3, delivered: 3, dropped: 0 });
  });

  test('are delayed, lost and limited in range', async () => {
    const heard: RobotMessage[] = [];
    const program = (r: ScoutRobot): Promise<void> => {
      r.send('x');
      return r.idle(5);
    };
    const { summary, steps } = await runSmall(world(`<communications delay="0.25" range="30"/>${pair}`), {
      programs: { a: program, b: listen(heard, 5), c: listen([], 5) },
    });
    expect(summary.messages).toEqual({ sent: 2, delivered: 1, dropped: 1 });
    expect(steps.map(({ answers }) => answers[1]!.messages.length)).toEqual([0, 0, 1, 0, 0]);
    const lossy = await runSmall(world(`<communications loss="1" network="random" delay="0.1"/>${pair}`), {
      programs: { a: program, b: listen(heard, 5), c: listen([], 5) },
    });
    expect(lossy.summary.messages).toMatchObject({ delivered: 0, dropped: 2 });
    const silent = await runSmall(world(`<communications enabled="false"/>${pair}`), { programs: { a: program } });
    expect(silent.summary.messages).toEqual({ sent: 0, delivered: 0, dropped: 0 });
  });
});

describe('a grid world', () => {
  const crate = '<object name="crate" type="BOX" x="60" z="50" width="4" height="1" depth="10"/>';
  const push: RobotProgram = async (r) => {
    await r.step([{ type: 'ACTIONEVENT', messageAction: 'MOVE', messageAmount: 30 }]);
  };

  test('refuses moves into occupied cells', async () => {
    const { records } = await runSmall(world(crate + robot('r', 50, 50), ' grid="3" gridPolicy="blocked"'), {
      programs: { r: push },
    });
    // The crate overlaps the cells from 57 on.
    expect(endOf(records, 0)[0]).toBeGreaterThan(55);
    expect(endOf(records, 0)[0]).toBeLessThanOrEqual(56);
    expect(records.some((each) => each.type === 'motionEnd' && each.status === 'collided')).toBe(false);
  });

  describe('a refused move triggers the bumper', () => {
    const bumpers = `<sensor id="0" type="bump"/><sensor id="1" type="bump" rotation="${Math.PI}"/>`;
    const act = (messageAction: string, messageAmount: number) =>
      ({ type: 'ACTIONEVENT', messageAction, messageAmount }) as const;
    const feel = async (r: ScoutRobot, ...actions: ReturnType<typeof act>[]): Promise<string> => {
      const answers = await r.step([
        ...actions,
        { type: 'SENSOREVENT', messageAction: 'BUMPER', sensorid: 0 },
        { type: 'SENSOREVENT', messageAction: 'BUMPER', sensorid: 1 },
      ]);
      return answers.map(({ activated }) => (activated === true ? 'x' : '-')).join('');
    };

    test('on its side, until the robot moves away', async () => {
      const felt: string[] = [];
      const program: RobotProgram = async (r) => {
        felt.push(await feel(r, act('MOVE', 1)), await feel(r, act('MOVE', 30)), await feel(r));
        felt.push(
          await feel(r, act('TURNLEFT', Math.PI)),
          await feel(r, act('MOVE', -5)),
          await feel(r, act('MOVE', 2)),
        );
      };
      await runSmall(world(crate + robot('r', 50, 50, 0, bumpers), ' grid="3" gridPolicy="blocked"'), {
        programs: { r: program },
      });
      expect(felt).toEqual(['--', 'x-', 'x-', '-x', '-x', '--']);
    });

    test('until its cause has gone', async () => {
      const felt: string[] = [];
      const waiting: RobotProgram = async (r) => {
        for (let i = 0; i < 4; i++) felt.push(await feel(r, ...(i === 0 ? [act('MOVE', 10)] : [])));
      };
      const leaving: RobotProgram = async (r) => {
        await r.idle(2);
        await r.step([act('MOVE', 10)]);
      };
      await runSmall(
        world(robot('r', 50, 50, 0, bumpers) + robot('other', 56, 50, Math.PI / 2), ' grid="1" gridPolicy="blocked"'),
        { programs: { r: waiting, other: leaving } },
      );
      expect(felt).toEqual(['x-', 'x-', '--', '--']);
    });
  });

  test('tests contacts exactly with gridPolicy exact', async () => {
    const { records } = await runSmall(world(crate + robot('r', 50, 50), ' grid="2"'), { programs: { r: push } });
    expect(endOf(records, 0)[0]).toBe(57);
  });

  test('is open beyond its edge', async () => {
    const { records } = await runSmall(world(robot('r', 90, 50), ' grid="1" gridPolicy="blocked"'), {
      programs: { r: push },
    });
    expect(endOf(records, 0)[0]).toBe(120);
  });
});

test('robots that move at random never overlap, and the run replays from its commands', async () => {
  const robots = 6;
  const model = world(
    Array.from({ length: robots }, (_, i) =>
      robot(`r${i}`, 20 + 10 * (i % 3), 40 + 10 * Math.floor(i / 3), i, '<sensor id="0" type="sonar" range="9"/>'),
    ).join(''),
    ' walls="true"',
  ).replace('>', '><communications loss="0.3" network="random" delay="0.1" range="40"/>');
  const amounts = fc.array(fc.double({ min: -4, max: 6, noNaN: true }), { minLength: 3, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(fc.array(amounts, { minLength: robots, maxLength: robots }), async (plans) => {
      const programs = Object.fromEntries(
        plans.map((plan, i) => [
          `r${i}`,
          (async (r) => {
            for (const amount of plan) {
              r.send(amount);
              await r.step([
                { type: 'ACTIONEVENT', messageAction: 'TURNLEFT', messageAmount: amount },
                { type: 'ACTIONEVENT', messageAction: 'MOVE', messageAmount: amount },
                { type: 'ACTIONEVENT', messageAction: 'MOVE', messageAmount: -amount / 3 },
                { type: 'SENSOREVENT', messageAction: 'SONAR', sensorid: 0 },
              ]);
            }
          }) satisfies RobotProgram,
        ]),
      );
      const live = await runSmall(model, { programs });
      const { world: bodies } = live.run.environment;
      for (const a of bodies.robots) {
        for (const b of bodies.robots.slice(0, a)) {
          const [p, q] = [bodies.poseOf(a), bodies.poseOf(b)];
          expect(Math.hypot(p.x - q.x, p.y - q.y)).toBeGreaterThanOrEqual(2 - 1e-9);
        }
      }
      const again = await runSmall(model, { commands: commandsOf(live.records) });
      expect(again.hash).toBe(live.hash);
      expect(again.summary.events).toBe(live.summary.events);
    }),
    { seed: 11, numRuns: 25 },
  );
});

test('a robot that sends ahead has the same run', async () => {
  const program: RobotProgram = async (r) => {
    for (let i = 0; i < 10; i++) {
      await r.move(4);
      await r.turn(0.9);
      if (i % 3 === 0) await r.sonar(0);
    }
  };
  const model = world(
    robot('a', 30, 50, 0, '<sensor id="0" type="sonar" range="9"/>') +
      robot('b', 60, 50, 2, '<sensor id="0" type="sonar" range="9"/>'),
    ' walls="true"',
  );
  const runs = [];
  for (const prefetch of [0, 1, 5, 64]) {
    runs.push(
      (await runSmall(model, { programs: { a: program, b: program }, prefetch })).records.filter(
        ({ type }) => type !== 'command',
      ),
    );
  }
  for (const records of runs.slice(1)) expect(records).toEqual(runs[0]);
  expect(runs[0]!.length).toBeGreaterThan(100);
});

test('a sensor of a plug-in is named in the file and read like others', async () => {
  const { sensors } = await import('../../../../../examples/crsim/scent.js');
  let smelt: SensorResponse[] = [];
  const tea =
    '<object name="tea" x="20" z="50"><shape type="SPHERE" radius="1"><param name="scent" value="8"/></shape></object>';
  await runSmall(world(tea + robot('r', 10, 50, 0, '<sensor id="7" type="scent" radius="20"/>')), {
    plugins: [{ sensors }],
    programs: { r: async (r) => void (smelt = await r.sense([['SCENT', 7]])) },
  });
  expect(smelt).toEqual([{ mResponseType: 'kScent', sensorid: 7, proximity: 4 }]);
});
