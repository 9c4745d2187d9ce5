import { CollisionPairs, type RecordHandler } from '@kineko/formats/trace';
import { type Box, closestPointOnSegment, cos, type Leg, type Pose, sin, type Vector } from '@kineko/geometry';
import type { Random, Simulator, SlotQueue } from '@kineko/kernel';
import { AnalyticDynamics } from './dynamics/analytic.js';
import type { Dynamics, DynamicsListener } from './dynamics/dynamics.js';
import type { RigidPhysics } from './dynamics/rigid/physics.js';
import { RigidDynamics } from './dynamics/rigid/rigid.js';
import { EffectorManager } from './managers/effector-manager.js';
import { EventManager } from './managers/event-manager.js';
import { MotionManager } from './managers/motion-manager.js';
import { SensorManager } from './managers/sensor-manager.js';
import { arc } from './motion/arc.js';
import { forward } from './motion/forward.js';
import { glide } from './motion/glide.js';
import type { AnyMotionModule } from './motion/motion-module.js';
import { moveTo } from './motion/move-to.js';
import { turn } from './motion/turn.js';
import { FIXED_DISC_LENGTH, type Obstacles } from './obstacles/obstacles.js';
import { ReadingBudget } from './sensors/reading-budget.js';
import { canSee } from './sensors/sight.js';
import { thicknessBetween } from './sensors/thickness.js';
import type { Party, WorldObject, WorldView } from './world-view.js';
import { BodyRecords } from './records/body-records.js';
import { shapesOnRecord } from './records/trace-shape.js';
import { traceLegOf } from './records/trace-leg.js';
import { Positions } from './positions.js';
import { Pushables } from './pushables.js';
import { RobotFeatures } from './robot-features.js';
import {
  isRigid,
  objectsOf,
  obstaclesOf,
  type PlacedRobot,
  placedRobots,
  WorldError,
  type WorldSpec,
} from './world-spec.js';

/** Cosine of an angle: a robot that moves along its contact, within this tolerance, is not held up by it. */
const HELD_UP = 1e-6;

export interface WorldOptions {
  readonly simulator: Simulator;
  /** Random streams for placement and for the noise of sensors. */
  readonly random: Random;
  /** Motion modules besides turn, forward, moveTo and arc. */
  readonly modules?: readonly AnyMotionModule[];
  /** Takes the records; without it, none are created. */
  readonly emit?: RecordHandler;
  /** Required for worlds with pushables: see `loadRigidPhysics`. */
  readonly physics?: RigidPhysics | undefined;
  /**
   * The result of `placedRobots`, if it is known for this specification and these random streams; the robots of the
   * specification are not read then.
   */
  readonly placed?: readonly PlacedRobot[] | undefined;
  /** Bytes that are available, to refuse readings that do not fit. Default: not limited. */
  readonly memory?: number | undefined;
  /** Options that affect only the speed. */
  readonly queue?: SlotQueue;
  readonly cellsPerSpacing?: number;
}

/**
 * Robots, obstacles and objects, and the managers through which robots act: motions, sensors, effectors, events. Only the
 * managers change the state.
 */
export class World {
  readonly motions: MotionManager;
  readonly sensors: SensorManager;
  readonly effectors: EffectorManager;
  readonly events: EventManager;
  readonly objects: readonly WorldObject[];
  /** Ids, in ascending order. */
  readonly robots: readonly number[];
  readonly area: Box | undefined;
  /** The world as sensors see it, for observers other than robots. */
  readonly view: WorldView;
  private readonly dynamics: Dynamics;
  private readonly pushables: Pushables;
  private readonly features: RobotFeatures;
  private readonly positions: Positions;
  private readonly simulator: Simulator;
  private readonly emit: RecordHandler | undefined;
  private readonly records: BodyRecords | undefined;
  private readonly pairs = new CollisionPairs();
  private collisionCount = 0;

