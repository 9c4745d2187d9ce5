/** The state of a run: positions, sensor readings, and the cycles for the log. */
import { expected } from '@kineko/formats/problem';
import { CycleContacts, type DeecoMove } from '../../format/log/move-records.js';
import type { DeecoCycle } from '../../format/log/log.js';
import type { CycleEngine } from '../engine/cycle-engine.js';
import { Action, CollisionData, COLLISIONS } from './action.js';
import { movesOf } from './moves.js';
import type { ObjectPlacement, RobotPlacement, SensoryInputsProcessor } from './sensory-inputs-processor.js';

export interface SensorLayer {
  readonly name: string;
  readonly processor: SensoryInputsProcessor;
}

/** The action and tag of a robot for a cycle. */
export interface RobotData {
  readonly action: Action;
  readonly tag: string | null;
}

export interface ObjectData {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly tag: string | null;
}

type Placed<T> = { -readonly [K in keyof T]: T[K] };
type PlacedRobot = Placed<Omit<RobotPlacement, 'currentAction'>> & { currentAction: Action | undefined };

export interface EnvironmentOptions {
  readonly engine: CycleEngine;
  readonly robots: readonly Omit<RobotPlacement, 'currentAction'>[];
  readonly objects: readonly ObjectPlacement[];
  readonly layers: readonly SensorLayer[];
  /** Called at the start of every cycle, with the data fetched for it. */
  readonly onCycle: (cycle: DeecoCycle) => void;
  /** Called with the moves of every cycle. */
  readonly onMoves?: ((moves: readonly DeecoMove[]) => void) | undefined;
}

export class Environment {
  private readonly robots: readonly PlacedRobot[];
  private readonly objects: readonly Placed<ObjectPlacement>[];
  private readonly readingsByLayer = new Map<string, readonly unknown[]>();
  private status = '';
  private currentCycle = 0;
  /** Contacts that ended a move, counted once per pair. */
  private collisionCount = 0;
  private readonly contacts = new CycleContacts();
  private moveCount = 0;

  constructor(private readonly options: EnvironmentOptions) {
    this.robots = options.robots.map((robot) => ({ ...robot, currentAction: undefined }));
    this.objects = options.objects.map((object) => ({ ...object }));
  }

  get cycle(): number {
    return this.currentCycle;
  }

  get collisions(): number {
    return this.collisionCount;
  }

  get moves(): number {
    return this.moveCount;
  }

  /** The last reading of a layer for a robot. */
  readonly readings = (layer: string, robot: number): unknown => this.readingsByLayer.get(layer)?.[robot];

  /** The position of a component; robots come first, then objects. */
  positionOf(component: number): { readonly x: number; readonly y: number } {
    return this.robots[component] ?? this.objects[component - this.robots.length]!;
  }

  setRobots(data: readonly (RobotData | undefined)[]): void {
    for (const [i, robot] of this.robots.entries()) {
      const fetched = data[i];
      if (fetched === undefined) throw new Error(`robot ${i} has sent no action for cycle ${this.currentCycle}`);
      requireRobotData(fetched, `robot ${i} (${robot.type}) in cycle ${this.currentCycle}`);
      robot.currentAction = fetched.action;
      robot.tag = fetched.tag ?? '';
    }
  }

  setObjects(data: readonly (ObjectData | undefined)[]): void {
    for (const [i, object] of this.objects.entries()) {
      const fetched = data[i];
      if (fetched === undefined) throw new Error(`object ${i} has sent no position for cycle ${this.currentCycle}`);
      requireTag(fetched.tag, `object ${i} (${object.type}) in cycle ${this.currentCycle}`);
      const { x, y, size, tag } = fetched;
      Object.assign(object, { x, y, size, tag: tag ?? '' });
    }
  }

  setStatus(status: string): void {
    if (typeof status !== 'string') throw new Error(`status: ${expected('a string or null', status)}`);
    this.status = status;
  }

  /** Reports the state, moves the robots and updates the readings of the layers. */
  computeNextCycle(): void {
    this.options.onCycle(this.snapshot());
    this.move();
    for (const { name, processor } of this.options.layers) {
      const readings: unknown = processor.sendInputs(this.robots as readonly RobotPlacement[], this.objects);
      if (!Array.isArray(readings) || readings.length !== this.robots.length) {
        const what = expected(`${this.robots.length} readings, one per robot`, readings);
        throw new Error(`sensor layer ${name} in cycle ${this.currentCycle}: ${what}`);
      }
      this.readingsByLayer.set(name, readings as readonly unknown[]);
    }
    this.currentCycle++;
  }

  private snapshot(): DeecoCycle {
    return {
      cycle: this.currentCycle,
      status: this.status,
      robots: this.robots.map(({ x, y, angle, tag }) => ({ x, y, angle, tag })),
      objects: this.objects.map(({ x, y, size, tag }) => ({ x, y, size, tag })),
    };
  }

  private move(): void {
    const actions = this.robots.map(({ currentAction }) => currentAction!);
    const outcomes = this.options.engine.performActions(this.robots, actions);
    const moves = movesOf(this.robots, actions, outcomes);
    this.moveCount += moves.length;
    this.collisionCount += this.contacts.take(moves).touched.length;
    this.options.onMoves?.(moves);
    const readings = outcomes.map(({ x, y, angle, degree, collisionPoints }, i) => {
      const action = actions[i]!;
      action.degreeOfRealization = degree;
      Object.assign(this.robots[i]!, { x, y, angle });
      return new CollisionData(action, collisionPoints);
    });
    this.readingsByLayer.set(COLLISIONS, readings);
  }
}

/** Wheels may return any Action, even with NaN, which the playground writes to its log; but nothing else. */
function requireRobotData({ action, tag }: RobotData, where: string): void {
  const given: unknown = action;
  if (!(given instanceof Action)) throw new Error(`${where}: action of the wheels: ${expected('an Action', given)}`);
  requireTag(tag, where);
}

function requireTag(tag: unknown, where: string): void {
  if (typeof tag !== 'string' && tag !== null) throw new Error(`${where}: tag: ${expected('a string or null', tag)}`);
}
