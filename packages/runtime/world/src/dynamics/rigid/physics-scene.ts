/** The bodies in the physics engine, with indices that do not depend on its tables. */
import { inputError } from '@kineko/formats/problem';
import { cos, sin, type Vector, WALL_LENGTH } from '@kineko/geometry';
import type { Collider, EventQueue, RigidBody, World as PhysicsWorld } from '@dimforge/rapier2d-deterministic-compat';
import type { BodySpec } from '../dynamics.js';
import { Pushed, RigidRobot } from './bodies.js';
import type { Grip } from './ground.js';
import type { RigidPhysics } from './physics.js';
import { massOf, type PushableSpec } from './pushable.js';
import { shrunk } from './shrunk.js';
import { STEP_SECONDS } from './step-leg.js';

/** Iterations of the solver, and passes in each: enough for pushes through chains and for opposing pushes to balance. */
const ITERATIONS = 12;
const PASSES = 4;
/** Metres; so large that even a fast body collides within the step, and not one step later inside the other body. */
const FAR = 1_073_741_824;
/** In diameters of the largest robot: distance at which contacts of slow bodies are detected. */
const PREDICTION = 0.002;
/** In diameters of the largest robot: skin of pushables, several times the overlap that the physics allows. */
const SKIN = 1 / 128;
/** In diameters of the largest robot; somewhat above the overlap that the physics allows. */
const TOUCH_GAP = 1 / 512;

export const GRAVITY = 9.81;

export interface RigidSettings {
  /** Acceleration (m/s²) that presses everything to the ground. Default: 9.81. */
  readonly gravity?: number;
  /** Mass of a robot per square metre. Default: 1. */
  readonly robotDensity?: (robot: number) => number;
  /** Traction of the wheels: a robot pushes with at most traction × its weight. Default: 0.8. */
  readonly traction?: (robot: number) => number;
  /** Whether a motion ends when its robot runs into something that does not give way. Default: true. */
  readonly endsAtContact?: boolean;
}

export interface RigidOptions extends RigidSettings {
  readonly physics: RigidPhysics;
  /** Walls and discs as for the analytic dynamics. */
  readonly walls?: Float64Array;
  readonly discs?: Float64Array;
  /** Whether bodies obstruct each other. Default: true. */
  readonly isSolid?: boolean;
  readonly pushables?: readonly PushableSpec[];
}

export class PhysicsScene {
  readonly world: PhysicsWorld;
  readonly robots: readonly RigidRobot[];
  readonly pushables: readonly Pushed[];
  /** The pairs that pressed each other in a step. */
  readonly events: EventQueue;
  /** Colliders of robots, then of pushables, then of walls and discs. */
  readonly colliders: readonly Collider[];
  /** Index of a collider by handle. */
  readonly indexes = new Map<number, number>();
  /** The pushable that a collider is part of, by index. */
  readonly pushedOf: readonly (Pushed | undefined)[];
  /** Metres: bodies this close at the beginning of a step touch; bodies farther apart run into each other. */
  readonly touchGap: number;
  private readonly activeCount: number;
  private readonly fixtureCount: number;

  /** @param bodies In the order of ids. */
  constructor(
    bodies: readonly BodySpec[],
    private readonly options: RigidOptions,
  ) {
    const { physics, walls = new Float64Array(0), discs = new Float64Array(0), pushables = [] } = options;
    this.world = new physics.World({ x: 0, y: 0 });
    this.events = new physics.EventQueue(true);
    this.world.timestep = STEP_SECONDS;
    this.world.numSolverIterations = ITERATIONS;
    this.world.numInternalPgsIterations = PASSES;
    this.world.integrationParameters.normalizedPredictionDistance = PREDICTION;
    this.world.lengthUnit = 2 * bodies.reduce((largest, { radius }) => Math.max(largest, radius), 0) || 1;
    this.touchGap = TOUCH_GAP * this.world.lengthUnit;
    this.robots = bodies.map((spec) => this.makeRobot(spec));
    this.pushables = pushables.map((spec, index) => this.makePushable(spec, spec.name ?? `pushable ${index}`));
    const pushed = this.pushables.flatMap((each) => each.colliders.map((collider) => ({ collider, each })));
    const active = [...this.robots.map(({ collider }) => collider), ...pushed.map(({ collider }) => collider)];
    this.pushedOf = [...this.robots.map(() => undefined), ...pushed.map(({ each }) => each)];
    const fixtures = this.makeFixtures(walls, discs);
    this.activeCount = active.length;
    this.fixtureCount = fixtures.length;
    this.colliders = [...active, ...fixtures];
    for (const [index, { handle }] of this.colliders.entries()) this.indexes.set(handle, index);
  }

