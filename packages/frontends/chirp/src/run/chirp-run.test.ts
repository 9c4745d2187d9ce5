import { describe, expect, test } from '@jest/globals';
import { describeProblem } from '@kineko/formats/problem';
import { commandsOf } from '@kineko/run';
import { Keeper, openRun, replayedHash, scenarioOf } from '../../test/kit.js';
import { box, chirpAt, crowdedScene, wallsAround } from '../../test/scenes.js';
import { chirp } from './scenario.js';

describe('driving', () => {
  test('follows the exact arc of two wheels', async () => {
    const run = await openRun({ children: [chirpAt(3, 10, 20, { angle: 90 })] });
    run.command({ kind: 'setspeed', robot: 3, left: 10, right: 14 }, 'test');
    await run.advance({ until: 2 });
    const [speed, turnRate] = [12, 0.5];
    const heading = Math.PI / 2 + turnRate * 2;
    const radius = speed / turnRate;
    const pose = run.world.poseOf(3);
    expect(pose.heading).toBeCloseTo(heading, 12);
    expect(pose.x).toBeCloseTo(10 + radius * (Math.sin(heading) - 1), 10);
    expect(pose.y).toBeCloseTo(20 - radius * Math.cos(heading), 10);
  });

  test('limits speeds to the maximum', async () => {
    const run = await openRun({ maxspeed: 20, children: [chirpAt(0, 0, 0)] });
    run.command({ kind: 'setspeed', robot: 0, left: 500, right: 500 }, 'test');
    await run.advance({ until: 1 });
    expect(run.world.poseOf(0).x).toBeCloseTo(20, 10);
    run.command({ kind: 'setspeed', robot: 0, left: -500, right: -500 }, 'test');
    await run.advance({ until: 3 });
    expect(run.world.poseOf(0).x).toBeCloseTo(-20, 10);
  });

  test('draws noise from the stream of the robot, so that others do not change it', async () => {
    const poseAfter = async (others: object[]): Promise<object> => {
      const run = await openRun({ children: [chirpAt(0, 0, 0, { noisemax: 0.2 }), ...others] });
      for (const robot of run.robots) run.command({ kind: 'setspeed', robot, left: 10, right: 10 }, 'test');
      await run.advance({ until: 1 });
      return run.world.poseOf(0);
    };
    const alone = await poseAfter([]);
    expect(alone).not.toEqual(expect.objectContaining({ x: 10 }));
    expect(await poseAfter([chirpAt(1, 500, 0, { noisemax: 0.2 }), chirpAt(-4, 500, 90)])).toEqual(alone);
  });

  test('stops exactly at a wall, and continues when it has turned away', async () => {
    const run = await openRun({ children: [chirpAt(0, 0, 0), box(30, 0, 20, 60)] });
    run.command({ kind: 'setspeed', robot: 0, left: 10, right: 10 }, 'test');
    await run.advance({ until: 3 });
    expect(run.world.poseOf(0)).toEqual({ x: 15, y: 0, heading: 0 });
    run.command({ kind: 'setspeed', robot: 0, left: 8, right: 10 }, 'test');
    await run.advance({ until: 13 });
    expect(run.world.poseOf(0).y).toBeGreaterThan(20);
    expect(run.summary().collisions).toBe(1);
  });

  test('continues when the robot in its way has left', async () => {
    const run = await openRun({ children: [chirpAt(0, 0, 0), chirpAt(1, 20, 0, { angle: 90 })] });
    run.command({ kind: 'setspeed', robot: 0, left: 10, right: 10 }, 'test');
    await run.advance({ until: 2 });
    expect(run.world.poseOf(0).x).toBeCloseTo(10, 9);
    run.command({ kind: 'setspeed', robot: 1, left: 20, right: 20 }, 'test');
    await run.advance({ until: 6 });
    expect(run.world.poseOf(0).x).toBeGreaterThan(40);
  });
});

