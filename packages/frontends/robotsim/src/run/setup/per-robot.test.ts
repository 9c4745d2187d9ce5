/** Keys for one robot do not affect the others. */
import { describe, expect, test } from '@jest/globals';
import { lineLeg } from '@kineko/geometry';
import { type MotionModule, type MotionRequest, Sensor } from '@kineko/world';
import { outcomeOf, refusalOf } from '../../../test/scenarios.js';
import { AbstractAlgorithm } from '../algorithm.js';

type Hop = MotionRequest & { readonly kind: 'hop' };

/** Moves a distance east, in one second. */
const hop = (metres: number): MotionModule<Hop> => ({
  kind: 'hop',
  plan: (_request, { x, y, heading }, start) => [
    { name: 'hop', leg: lineLeg({ x, y, heading, start, end: start + 1, vx: metres, vy: 0 }) },
  ],
});

class Nose extends Sensor<object, number> {
  readonly kind = 'nose';
  override calReply(): number {
    return 1;
  }
}

/** Performs an action, and logs its result. */
abstract class Tries extends AbstractAlgorithm {
  protected abstract try(): PromiseLike<unknown> | Promise<unknown>;

  protected async doMotion() {
    try {
      await this.try();
      const { x } = await this.gps.getSelfPosition();
      this.logger.info(`at ${x}`);
    } catch (error) {
      this.logger.info((error as Error).message);
    }
    this.finish();
  }
}

class Hops extends Tries {
  protected async try() {
    await this.actuator.perform({ kind: 'hop' });
  }
}

class Follows extends Tries {
  protected async try() {
    await this.actuator.follow({ x: '2 * t', y: '0', duration: 3 });
  }
}

class Smells extends Tries {
  protected async try() {
    await this.sensor<object, number>('nose').ask({});
  }
}

const BASE = 'process.num = 2\nbornpoint1 = 0, 0\nbornpoint2 = 0, 50\nsimulation.time = 9\nrobot.algorithm = ./a.ts\n';
const modules = (algorithm: unknown) => ({
  'a.ts': { algorithm },
  'one.ts': { one: hop(1) },
  'two.ts': { two: hop(2) },
  'nose.ts': { Nose },
});
const said = async (keys: string, algorithm: unknown): Promise<readonly string[]> =>
  (await outcomeOf(`${BASE}${keys}`, { modules: modules(algorithm) })).said.map((text) => text.replace('info ', ''));

describe('robot.<i>.motion', () => {
  const NONE = "p1 robot 1 has no motion 'hop': robot.motion gives it to robot 0 only";

  test('is for that robot only', async () => {
    expect((await said('robot.0.motion = ./one.ts', Hops)).toSorted()).toEqual(['p0 at 1', NONE]);
  });

  test('replaces the modules for all robots', async () => {
    const keys = 'robot.motion = Turn\nrobot.0.motion = ./one.ts';
    expect((await said(keys, Hops)).toSorted()).toEqual(['p0 at 1', NONE]);
  });

  test('can be another module of the same kind', async () => {
    const keys = 'robot.0.motion = ./one.ts\nrobot.1.motion = ./two.ts';
    expect((await said(keys, Hops)).toSorted()).toEqual(['p0 at 1', 'p1 at 2']);
    expect((await said('robot.motion = ./two.ts\nrobot.0.motion = ./one.ts', Hops)).toSorted()).toEqual([
      'p0 at 1',
      'p1 at 2',
    ]);
  });

  test('is for all robots if it has no number', async () => {
    expect((await said('robot.motion = ./one.ts', Hops)).toSorted()).toEqual(['p0 at 1', 'p1 at 1']);
  });

  test('leaves equations to all robots, for follow()', async () => {
    expect((await said('robot.0.motion = Equation, ./one.ts', Follows)).toSorted()).toEqual(['p0 at 6', 'p1 at 6']);
  });

  test('refuses two modules of one kind for a robot', async () => {
    expect(await refusalOf(`${BASE}robot.0.motion = ./one.ts, ./two.ts`, { modules: modules(Hops) })).toEqual([
      "main.config:6:1: robot 0 has two motion modules of the kind 'hop': expected one of each kind",
    ]);
  });
});

test('robot.<i>.sensors is for that robot only', async () => {
  const [own, other] = (await said('robot.0.sensors = gps, ./nose.ts', Smells)).toSorted();
  expect(own).toBe('p0 at 0');
  expect(other).toMatch(/^p1 .*nose/);
});

test('robot.<i>.algorithm, size, tag and turn.shorter are for that robot only', async () => {
  class Other extends Hops {
    protected override async try() {
      this.logger.info(`${this.robot.radius} ${this.robot.turnsShorter}`);
      await this.sleep(1);
    }
  }
  class Another extends Other {}
  const { said: texts, of } = await outcomeOf(
    `${BASE}robot.1.algorithm = ./b.ts\nrobot.0.size = 3\nrobot.1.turn.shorter = true\nrobot.0.tag = x`,
    { modules: { ...modules(Other), 'b.ts': { Another } } },
  );
  expect(texts.map((text) => text.replace('info ', '')).toSorted()).toEqual([
    'p0 3 false',
    'p0 at 0',
    'p1 5 true',
    'p1 at 0',
  ]);
  expect(of('log').map(({ logger, process }) => `${process} ${logger}`)).toContain('1 Another');
});
