/**
 * Algorithms that press on each other, composed by a seeded grammar: motions of all kinds, conditions, reactions and
 * waits, in crowds, corridors, rows and rings. Each run must reach its end within a bound on its events, without
 * overlaps, with the same number of collisions in the world and in its records, and be the same run when all lengths and
 * times are scaled by powers of two.
 */
import { createHash } from 'node:crypto';
import { Analyzer } from '@kineko/analysis';
import type { TraceRecord } from '@kineko/formats/trace';
import { closestPointOnSegment, type Vector } from '@kineko/geometry';
import { Random, type RandomStream } from '@kineko/kernel';
import { BasicChannel, SimNetwork } from '@kineko/neko';
import { AbstractAlgorithm } from '@kineko/robotsim';
import { BUILT_IN_SENSORS, sensorOf } from '../src/run/built-in-sensors.js';
import { RobotSystem } from '../src/run/robot-system.js';
import type { AlgorithmClass } from '../src/run/routine.js';
import type { ExactOutcome, ObstacleShape, RobotSpec, World } from '@kineko/world';

/** Powers of two by which a run is scaled. */
export interface Scale {
  readonly length: number;
  readonly time: number;
}

const UNSCALED: Scale = { length: 1, time: 1 };

/** Simulated seconds of a run that is not scaled. */
const SECONDS = 300;
/**
 * Events per robot and τ of the fastest motion, on average over a run. An elastic body may bounce each time it has moved by
 * 1/1024 of its radius: see docs/concepts/time-and-order.md.
 */
const MAX_EVENTS = { stop: 256, bounce: 2048 };
const COLLISION_RECORDS: ReadonlySet<string> = new Set(['touch', 'release', 'motionEnd']);
const MAX_SPEED = 2;
const CHUNK = 64;
/** Allowed overlap: 2^-44 of the lengths involved, and a rounding step of the clock at the speed of approach. */
const OVERLAP = 2 ** -44;

type MotionStep =
  | { readonly do: 'forward'; readonly speed: number; readonly distance: number }
  | { readonly do: 'turn'; readonly rate: number; readonly angle: number }
  | { readonly do: 'moveTo'; readonly to: Target; readonly speed: number; readonly rate: number }
  | { readonly do: 'arc'; readonly speed: number; readonly rate: number; readonly duration: number }
  | { readonly do: 'halveGap'; readonly speed: number };

type Step =
  | MotionStep
  | { readonly do: 'sleep'; readonly seconds: number }
  | { readonly do: 'send' }
  | { readonly do: 'start'; readonly motion: MotionStep; readonly seconds: number }
  | { readonly do: 'ifCollided'; readonly then: readonly Step[] }
  | { readonly do: 'every'; readonly rounds: number; readonly then: readonly Step[] };

type Target = { readonly point: Vector } | { readonly robot: number } | 'self';

interface Program {
  readonly steps: readonly Step[];
  /** Whether a round returns its motion instead of awaiting it. */
  readonly returns: boolean;
  readonly onTouch: MotionStep | undefined;
  readonly onMessage: MotionStep | 'stop' | undefined;
}

interface PressingScene {
  readonly robots: readonly RobotSpec[];
  readonly obstacles: readonly ObstacleShape[];
  readonly side: number;
  readonly walled: boolean;
  readonly response: 'stop' | 'bounce';
  readonly programs: readonly Program[];
}

export interface PressingResult {
  readonly events: number;
  readonly eventsPerRobotAndTau: number;
  readonly delays: number;
  readonly digest: string;
}