  constructor(spec: WorldSpec, options: WorldOptions) {
    const { simulator, random, modules = [], emit, queue, cellsPerSpacing } = options;
    this.simulator = simulator;
    this.emit = emit;
    this.records = emit && new BodyRecords(emit);
    this.area = spec.area;
    this.objects = objectsOf(spec);
    const standing = obstaclesOf(spec);
    this.pushables = new Pushables(standing, spec.pushables ?? []);
    // Robots must not overlap pushables either.
    const placed = options.placed ?? placedRobots(spec, random, this.pushables.obstaclesAt(simulator.now));
    this.robots = placed.map(({ id }) => id);
    this.features = new RobotFeatures(placed);
    const listener = this.listener();
    this.dynamics = isRigid(spec)
      ? this.rigidDynamics(spec, placed, standing, options, listener)
      : new AnalyticDynamics(
          placed,
          {
            response: spec.response ?? 'stop',
            walls: standing.records,
            discs: standing.discs,
            ...(spec.area !== undefined && { area: spec.area }),
            ...(queue !== undefined && { queue }),
            ...(cellsPerSpacing !== undefined && { cellsPerSpacing }),
          },
          listener,
        );
    simulator.attach(this.dynamics);
    const { dynamics } = this;
    this.positions = new Positions(this.robots.length, (places, now) => dynamics.readPositions(places, now));
    const view = (this.view = this.makeView());
    const obstacleOf = (fixture: number): number => this.pushables.obstacleOf(fixture);
    const radiusOf = (robot: number): number => this.radiusOf(robot);
    const onCollided = (robot: number, { kind, id }: Party, now: number): void => {
      if (this.pairs.ended(robot, kind, id, now)) this.collisionCount++;
    };
    this.motions = new MotionManager({ simulator, dynamics, radiusOf, obstacleOf, onCollided, emit }, [
      turn,
      forward,
      moveTo,
      arc,
      // It came later than modules of authors with this name, which replace it.
      ...(modules.some(({ kind }) => kind === glide.kind) ? [] : [glide]),
      ...modules,
    ]);
    this.sensors = new SensorManager({
      simulator,
      world: view,
      random,
      interrupt: (robot, by) => this.motions.interrupt(robot, by),
      watch: (robot, range, onEntry) => dynamics.watch(robot, range, simulator.now, onEntry),
      readings: options.memory === undefined ? undefined : new ReadingBudget(options.memory),
      ...(emit !== undefined && { emit }),
    });
    this.effectors = new EffectorManager({ simulator, ...(emit !== undefined && { emit }) });
    this.events = new EventManager(simulator, this.dynamics, this.motions, obstacleOf);
    if (emit !== undefined) this.recordBeginning(spec, placed, emit);
  }

  /** All obstacles now: fixed ones, then the hulls of pushables at their present poses. */
  get obstacles(): Obstacles {
    return this.pushables.obstaclesAt(this.simulator.now);
  }

  /** Pose of the centre of mass of a pushable now. */
  poseOfPushable(index: number): Pose {
    return this.pushables.poseOf(index, this.simulator.now);
  }

  /** Contacts that ended at least one motion, counted once per pair from touch to release. */
  get collisions(): number {
    return this.collisionCount;
  }

  /** Whether robots have asked for the list of all positions, which they share. */
  get sharesPositions(): boolean {
    return this.positions.areShared;
  }

  /** Pose of a robot now, also in the middle of a motion. */
  poseOf(robot: number): Pose {
    return this.dynamics.poseOf(robot, this.simulator.now);
  }

  /** The heading of a robot now, in degrees in [0, 360): exactly as requested, where it stands or goes straight. */
  headingOf(robot: number): number {
    return this.dynamics.headingOf(robot, this.simulator.now);
  }

  /** The present leg of a robot. */
  legOf(robot: number): Leg {
    return this.dynamics.legOf(robot);
  }

  radiusOf(robot: number): number {
    return this.features.radiusOf(robot);
  }

  tagOf(robot: number): string {
    return this.features.tagOf(robot);
  }

  setTag(robot: number, tag: string): void {
    this.features.setTag(robot, tag);
  }

  /** The parties that a robot touches, robots first, in the order of ids. */
  touching(robot: number): Party[] {
    const { bodies, fixtures } = this.dynamics.touchingOf(robot);
    if (bodies.length === 0 && fixtures.length === 0) return [];
    const obstacles = new Set(fixtures.map((fixture) => this.pushables.obstacleOf(fixture)));
    return [
      ...bodies.map((id): Party => ({ kind: 'robot', id })),
      ...[...obstacles].sort((a, b) => a - b).map((id): Party => ({ kind: 'obstacle', id })),
    ];
  }

  /** Whether a robot touches a party that it would run into, by more than sliding, if it drove along its heading at a speed. */
  isHeldUp(robot: number, speed: number): boolean {
    const { bodies, fixtures } = this.dynamics.touchingOf(robot);
    if (bodies.length === 0 && fixtures.length === 0) return false;
    const own = this.poseOf(robot);
    const vx = speed * cos(own.heading);
    const vy = speed * sin(own.heading);
    const least = HELD_UP * Math.sqrt(vx * vx + vy * vy);
    const isAhead = ({ x, y }: Vector): boolean => {
      const [dx, dy] = [x - own.x, y - own.y];
      return dx * vx + dy * vy > least * Math.sqrt(dx * dx + dy * dy);
    };
    return (
      bodies.some((id) => isAhead(this.poseOf(id))) || fixtures.some((fixture) => isAhead(this.nearestOf(fixture, own)))
    );
  }

  /** Records a warning. */
  warn(text: string, robot?: number): void {
    this.emit?.({ type: 'warning', time: this.simulator.now, ...(robot !== undefined && { robot }), text });
  }

  /** Whether no obstacle is between the centres of two robots now. */
  isVisible(a: number, b: number): boolean {
    return canSee(this.obstacles, this.poseOf(a), this.poseOf(b));
  }

  /** Metres of solid obstacles between the centres of two robots now. */
  thicknessBetween(a: number, b: number): number {
    return thicknessBetween(this.obstacles, this.poseOf(a), this.poseOf(b));
  }

