import { describe, expect, test } from '@jest/globals';
import { Simulator } from '@kineko/kernel';
import { World } from '@kineko/world';
import { Once, robotsOf } from '../../test/robots.js';
import { NekoRobot } from './neko-robot.js';

/**
 * The paths by which plain JavaScript reaches a robot, the world or the simulator from an object: by fields and getters,
 * inherited ones included.
 */
function leaks(root: object): string[] {
  const seen = new Set<object>();
  const found: string[] = [];
  const queue: [object, string][] = [[root, root.constructor.name]];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const [value, path] = next;
    if (seen.has(value) || value === Object.prototype || value === Function.prototype) continue;
    seen.add(value);
    if (leads(value)) {
      found.push(path);
      continue;
    }
    let holder: object | null = value;
    while (holder !== null && holder !== Object.prototype) {
      for (const key of Reflect.ownKeys(holder)) {
        const inner = key === 'constructor' ? undefined : read(holder, key, value);
        if ((typeof inner === 'object' && inner !== null) || typeof inner === 'function') {
          queue.push([inner, `${path}.${String(key)}`]);
        }
      }
      holder = Reflect.getPrototypeOf(holder);
    }
  }
  return found;
}

function read(holder: object, key: PropertyKey, receiver: object): unknown {
  try {
    return Reflect.get(holder, key, receiver);
  } catch {
    // Strict functions have no `caller`, and prototypes no private fields.
    return undefined;
  }
}

/** Whether an object gives access to other robots or the simulator. */
const leads = (each: object): boolean =>
  each instanceof World || each instanceof NekoRobot || each instanceof Simulator;

const PLACES = [
  [0, 0],
  [50, 0],
] as const;

describe('this.robot', () => {
  test('gives access neither to the world nor to other robots', async () => {
    let found: string[] = [];
    class Spies extends Once {
      protected async act() {
        found = leaks(this.robot);
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

  // Not hidden: `this.process.agenda` is the simulator itself, which timers of protocols are scheduled on.
  test('this.process does not expose the world, the host or the networks', async () => {
    let shown: string[] = [];
    class Spies extends Once {
      protected async act() {
        const process = this.process as unknown as Record<string, unknown>;
        const ofProcess = ['world', 'shared', 'host', 'exits'].filter((key) => process[key] !== undefined);
        shown = [...ofProcess, ...Object.keys(this.process.network())];
        await this.sleep(1);
      }
    }
    await robotsOf({ algorithm: Spies, places: PLACES }).run();
    expect(shown).toEqual([]);
  });

  test('the actuator and the sensors do not either', async () => {
    let walked: string[] = [];
    let found: string[] = [];
    class Spies extends Once {
      protected async act() {
        const { gps, compass, viewSensor, proximitySensor, contactSensor, bumpSensor } = this;
        const { sonarSensor, ringSensor, heatSensor, lightSensor, actuator } = this;
        const polls = [gps, compass, viewSensor, sonarSensor, ringSensor, heatSensor, lightSensor, this.sensor('gps')];
        const pushes = [proximitySensor, contactSensor, bumpSensor, this.pushSensor('proximity')];
        const all = [actuator, ...polls, ...pushes];
        proximitySensor.activate(20, { exact: true });
        await gps.getSelfPosition();
        walked = all.map((each) => each.constructor.name);
        found = all.flatMap(leaks);
      }
    }
    await robotsOf({ algorithm: Spies, places: PLACES }).run();
    expect(walked).toHaveLength(13);
    expect(found).toEqual([]);
  });

  test('has the id of the robot and its predicted events', async () => {
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