/** Runs the scene of a seed to its end; throws if it crawls or overlaps. */
export async function runPressing(seed: number, scale = UNSCALED): Promise<PressingResult> {
  const scene = sceneOf(new Random(seed).stream('scene'));
  const digest = createHash('sha256');
  const analyzer = new Analyzer();
  const system = systemOf(scene, seed, scale, (record) => {
    digest.update(described(record, scale));
    if (COLLISION_RECORDS.has(record.type)) analyzer.add(record);
  });
  const { simulator, world } = system;
  const smallest = Math.min(...scene.robots.map(({ radius }) => radius));
  const taus = (SECONDS * MAX_SPEED) / smallest;
  const maxEvents = MAX_EVENTS[scene.response] * scene.robots.length * taus;
  for (let isOver = false; !isOver;) {
    const { stoppedBy, events, now } = await simulator.run({ until: SECONDS * scale.time, maxEvents: CHUNK });
    checkApart(world, scale);
    if (events > maxEvents) throw new Error(`crawls: ${events} events at t = ${now / scale.time} s`);
    isOver = stoppedBy !== 'events';
  }
  const { collisions } = analyzer.report().totals;
  if (collisions !== world.collisions) throw new Error(`${world.collisions} collisions, in the records ${collisions}`);
  const { events } = simulator;
  const eventsPerRobotAndTau = events / (scene.robots.length * taus);
  return { events, eventsPerRobotAndTau, delays: world.motions.delays, digest: digest.digest('hex') };
}

// Scenes.

function sceneOf(draw: RandomStream): PressingScene {
  const place = pick(draw, [crowd, crowd, corridor, row, ring]);
  const { robots, obstacles, side } = place(draw);
  const kinds = draw.integer(1, 3);
  const programs = Array.from({ length: kinds }, () => programOf(draw, robots.length, side));
  return {
    robots,
    obstacles,
    side,
    walled: draw.uniform() < 0.8,
    response: draw.uniform() < 0.7 ? 'stop' : 'bounce',
    programs: robots.map(() => pick(draw, programs)),
  };
}

type Places = Pick<PressingScene, 'robots' | 'obstacles' | 'side'>;

const radiusIn = (draw: RandomStream): number => pick(draw, [0.5, 1, 1, 1.7, draw.uniform(0.5, 2)]);

/** On a jittered lattice, as dense as a third of the area, among a few obstacles. */
function crowd(draw: RandomStream): Places {
  const perRow = draw.integer(2, 3);
  const cell = draw.uniform(4.1, 8);
  const side = (perRow + 1) * cell;
  const robots: RobotSpec[] = [];
  const obstacles: ObstacleShape[] = [];
  for (let i = 0; i < (perRow + 1) * (perRow + 1); i++) {
    const [x, y] = [((i % (perRow + 1)) + 0.5) * cell, (Math.floor(i / (perRow + 1)) + 0.5) * cell];
    const what = draw.uniform();
    const radius = Math.min(radiusIn(draw), cell / 2 - 0.05);
    const slack = cell / 2 - radius;
    if (what < 0.12) obstacles.push({ kind: 'disc', x, y, radius });
    else if (what < 0.2) obstacles.push({ kind: 'box', x: x - 1, y: y - 0.5, width: 2, height: 1 });
    else if (robots.length < 8 && (what > 0.35 || robots.length === 0)) {
      const jitter = (): number => draw.uniform(-slack, slack);
      robots.push({ id: robots.length, radius, x: x + jitter(), y: y + jitter(), heading: headingIn(draw) });
    }
  }
  return { robots, obstacles, side };
}

/** A row between two long walls that leave little room, or next to none. */
function corridor(draw: RandomStream): Places {
  const radius = radiusIn(draw);
  const room = 2 * radius * (1 + pick(draw, [1e-6, 1e-3, 0.1, 0.5]));
  const side = 40;
  const obstacles: ObstacleShape[] = [
    { kind: 'box', x: 2, y: 20 + room / 2, width: 36, height: 3 },
    { kind: 'box', x: 2, y: 17 - room / 2, width: 36, height: 3 },
  ];
  const robots = Array.from({ length: draw.integer(2, 5) }, (_, id) => {
    return { id, radius, x: 8 + id * 6, y: 20, heading: pick(draw, [0, 180, 90, 45]) * DEGREE };
  });
  return { robots, obstacles, side };
}

/** Side by side with gaps of 1e-3 m to 1e-11 m. */
function row(draw: RandomStream): Places {
  const robots: RobotSpec[] = [];
  let x = 15;
  for (let id = 0; id < draw.integer(3, 6); id++) {
    const radius = radiusIn(draw);
    x += radius;
    robots.push({ id, radius, x, y: 20, heading: pick(draw, [0, 180, 90]) * DEGREE });
    x += radius + 10 ** -draw.uniform(3, 11);
  }
  return { robots, obstacles: [], side: 40 };
}