  private makeView(): WorldView {
    const { simulator, dynamics, pushables, objects, robots } = this;
    const { positions } = this;
    return {
      get now() {
        return simulator.now;
      },
      get positions() {
        return positions.now(simulator.now);
      },
      robots,
      largestRadius: this.features.largestRadius,
      get obstacles() {
        return pushables.obstaclesAt(simulator.now);
      },
      objects,
      poseOf: (robot) => this.poseOf(robot),
      readPositions: (some, places) => dynamics.readPositions(places, simulator.now, some),
      headingOf: (robot) => this.headingOf(robot),
      radiusOf: (robot) => this.radiusOf(robot),
      tagOf: (robot) => this.tagOf(robot),
      robotsWithin: (x, y, metres) => dynamics.bodiesWithin(x, y, metres, simulator.now),
      touching: (robot) => this.touching(robot),
    };
  }

  private rigidDynamics(
    spec: WorldSpec,
    placed: readonly PlacedRobot[],
    standing: Obstacles,
    { physics }: WorldOptions,
    listener: DynamicsListener,
  ): Dynamics {
    if (physics === undefined) {
      throw new WorldError([
        'a world with pushables needs the physics engine: await loadRigidPhysics() and pass it as `physics`',
      ]);
    }
    const { pushables, emit } = this;
    const dynamics = new RigidDynamics(
      placed,
      {
        ...spec.rigid,
        physics,
        walls: standing.records,
        discs: standing.discs,
        isSolid: spec.response !== 'none',
        pushables: spec.pushables ?? [],
      },
      {
        ...listener,
        onPushableLeg: (index, leg, time) => {
          pushables.moves(index, leg);
          if (emit === undefined) return;
          emitPushable(pushables, index, leg, time, emit);
        },
      },
    );
    for (const [index, { leg }] of dynamics.pushables.entries()) pushables.moves(index, leg);
    return dynamics;
  }

  private listener(): DynamicsListener {
    const { records } = this;
    return {
      ...(records !== undefined && { onLeg: (robot, leg, time) => records.leg(robot, leg, time) }),
      onNextLeg: (robot, now) => this.motions.nextLegBegan(robot, now),
      onDone: (robot, end, now) => this.motions.done(robot, end, now),
      onTouch: (low, high, now) => {
        this.notifyTouch(low, 'robot', high, now);
        this.sensors.touched(high, 'robot', low, now);
      },
      onRelease: (low, high, now) => {
        this.notifyRelease(low, 'robot', high, now);
        this.sensors.released(high, 'robot', low);
      },
      onFixtureTouch: (robot, fixture, now) => {
        this.notifyTouch(robot, 'obstacle', this.pushables.obstacleOf(fixture), now);
      },
      onFixtureRelease: (robot, fixture, now) => {
        this.notifyRelease(robot, 'obstacle', this.pushables.obstacleOf(fixture), now);
      },
    };
  }

  private notifyTouch(robot: number, kind: Party['kind'], id: number, time: number): void {
    this.records?.touch(robot, kind, id, time);
    this.pairs.touched(robot, kind, id);
    this.sensors.touched(robot, kind, id, time);
  }

  private notifyRelease(robot: number, kind: Party['kind'], id: number, time: number): void {
    this.records?.release(robot, kind, id, time);
    this.pairs.released(robot, kind, id);
    this.sensors.released(robot, kind, id);
  }

  private recordBeginning(spec: WorldSpec, robots: readonly PlacedRobot[], emit: RecordHandler): void {
    const time = this.simulator.now;
    const { area, walled = false, response = 'stop' } = spec;
    emit({
      type: 'world',
      time,
      ...(area !== undefined && { area: [area.minX, area.minY, area.maxX, area.maxY] }),
      walled,
      response,
    });
    for (const [obstacle, shape] of this.obstacles.shapes.entries()) {
      const name = shape.name ?? '';
      for (const part of shapesOnRecord(shape)) emit({ type: 'obstacle', time, obstacle, name, shape: part });
    }
    for (const [index, leg] of this.pushables.legs.entries()) emitPushable(this.pushables, index, leg, time, emit);
    for (const { id, ...object } of this.objects) emit({ type: 'object', time, object: id, ...object });
    for (const { id, x, y, heading, radius, tag } of robots) {
      emit({ type: 'robot', time, robot: id, radius, x, y, heading, tag });
    }
  }

  /** The nearest point of a fixture; for a disc its centre, which is in the same direction. */
  private nearestOf(fixture: number, place: Vector): Vector {
    const { standing } = this.pushables;
    if (fixture < standing.count) return closestPointOnSegment(standing.segment(fixture), place);
    const at = (fixture - standing.count) * FIXED_DISC_LENGTH;
    // Pushables do not hold robots up.
    return at < standing.discs.length ? { x: standing.discs[at]!, y: standing.discs[at + 1]! } : place;
  }
}

/** Each hull is a separate obstacle. */
function emitPushable(pushables: Pushables, index: number, leg: Leg, time: number, emit: RecordHandler): void {
  const { x, y, heading } = pushables.originOf(index);
  const onRecord = traceLegOf(leg);
  for (const obstacle of pushables.obstaclesOf(index)) {
    emit({ type: 'obstacleLeg', time, obstacle, from: [x, y, heading], leg: onRecord });
  }
}