  /** Number of the fixture of a collider: walls and discs first, then the hulls of pushables. */
  fixtureOf(index: number): number {
    return index >= this.activeCount ? index - this.activeCount : this.fixtureCount + index - this.robots.length;
  }

  private makeRobot(spec: BodySpec): RigidRobot {
    const { physics, robotDensity } = this.options;
    const body = this.world.createRigidBody(
      physics.RigidBodyDesc.dynamic()
        .setTranslation(spec.x, spec.y)
        .lockRotations()
        .setCanSleep(false)
        .setCcdEnabled(true)
        .setSoftCcdPrediction(FAR),
    );
    const desc = physics.ColliderDesc.ball(spec.radius).setDensity(robotDensity?.(spec.id) ?? 1);
    return new RigidRobot(spec.id, spec.radius, spec, body, this.collider(desc, body));
  }

  private makePushable(spec: PushableSpec, subject: string): Pushed {
    const { physics, gravity = GRAVITY } = this.options;
    const { x, y, heading = 0, hulls, staticFriction = 0.3, kineticFriction = 0.3, velocity } = spec;
    const { mass, centre, inertia, lever } = massOf(spec);
    const grip: Grip = {
      mass,
      inertia,
      lever,
      resting: staticFriction * gravity,
      sliding: kineticFriction * gravity,
    };
    const offset = turned(centre, heading);
    const pose = { x: x + offset.x, y: y + offset.y, heading };
    const desc = velocity === undefined ? physics.RigidBodyDesc.fixed() : physics.RigidBodyDesc.dynamic();
    const body = this.world.createRigidBody(
      desc.setTranslation(pose.x, pose.y).setRotation(heading).setCanSleep(false).setSoftCcdPrediction(FAR),
    );
    // The colliders are smaller than the hulls, so the body gets the mass.
    body.setAdditionalMassProperties(mass, { x: 0, y: 0 }, inertia, true);
    const colliders = hulls.map((hull, index) => {
      const { corners, skin } = shrunk(hull, SKIN * this.world.lengthUnit);
      const numbers = corners.flatMap((corner) => [corner.x - centre.x, corner.y - centre.y]);
      try {
        const shape = physics.ColliderDesc.convexHull(Float32Array.from(numbers))!;
        return this.collider(shape.setDensity(0).setContactSkin(skin), body);
      } catch {
        // The physics computes in 32-bit numbers, ignores corners that are almost straight, and fails if nothing is left.
        const what = 'too thin, too small or too round';
        throw inputError(`hull ${index} of ${subject}: ${what}: expected a hull that can be pushed`);
      }
    });
    const pushed = new Pushed(spec, grip, pose, body, colliders);
    if (velocity !== undefined) {
      pushed.velocity = { x: velocity.x, y: velocity.y, turn: velocity.turnRate };
      pushed.direction = pushed.velocity;
      pushed.isHeld = false;
    }
    return pushed;
  }

  private makeFixtures(walls: Float64Array, discs: Float64Array): Collider[] {
    const { physics } = this.options;
    const colliders: Collider[] = [];
    for (let w = 0; w < walls.length; w += WALL_LENGTH) {
      const [a, b] = [
        { x: walls[w]!, y: walls[w + 1]! },
        { x: walls[w + 2]!, y: walls[w + 3]! },
      ];
      colliders.push(this.collider(physics.ColliderDesc.segment(a, b)));
    }
    for (let d = 0; d < discs.length; d += 3) {
      colliders.push(this.collider(physics.ColliderDesc.ball(discs[d + 2]!).setTranslation(discs[d]!, discs[d + 1]!)));
    }
    return colliders;
  }

  /** Frictionless: an off-centre push rotates the body. */
  private collider(desc: InstanceType<RigidPhysics['ColliderDesc']>, body?: RigidBody): Collider {
    const { physics, isSolid } = this.options;
    desc
      .setFriction(0)
      .setRestitution(0)
      .setSensor(isSolid === false);
    if (body !== undefined)
      desc.setActiveEvents(physics.ActiveEvents.CONTACT_FORCE_EVENTS).setContactForceEventThreshold(0);
    return this.world.createCollider(desc, body);
  }
}

function turned({ x, y }: Vector, angle: number): Vector {
  const [c, s] = [cos(angle), sin(angle)];
  return { x: c * x - s * y, y: s * x + c * y };
}
