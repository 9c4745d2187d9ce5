import { describe, expect, test } from '@jest/globals';
import { World } from '@kineko/world';
import { Once, robotsOf } from '../test/robots.js';
import { NekoRobot } from './neko-robot.js';

/** All objects that plain JavaScript reaches from one, by fields and getters, inherited ones included. */
function reachable(root: object): Set<object> {
  const seen = new Set<object>();
  const queue = [root];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (seen.has(next) || next === Object.prototype || next === Function.prototype) continue;
    seen.add(next);
    for (let holder: object | null = next; holder !== null && holder !== Object.prototype;) {
      for (const key of Reflect.ownKeys(holder)) {
        if (key === 'constructor') continue;
        try {
          const value: unknown = Reflect.get(holder, key, next);
          if ((typeof value === 'object' && value !== null) || typeof value === 'function') queue.push(value);
        } catch {
          // Strict functions have no `caller`.
        }
      }
      holder = Reflect.getPrototypeOf(holder);
    }
  }
  return seen;
}

const PLACES = [
  [0, 0],
  [50, 0],
] as const;

describe('this.robot', () => {
  test('leads neither to the world nor to a robot', async () => {
    let found: object[] = [];
    class Spies extends Once {
      protected async act() {
        found = [...reachable(this.robot)].filter((each) => each instanceof World || each instanceof NekoRobot);
        const robot = this.robot as unknown as Record<string, unknown>;
        for (const key of ['world', 'shared', 'host', 'simulator', 'agenda', 'dispatcher', 'move', 'motion']) {
          expect([key, robot[key]]).toEqual([key, undefined]);
        }
        await this.sleep(1);
      }
    }
    await robotsOf({ algorithm: Spies, places: PLACES }).run();
    expect(found).toEqual([]);
  });

  test('neither does this.process', async () => {
    let looked = 0;
    class Spies extends Once {
      protected async act() {
        const process = this.process as unknown as Record<string, unknown>;
        for (const key of ['world', 'shared', 'host', 'exits']) expect([key, process[key]]).toEqual([key, undefined]);
        const sender = this.process.network() as unknown as Record<string, unknown>;
        expect(Object.keys(sender)).toEqual([]);
        looked++;
        await this.sleep(1);
      }
    }
    await robotsOf({ algorithm: Spies, places: PLACES }).run();
    expect(looked).toBe(2);
  });

  test('nor do the actuator and the sensors', async () => {
    let found: object[] = [];
    class Spies extends Once {
      protected async act() {
        found = [...reachable(this.actuator)].filter((each) => each instanceof World);
        await this.gps.getSelfPosition();
      }
    }
    await robotsOf({ algorithm: Spies, places: PLACES }).run();
    expect(found).toEqual([]);
  });

  test('tells who the robot is, and what lies ahead of it', async () => {
    const log: unknown[] = [];
    class Looks extends Once {
      protected async act() {
        const { id, name, n, now, all, others, radius, isCrashed, turnsShorter } = this.robot;
        log.push({ id, name, n, now, all, others, radius, isCrashed, turnsShorter });
        const motion = this.actuator.forward(1, 10);
        log.push(this.robot.futureEvents().map(({ kind, time }) => `${kind} ${time}`));
        log.push(this.robot.random('x') === this.robot.random('x'));
        await motion;
      }
    }
    await robotsOf({ algorithm: Looks }).run();
    expect(log).toEqual([
      {
        id: 0,
        name: 'p0',
        n: 1,
        now: 0,
        all: [0],
        others: [],
        radius: 1,
        isCrashed: false,
        turnsShorter: false,
      },
      ['motion 10'],
      true,
    ]);
  });

  test('is the same object for all algorithms of a robot', async () => {
    const robots = new Set<unknown>();
    class Inner extends Once {
      protected async act() {
        robots.add(this.robot);
        await this.sleep(1);
      }
    }
    class Outer extends Once {
      protected async act() {
        robots.add(this.robot);
        await this.run(Inner).toEnd();
      }
    }
    await robotsOf({ algorithm: Outer }).run();
    expect(robots.size).toBe(1);
  });
});