/** In a circle, each facing the next one or the centre. */
function ring(draw: RandomStream): Places {
  const count = draw.integer(3, 7);
  const facing = pick(draw, [90, 120, 180]);
  const robots = Array.from({ length: count }, (_, id) => {
    const angle = (id * 360) / count;
    const [x, y] = [20 + 6 * Math.cos(angle * DEGREE), 20 + 6 * Math.sin(angle * DEGREE)];
    return { id, radius: 1, x, y, heading: (angle + facing) * DEGREE };
  });
  return { robots, obstacles: [], side: 40 };
}

const DEGREE = Math.PI / 180;
const headingIn = (draw: RandomStream): number => draw.uniform(0, 2 * Math.PI);

// Programs.

function programOf(draw: RandomStream, n: number, side: number): Program {
  const motion = (): MotionStep => motionOf(draw, n, side);
  const reaction = pick(draw, REACTIONS)(draw, motion);
  const steps: Step[] = [motion(), ...reaction];
  if (draw.uniform() < 0.3) steps.push({ do: 'sleep', seconds: draw.uniform(0.01, 2) });
  if (draw.uniform() < 0.3) steps.push(motion());
  return {
    steps,
    returns: draw.uniform() < 0.2,
    onTouch: draw.uniform() < 0.15 ? motion() : undefined,
    onMessage: draw.uniform() < 0.5 ? undefined : draw.uniform() < 0.3 ? 'stop' : motion(),
  };
}

type Reaction = (draw: RandomStream, motion: () => MotionStep) => Step[];

const REACTIONS: readonly Reaction[] = [
  // Press on.
  () => [],
  // React at once by another motion.
  (_, motion) => [{ do: 'ifCollided', then: [motion()] }],
  // Turn by a right angle, or by any.
  (draw) => [{ do: 'ifCollided', then: [turnIn(draw)] }],
  // Back off.
  (draw) => [{ do: 'ifCollided', then: [{ do: 'forward', speed: speedIn(draw), distance: -draw.uniform(0.01, 3) }] }],
  // Count the bumps, then turn away.
  (draw) => [{ do: 'ifCollided', then: [{ do: 'every', rounds: draw.integer(2, 40), then: [turnIn(draw)] }] }],
  // Tell the others.
  (draw) => [{ do: 'ifCollided', then: [{ do: 'send' }, { do: 'sleep', seconds: draw.uniform(0, 0.5) }] }],
  // Rest after a bump.
  (draw) => [{ do: 'ifCollided', then: [{ do: 'sleep', seconds: draw.uniform(0.001, 1) }] }],
  // Begin a motion without waiting for it.
  (draw, motion) => [{ do: 'start', motion: motion(), seconds: draw.uniform(0.05, 1) }],
];

function motionOf(draw: RandomStream, n: number, side: number): MotionStep {
  const speed = speedIn(draw);
  switch (draw.integer(0, 9)) {
    case 0:
    case 1:
    case 2:
      return { do: 'forward', speed, distance: pick(draw, [1000, draw.uniform(0.5, 20), -draw.uniform(0.5, 20)]) };
    case 3:
      return { do: 'forward', speed, distance: pick(draw, [1e-13, -1e-13, 0]) };
    case 4:
      return turnIn(draw);
    case 5:
    case 6:
    case 7:
      return { do: 'moveTo', to: targetIn(draw, n, side), speed, rate: draw.uniform(30, 360) };
    case 8:
      return { do: 'halveGap', speed };
    default:
      return { do: 'arc', speed, rate: draw.uniform(-90, 90), duration: draw.uniform(0.5, 8) };
  }
}

const speedIn = (draw: RandomStream): number => pick(draw, [1, MAX_SPEED, draw.uniform(0.3, MAX_SPEED)]);

function turnIn(draw: RandomStream): MotionStep {
  const angle = pick(draw, [90, -90, 45, 180, draw.uniform(-180, 180)]);
  return { do: 'turn', rate: draw.uniform(30, 360), angle };
}

