import { describe, expect, test } from '@jest/globals';
import { forward, type MotionModule, type MotionRequest } from '@kineko/world';
import { Once, Idle, type Place, robotsOf, short, type Setting, told } from '../../test/robots.js';
import type { Actuator } from './actuator.js';
import { AbstractAlgorithm } from './algorithm.js';
import type { Motion, MotionOutcome } from './motion.js';

/** The outcome of a single motion of a robot. */
async function outcomeOf(
  move: (actuator: Actuator) => Motion | Promise<MotionOutcome>,
  setting: Partial<Setting> = {},
): Promise<string> {
  let outcome: MotionOutcome | undefined;
  class Moves extends Once {
    protected override async act() {
      outcome = await move(this.actuator);
    }
  }
  const { places = [[0, 0]] } = setting;
  const others = (places as Place[]).slice(1).map(() => Idle);
  const { run } = robotsOf({ ...setting, places, algorithm: [Moves, ...others] });
  await run();
  return told(outcome!);
}

describe('a motion ends at the expected time and place', () => {
  test.each<[string, (actuator: Actuator) => Motion, string]>([
    ['forward', (a) => a.forward(2, 10), 'finished at 5 (10, 0) 0°'],
    ['forward, back', (a) => a.forward(2, -3), 'finished at 1.5 (-3, 0) 0°'],
    ['forward, nowhere', (a) => a.forward(2, 0), 'finished at 0 (0, 0) 0°'],
    ['turn', (a) => a.turn(30, 90), 'finished at 3 (0, 0) 90°'],
    ['turn, clockwise', (a) => a.turn(45, -270), 'finished at 6 (0, 0) 90°'],
    ['turn, more than once round', (a) => a.turn(100, 720), 'finished at 7.2 (0, 0) 0°'],
    ['moveTo', (a) => a.moveTo({ x: 0, y: 6 }, 3, 45), 'finished at 4 (0, 6) 90°'],
    ['moveTo, anticlockwise however far', (a) => a.moveTo({ x: 0, y: -6 }, 3, 45), 'finished at 8 (0, -6) 270°'],
    ['moveTo, where it is', (a) => a.moveTo({ x: 0, y: 0 }, 3, 45), 'finished at 0 (0, 0) 0°'],
    // A quarter of a circle of radius 2: π metres.
    ['arc', (a) => a.arc(Math.PI, 90, { duration: 1 }), 'finished at 1 (2, 2) 90°'],
    ['arc, clockwise', (a) => a.arc(Math.PI, -90, { duration: 1 }), 'finished at 1 (2, -2) 270°'],
    ['arc, backward', (a) => a.arc(-Math.PI, 90, { duration: 2 }), 'finished at 2 (0, -4) 180°'],
    ['arc without a bend', (a) => a.arc(3, 0, { duration: 2 }), 'finished at 2 (6, 0) 0°'],
    ['arc on the spot', (a) => a.arc(0, 20, { duration: 2 }), 'finished at 2 (0, 0) 40°'],
    ['drive, straight', (a) => a.drive(2, 2, 0.5, { duration: 3 }), 'finished at 3 (6, 0) 0°'],
    // The wheels are 1 m apart: half a turn of radius 1 takes the left one half a metre, the right one 1.5 m times π.
    ['drive', (a) => a.drive(Math.PI / 2, (3 * Math.PI) / 2, 1, { duration: 1 }), 'finished at 1 (0, 2) 180°'],
    ['drive, on the spot', (a) => a.drive(-1, 1, 2, { duration: Math.PI }), 'finished at 3.1415926536 (0, 0) 180°'],
    ['arc that bends by a rounding', (a) => a.arc(3, 1e-12, { duration: 2 }), 'finished at 2 (6, 0) 0°'],
    [
      'drive, straight but for a rounding',
      (a) => a.drive(0.3, 0.1 + 0.2, 1, { duration: 2 }),
      'finished at 2 (0.6, 0) 0°',
    ],
    [
      'drive, on the spot but for a rounding',
      (a) => a.drive(-0.3, 0.1 + 0.2, 0.6, { duration: 0.5 * Math.PI }),
      'finished at 1.5707963268 (0, 0) 90°',
    ],
    ['perform', (a) => a.perform({ kind: 'forward', distance: 4, speed: 1 }), 'finished at 4 (4, 0) 0°'],
  ])('%s', async (_name, move, expected) => {
    expect(await outcomeOf(move)).toBe(expected);
  });

  test('moveTo can turn in the shorter direction', async () => {
    const move = (a: Actuator) => a.moveTo({ x: 0, y: -6 }, 3, 45);
    expect(await outcomeOf(move, { turnsShorter: true })).toBe('finished at 4 (0, -6) 270°');
  });

  test('starts at any position and heading', async () => {
    const places: Place[] = [[3, 4, 90]];
    expect(await outcomeOf((a) => a.forward(1, 2), { places })).toBe('finished at 2 (3, 6) 90°');
    expect(await outcomeOf((a) => a.moveTo({ x: 0, y: 4 }, 1, 30), { places })).toBe('finished at 6 (0, 4) 180°');
  });

  test("performs a motion of an author's module by its name", async () => {
    const hop: MotionModule<MotionRequest & { kind: 'hop' }> = {
      kind: 'hop',
      plan: (_request, from, start) => forward.plan({ kind: 'forward', distance: 1, speed: 4 }, from, start),
    };
    expect(await outcomeOf((a) => a.perform({ kind: 'hop' }), { motions: [hop] })).toBe('finished at 0.25 (1, 0) 0°');
  });
});