describe('sensing', () => {
  test('returns eight exact distances from the rim, and the range where there is nothing', async () => {
    const run = await openRun({
      children: [chirpAt(0, 0, 0, { angle: 90 }), chirpAt(1, 0, 30), box(-30, 0, 20, 20), chirpAt(2, 300, 0)],
    });
    expect(run.read(0, 'distance')).toEqual([20, 40, 15, 40, 40, 40, 40, 40]);
    expect(run.read(2, 'distance')).toEqual(Array.from({ length: 8 }, () => 40));
  });

  test('light falls with the square of the distance, heat and gas linearly to the radius', async () => {
    const source = (type: string, x: number, more: object): object => ({
      type,
      position: { x, y: 0 },
      strength: 100,
      ...more,
    });
    const run = await openRun({
      children: [
        chirpAt(0, 0, 0),
        source('Light', 15, { radius: 100 }),
        source('Heat', 15, { radius: 40 }),
        source('gas', -15, { radius: 12 }),
      ],
    });
    const [ahead, , , , behind] = run.read(0, 'light');
    expect([ahead, behind]).toEqual([1, 0.25]);
    expect(run.read(0, 'heat')[0]).toBe(75);
    expect(run.read(0, 'gas')[4]).toBeCloseTo(100 * (1 - 10 / 12), 10);
    expect(run.read(0, 'gas')[0]).toBe(0);
  });

  test('line sensors are at the front: left, middle, right', async () => {
    const line = (y: number): object => ({
      type: 'Line',
      points: [
        { x: -50, y },
        { x: 50, y },
      ],
    });
    const read = async (y: number): Promise<number[]> =>
      (await openRun({ children: [chirpAt(0, 0, 0), line(y)] })).read(0, 'line');
    expect(await read(0)).toEqual([0, 1, 0]);
    expect(await read(2)).toEqual([1, 0, 0]);
    expect(await read(-2.5)).toEqual([0, 0, 1]);
    expect(await read(1)).toEqual([1, 1, 0]);
    expect(await read(9)).toEqual([0, 0, 0]);
  });
});

describe('messages', () => {
  test('reach the robots that the sender sees, or that one sensor sees', async () => {
    const got: string[] = [];
    const scenario = scenarioOf({
      children: [
        chirpAt(5, 0, 0),
        chirpAt(1, 30, 0),
        chirpAt(2, 0, 30),
        chirpAt(3, 60, 0),
        chirpAt(4, -49, 0),
        box(-20, 0, 4, 30),
      ],
    });
    const run = await scenario.openLive(
      { seed: 1 },
      { present: () => 0, onMessage: (to, from, text) => void got.push(`${from}>${to} ${text}`) },
    );
    run.command({ kind: 'sendmessage', robot: 5, text: 'all' }, 'test');
    run.command({ kind: 'sendmessage', robot: 5, text: 'left', sensor: 3 }, 'test');
    await run.advance({ until: 1 });
    expect(got.sort()).toEqual(['5>1 all', '5>2 all', '5>2 left']);
    expect(run.summary().messages).toEqual({ sent: 3, delivered: 3, dropped: 0 });
  });

  test('are recorded with the ids of robots', async () => {
    const keeper = await Keeper.create();
    const run = await scenarioOf({ children: [chirpAt(70, 0, 0), chirpAt(-8, 30, 0)] }).open({
      seed: 1,
      emit: keeper.emit,
    });
    run.command({ kind: 'sendmessage', robot: 70, text: 'hello' }, 'test');
    await run.advance({ until: 1 });
    expect(keeper.records.filter(({ type }) => type === 'send' || type === 'deliver')).toEqual([
      expect.objectContaining({ type: 'send', process: 70, to: [-8], content: 'hello' }),
      expect.objectContaining({ type: 'deliver', process: -8, from: 70, to: [-8] }),
    ]);
  });
});