function targetIn(draw: RandomStream, n: number, side: number): Target {
  switch (draw.integer(0, 4)) {
    case 0:
      return 'self';
    case 1:
    case 2:
      return { robot: draw.integer(0, n - 1) };
    case 3:
      return { point: { x: side / 2, y: side / 2 } };
    default:
      return { point: { x: draw.uniform(0, side), y: draw.uniform(0, side) } };
  }
}

function pick<T>(draw: RandomStream, items: readonly T[]): T {
  return items[draw.integer(0, items.length - 1)]!;
}

// Carrying programs out.

function algorithmOf(program: Program, radii: readonly number[], scale: Scale): AlgorithmClass {
  const speedOf = (speed: number): number => (speed * scale.length) / scale.time;
  return class Composed extends AbstractAlgorithm<{ BUMP: null }> {
    private rounds = 0;
    private last: ExactOutcome | undefined;
    private all: readonly Vector[] = [];
    protected override readonly handlers = { BUMP: () => this.hear() };

    protected override doMotion() {
      this.rounds++;
      if (this.rounds === 1 && program.onTouch !== undefined) {
        const { onTouch } = program;
        this.contactSensor.activate({ exact: true }, () => void this.startMotion(onTouch));
      }
      const [only] = program.steps;
      if (program.returns && program.steps.length === 1 && !needsPositions(only!))
        return this.startMotion(only as MotionStep);
      return this.round();
    }

    private async round(): Promise<void> {
      this.last = undefined;
      await this.carryOut(program.steps);
    }

    private async carryOut(steps: readonly Step[]): Promise<void> {
      for (const step of steps) {
        switch (step.do) {
          case 'sleep':
            await this.sleep(step.seconds * scale.time);
            break;
          case 'send':
            this.broadcast('BUMP', null);
            break;
          case 'start':
            await this.look(step.motion);
            void this.startMotion(step.motion);
            await this.sleep(step.seconds * scale.time);
            break;
          case 'ifCollided':
            if (this.last?.status === 'collided') await this.carryOut(step.then);
            break;
          case 'every':
            if (this.rounds % step.rounds === 0) await this.carryOut(step.then);
            break;
          default:
            await this.look(step);
            this.last = await this.startMotion(step);
        }
      }
    }

    private async look(step: Step): Promise<void> {
      if (needsPositions(step)) this.all = await this.gps.getAllPosition(0);
    }

    private hear(): void {
      if (program.onMessage === 'stop') this.actuator.stop();
      else if (program.onMessage !== undefined) void this.startMotion(program.onMessage);
    }

    private startMotion(step: MotionStep) {
      switch (step.do) {
        case 'forward':
          return this.actuator.forward(speedOf(step.speed), step.distance * scale.length);
        case 'turn':
          return this.actuator.turn(step.rate / scale.time, step.angle);
        case 'moveTo':
          return this.actuator.moveTo(this.placeOf(step.to), speedOf(step.speed), step.rate / scale.time);
        case 'arc':
          return this.actuator.arc(speedOf(step.speed), step.rate / scale.time, {
            duration: step.duration * scale.time,
          });
        case 'halveGap':
          return this.actuator.forward(speedOf(step.speed), this.gap() / 2);
      }
    }

    private placeOf(target: Target): Vector {
      if (target === 'self') return this.all[this.robot.id] ?? ORIGIN;
      if ('robot' in target) return this.all[target.robot] ?? ORIGIN;
      return { x: target.point.x * scale.length, y: target.point.y * scale.length };
    }

    /** Metres to the rim of the nearest robot; nothing below a centimetre, which would be a crawl of the author's own. */
    private gap(): number {
      const own = this.all[this.robot.id];
      if (own === undefined) return scale.length;
      let least = 1000 * scale.length;
      for (const [id, { x, y }] of this.all.entries()) {
        if (id === this.robot.id) continue;
        const reach = (radii[id]! + radii[this.robot.id]!) * scale.length;
        least = Math.min(least, Math.sqrt((x - own.x) ** 2 + (y - own.y) ** 2) - reach);
      }
      return least < 0.01 * scale.length ? 0 : least;
    }
  };
}