describe('a motion collides at the contact', () => {
  test('with a robot', async () => {
    const places: Place[] = [
      [0, 0],
      [12, 0],
    ];
    expect(await outcomeOf((a) => a.forward(2, 100), { places })).toBe('collided with robot 1 at 5 (10, 0) 0°');
  });

  test('with an obstacle', async () => {
    const obstacles = [{ kind: 'disc', x: 0, y: 8, radius: 2 } as const];
    expect(await outcomeOf((a) => a.moveTo({ x: 0, y: 100 }, 1, 90), { obstacles })).toBe(
      'collided with obstacle 0 at 6 (0, 5) 90°',
    );
  });

  test('with a wall of the world, on an arc', async () => {
    const area = { minX: -10, minY: -10, maxX: 10, maxY: 3 };
    // On a circle of radius 2 around (0, 2) its rim meets y = 3 when it has gone a quarter.
    expect(await outcomeOf((a) => a.arc(Math.PI, 90), { area, walled: true })).toBe(
      'collided with obstacle 0 at 1 (2, 2) 90°',
    );
  });

  test('ghosts do not collide', async () => {
    const places: Place[] = [
      [0, 0],
      [12, 0],
    ];
    expect(await outcomeOf((a) => a.forward(2, 100), { places, response: 'none' })).toBe('finished at 50 (100, 0) 0°');
  });
});

describe('one motion at a time', () => {
  test('a new motion replaces the current one, whose outcome is `replaced` by `request`', async () => {
    const log: string[] = [];
    class Impatient extends Once {
      protected override async act() {
        const first = this.actuator.forward(1, 10);
        await this.sleep(4);
        const second = this.actuator.turn(90, 90);
        log.push(told(await first), `now ${this.clock}`, told(await second), `now ${this.clock}`);
      }
    }
    await robotsOf({ algorithm: Impatient }).run();
    expect(log).toEqual(['replaced by request at 4 (4, 0) 0°', 'now 4', 'finished at 5 (4, 0) 90°', 'now 5']);
  });

  test('stop ends it where the robot is; without a motion it does nothing', async () => {
    const log: string[] = [];
    class Stopping extends Once {
      protected override async act() {
        this.actuator.stop();
        const motion = this.actuator.moveTo({ x: 0, y: 9 }, 3, 45);
        await this.sleep(3);
        this.actuator.stop();
        log.push(told(await motion));
        this.actuator.stop();
        await this.sleep(1);
        log.push(`${this.clock}`);
      }
    }
    const { run, recordsOf } = robotsOf({ algorithm: Stopping });
    await run();
    expect(log).toEqual(['stopped at 3 (0, 3) 90°', '4']);
    expect(recordsOf('motionEnd')).toHaveLength(1);
  });

  test('an arc without a duration continues until the next motion', async () => {
    const log: string[] = [];
    class Circling extends Once {
      protected override async act() {
        const circling = this.actuator.arc(Math.PI, 90);
        await this.sleep(401);
        await this.actuator.forward(1, 1);
        log.push(told(await circling));
      }
    }
    await robotsOf({ algorithm: Circling }).run();
    expect(log).toEqual(['replaced by request at 401 (2, 2) 90°']);
  });

  test('its outcome can be read, awaited late, and awaited twice', async () => {
    const log: unknown[] = [];
    class Asking extends Once {
      protected override async act() {
        const motion = this.actuator.forward(1, 2);
        log.push(motion.kind, motion.outcome);
        await this.sleep(3);
        log.push(motion.outcome?.status, this.clock);
        const [once, twice] = [await motion, await motion];
        log.push(once === twice && once === motion.outcome, this.clock);
      }
    }
    await robotsOf({ algorithm: Asking }).run();
    expect(log).toEqual(['forward', undefined, 'finished', 3, true, 3]);
  });

  test('every request is counted', async () => {
    class Thrice extends Once {
      protected override async act() {
        for (const angle of [10, 20, 30]) await this.actuator.turn(10, angle);
      }
    }
    const { robots, run, recordsOf } = robotsOf({ algorithm: Thrice });
    await run();
    expect(robots.map(({ motionRequests }) => motionRequests)).toEqual([3]);
    expect(recordsOf('motionRequest')).toHaveLength(3);
  });
});