describe('recorded commands', () => {
  test('replay the run, bit for bit', async () => {
    const world = crowdedScene({ robots: 20, noisemax: 0.1 });
    const keeper = await Keeper.create();
    const run = await scenarioOf(world).open({ seed: 7, emit: keeper.emit });
    for (let frame = 1; frame <= 20; frame++) {
      for (const robot of run.robots) {
        const left = ((robot * 7 + frame * 13) % 41) - 10;
        const right = ((robot * 11 + frame * 5) % 41) - 10;
        run.command({ kind: 'setspeed', robot, left, right }, 'test');
        if ((robot + frame) % 7 === 0) run.command({ kind: 'sendmessage', robot, text: `frame ${frame}` }, 'test');
      }
      // Observing must not change the run.
      run.look(() => void run.read(frame - 1, 'distance'), frame * 0.016 - 0.003);
      await run.advance({ until: frame * 0.016 });
    }
    expect(run.summary().collisions).toBeGreaterThan(0);
    expect(await replayedHash(world, commandsOf(keeper.records), run.now)).toBe(await keeper.hash());
  });

  test.each([
    [3, 'expected { kind: "setspeed"'],
    [{ kind: 'fly' }, 'kind: expected setspeed, sendmessage or shutdown, got "fly"'],
    [{ kind: 'setspeed', robot: 9, left: 0, right: 0 }, 'robot: expected the id of a robot, got 9'],
    [{ kind: 'setspeed', robot: 0, left: 0 }, 'finite numbers'],
    [{ kind: 'sendmessage', robot: 0, text: 'x'.repeat(500) }, 'at most 400 characters'],
    [{ kind: 'sendmessage', robot: 0, text: 'x', sensor: 9 }, 'sensor: expected an integer from 1 to 8, got 9'],
  ])('rejects %j', async (command, expected) => {
    const run = await openRun({ children: [chirpAt(0, 0, 0)] });
    expect(() => run.command(command, 'test')).toThrow(expected);
  });
});

describe('the scenario', () => {
  test('is recognised by its beginning and reports problems of world and settings', async () => {
    expect(chirp().recognises('{ "children": [', 'x.json')).toBe(true);
    const scenario = scenarioOf(
      { children: [chirpAt(0, 0, 0), chirpAt(0, 1, 0)] },
      { dynamic: 'rigid', 'simulation.time': '-3' },
    );
    const texts = (await scenario.problems()).map(describeProblem);
    expect(texts).toEqual([
      expect.stringContaining('$.children[1].id'),
      expect.stringContaining("warning: unknown key 'dynamic'; did you mean 'dynamics'?"),
      expect.stringContaining('simulation.time: expected a number above 0 and at most 2,147,483,648 (s), got "-3"'),
    ]);
    await expect(scenario.open({ seed: 1 })).rejects.toThrow("did you mean 'dynamics'?");
  });

  test.each([
    [
      'objects that the physics cannot represent',
      { ...box(30, 0, 1e-6, 1e-6), type: 'PushableObject' },
      'hull 0 of $.children[1]: too thin',
    ],
    [
      'corners that are too far away',
      box(2 ** 30, 0, 20, 60),
      "the polygon '$.children[1]': its corner 1, x: expected",
    ],
  ])('reports %s', async (_what, body, expected) => {
    const scenario = scenarioOf({ children: [chirpAt(0, 0, 0), body] }, {});
    const [problem] = await scenario.problems();
    expect(problem!.place!.line).toBeDefined();
    expect(problem!.text).toContain(expected);
    await expect(scenario.open({ seed: 1 })).rejects.toThrow(expected);
  });

  test('ends at its time limit, or when no event is left', async () => {
    const idle = await openRun({ children: [chirpAt(0, 0, 0)] });
    expect(await idle.advance()).toBe('empty');
    expect(idle.summary().remarks).toEqual([expect.stringContaining('the robots got no commands')]);
    const timed = await openRun(
      { children: [chirpAt(0, 0, 0), ...wallsAround(50)] },
      { 'simulation.time': '5', maxspeed: '3' },
    );
    timed.command({ kind: 'setspeed', robot: 0, left: 9, right: 9 }, 'test');
    expect(await timed.advance()).toBe('time');
    expect(timed.world.poseOf(0).x).toBeCloseTo(15, 10);
  });
});