const ORIGIN: Vector = { x: 0, y: 0 };

const needsPositions = (step: Step): boolean =>
  step.do === 'halveGap' || (step.do === 'moveTo' && (step.to === 'self' || 'robot' in step.to));

function systemOf(scene: PressingScene, seed: number, scale: Scale, emit: (record: TraceRecord) => void): RobotSystem {
  const { length, time } = scale;
  const radii = scene.robots.map(({ radius }) => radius);
  const algorithms = scene.programs.map((program) => algorithmOf(program, radii, scale));
  const side = scene.side * length;
  return new RobotSystem({
    world: {
      area: { minX: 0, minY: 0, maxX: side, maxY: side },
      walled: scene.walled,
      response: scene.response,
      robots: scene.robots.map((robot) => ({
        ...robot,
        radius: robot.radius * length,
        x: robot.x! * length,
        y: robot.y! * length,
      })),
      obstacles: scene.obstacles.map((shape) => scaled(shape, length)),
    },
    random: new Random(seed),
    networks: (host) => [new SimNetwork(host, new BasicChannel(host, { lambda: 0.25 * time }))],
    initializer: (robot) => {
      const algorithm = new algorithms[robot.id]!(robot);
      algorithm.setId('algorithm');
      algorithm.setSender(robot.network());
      algorithm.launch();
    },
    makeSensor: (robot, name) => sensorOf(BUILT_IN_SENSORS, robot, name),
    emit,
  });
}

function scaled(shape: ObstacleShape, length: number): ObstacleShape {
  if (shape.kind === 'disc') {
    return { kind: 'disc', x: shape.x * length, y: shape.y * length, radius: shape.radius * length };
  }
  if (shape.kind !== 'box') throw new Error(`no ${shape.kind} is drawn`);
  const { x, y, width, height } = shape;
  return { kind: 'box', x: x * length, y: y * length, width: width * length, height: height * length };
}

// Checks.

/** The outcome of a run, independent of its scale. */
function described(record: TraceRecord, { length, time }: Scale): string {
  const at = record.time / time;
  if (record.type === 'motionEnd') {
    return `${at} ${record.robot} ${record.status} ${record.x / length} ${record.y / length} ${record.heading}\n`;
  }
  return 'robot' in record && record.type !== 'warning' ? `${at} ${record.robot} ${record.type}\n` : '';
}

function checkApart(world: World, scale: Scale): void {
  const { robots, obstacles } = world;
  const { now } = world.view;
  const speed = (MAX_SPEED * 4 * scale.length) / scale.time;
  const clock = 4 * speed * now * Number.EPSILON;
  const check = (gap: number, reach: number, size: number, who: string): void => {
    if (gap >= -(OVERLAP * (size + reach) + clock)) return;
    throw new Error(`overlap of ${-gap / scale.length} m, ${who}, at t = ${now / scale.time} s`);
  };
  for (const id of robots) {
    const own = world.poseOf(id);
    const radius = world.radiusOf(id);
    const size = Math.abs(own.x) + Math.abs(own.y);
    for (let other = 0; other < id; other++) {
      const { x, y } = world.poseOf(other);
      const reach = radius + world.radiusOf(other);
      check(Math.hypot(x - own.x, y - own.y) - reach, reach, size, `robots ${other} and ${id}`);
    }
    for (let wall = 0; wall < obstacles.count; wall++) {
      const { x, y } = closestPointOnSegment(obstacles.segment(wall), own);
      check(Math.hypot(x - own.x, y - own.y) - radius, radius, size, `robot ${id} and wall ${wall}`);
    }
    for (let disc = 0; disc < obstacles.discs.length; disc += 3) {
      const [x, y, r] = [obstacles.discs[disc]!, obstacles.discs[disc + 1]!, obstacles.discs[disc + 2]!];
      check(Math.hypot(x - own.x, y - own.y) - radius - r, radius + r, size, `robot ${id} and disc ${disc / 3}`);
    }
  }
}