describe('follow', () => {
  test('follows equations from the position of the robot', async () => {
    const move = (a: Actuator) => a.follow({ x: '2 * cos(t)', y: '2 * sin(t)', duration: Math.PI });
    expect(await outcomeOf(move, { places: [[2, 0, 90]] })).toBe('finished at 3.1415926536 (-2, 0) 270°');
    expect(await outcomeOf(move, { places: [[10, 5, 90]] })).toBe('finished at 3.1415926536 (6, 5) 270°');
  });

  test('loads the parser once, while simulated time stands still', async () => {
    const ends: string[] = [];
    class Following extends Once {
      protected override async act() {
        for (let i = 0; i < 2; i++) {
          const { at, pose } = await this.actuator.follow({ x: 't ^ 2', y: '0', duration: 2 });
          ends.push(`${this.robot.name} ${at} ${short(pose.x)}`);
        }
      }
    }
    const { run, world } = robotsOf({
      algorithm: Following,
      places: [
        [0, 0],
        [0, 5],
        [0, 10],
      ],
    });
    expect(world.motions.knows('equation')).toBe(false);
    await run();
    expect(world.motions.knows('equation')).toBe(true);
    expect(ends).toEqual(['p0 2 4', 'p1 2 4', 'p2 2 4', 'p0 4 8', 'p1 4 8', 'p2 4 8']);
  });

  test('invalid equations fail the run with a reason', async () => {
    await expect(outcomeOf((a) => a.follow({ x: '2 * cow(t)', y: '0', duration: 1 }))).rejects.toThrow(
      /p0 Moves failed at t = 0: .*cow/,
    );
  });
});

describe("refuses invalid numbers in the author's units, with the name of the robot", () => {
  const fine = { x: 1, y: 1 };
  test.each<[string, (actuator: Actuator) => Motion]>([
    [
      'p0, forward: moveSpeed: expected a number of metres per second above 0 (from 2^-30 to 2^30), got 0',
      (a) => a.forward(0, 1),
    ],
    [
      'p0, forward: moveSpeed: expected a number of metres per second above 0 (from 2^-30 to 2^30), got -1',
      (a) => a.forward(-1, 1),
    ],
    [
      'p0, forward: moveSpeed: expected a number of metres per second above 0 (from 2^-30 to 2^30), got NaN',
      (a) => a.forward(NaN, 1),
    ],
    [
      'p0, forward: moveSpeed: expected a number of metres per second above 0 (from 2^-30 to 2^30), got Infinity',
      (a) => a.forward(Infinity, 1),
    ],
    [
      'p0, forward: moveSpeed: expected a number of metres per second above 0 (from 2^-30 to 2^30), got "1"',
      (a) => a.forward('1' as never, 1),
    ],
    [
      'p0, forward: moveSpeed: expected a number of metres per second above 0 (from 2^-30 to 2^30), got 10000000000',
      (a) => a.forward(1e10, 1),
    ],
    ['p0, forward: distance: expected a finite number of metres, got NaN', (a) => a.forward(1, NaN)],
    [
      'p0, turn: turnSpeed: expected a number of degrees per second above 0 (from 1e-7 to 6e7), got 0',
      (a) => a.turn(0, 1),
    ],
    [
      'p0, turn: turnSpeed: expected a number of degrees per second above 0 (from 1e-7 to 6e7), got 100000000',
      (a) => a.turn(1e8, 1),
    ],
    [
      'p0, turn: angle: expected a finite number of degrees (from -6e10 to 6e10), got Infinity',
      (a) => a.turn(1, Infinity),
    ],
    [
      'p0, turn: angle: expected a finite number of degrees (from -6e10 to 6e10), got 100000000000',
      (a) => a.turn(1e6, 1e11),
    ],
    [
      'p0, moveTo: x: expected a finite number of metres (from -2^30 to 2^30), got NaN',
      (a) => a.moveTo({ x: NaN, y: 0 }, 1, 1),
    ],
    [
      'p0, moveTo: y: expected a finite number of metres (from -2^30 to 2^30), got 1000000000000',
      (a) => a.moveTo({ x: 0, y: 1e12 }, 1, 1),
    ],
    [
      'p0, moveTo: moveSpeed: expected a number of metres per second above 0 (from 2^-30 to 2^30), got 0',
      (a) => a.moveTo(fine, 0, 1),
    ],
    [
      'p0, moveTo: turnSpeed: expected a number of degrees per second above 0 (from 1e-7 to 6e7), got -5',
      (a) => a.moveTo(fine, 1, -5),
    ],
    ['p0, moveTo: destination: expected a place, { x, y }, got nothing', (a) => a.moveTo(undefined as never, 1, 1)],
    [
      'p0, arc: moveSpeed: expected a finite number of metres per second (from -2^30 to 2^30), got NaN',
      (a) => a.arc(NaN, 1),
    ],
    [
      'p0, arc: turnSpeed: expected a finite number of degrees per second (from -6e7 to 6e7), got Infinity',
      (a) => a.arc(1, Infinity),
    ],
    ['p0, arc: duration: expected seconds, 0 or more, got -1', (a) => a.arc(1, 1, { duration: -1 })],
    [
      'p0, drive: left: expected a finite number of metres per second (from -2^30 to 2^30), got NaN',
      (a) => a.drive(NaN, 1, 1),
    ],
    [
      'p0, drive: right: expected a finite number of metres per second (from -2^30 to 2^30), got NaN',
      (a) => a.drive(1, NaN, 1),
    ],
    ['p0, drive: axle: expected a finite number of metres above 0, got 0', (a) => a.drive(1, 1, 0)],
    ['p0, drive: duration: expected seconds, 0 or more, got NaN', (a) => a.drive(1, 1, 1, { duration: NaN })],
    ["robot 0: unknown motion 'fly'; expected one of ", (a) => a.perform({ kind: 'fly' })],
    ["robot 0, motion 'forward' at t = 0: ", (a) => a.forward(1e-6, 1e6)],
  ])('%s…', async (message, move) => {
    await expect(outcomeOf(move)).rejects.toThrow(`p0 Moves failed at t = 0: ${message}`);
  });

  test('an algorithm that catches the error continues, and so does its motion', async () => {
    const log: string[] = [];
    class Careless extends Once {
      protected override async act() {
        const motion = this.actuator.forward(1, 4);
        await this.sleep(1);
        expect(() => this.actuator.forward(-1, 4)).toThrow(
          'p0, forward: moveSpeed: expected a number of metres per second above 0 (from 2^-30 to 2^30), got -1',
        );
        expect(() => this.actuator.perform({ kind: 'fly' })).toThrow('fly');
        log.push(told(await motion));
      }
    }
    const { run, robots } = robotsOf({ algorithm: Careless });
    await run();
    expect(log).toEqual(['finished at 4 (4, 0) 0°']);
    expect(robots[0]!.motionRequests).toBe(1);
  });
});

describe('headings', () => {
  test('are exactly as requested, in degrees in [0, 360), even after a thousand quarter turns', async () => {
    const headings: number[] = [];
    class Turns extends Once {
      protected override async act() {
        for (let n = 0; n < 1000; n++) headings.push((await this.actuator.turn(90, 90)).pose.heading);
      }
    }
    await robotsOf({ algorithm: Turns }).run();
    expect(headings).toEqual(Array.from({ length: 1000 }, (_, n) => (90 * (n + 1)) % 360));
  });

  test('are exact from the initial angle on', async () => {
    const robots = [{ id: 0, radius: 1, x: 0, y: 0, degrees: 15 }];
    expect(await outcomeOf((a) => a.turn(90, 0.1), { robots })).toBe('finished at 0.0011111111 (0, 0) 15.1°');
  });

  test.each([
    [300, 15],
    [3000, 150],
  ])('a robot that turns by 90° at each wall follows the walls: in %d s it bumps %d times', async (seconds, bumps) => {
    let count = 0;
    class Bumper extends AbstractAlgorithm {
      protected async doMotion() {
        const { status } = await this.actuator.forward(10, 1000);
        if (status !== 'collided') return;
        count++;
        await this.actuator.turn(90, 90);
      }
    }
    const area = { minX: 0, minY: 0, maxX: 200, maxY: 200 };
    const places = [[100, 50, 0, 5]] as const;
    await robotsOf({ places, algorithm: Bumper, area, walled: true }).run(seconds);
    expect(count).toBe(bumps);
  });
});
