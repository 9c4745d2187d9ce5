/** The world of a run: where everything is, what the sensors read, and what the log is told of it. */
import { CycleContacts } from '../../format/log/cycle-contacts.js';
import type { DeecoCycle } from '../../format/log/log.js';
import type { DeecoMove } from '../../format/log/move-records.js';
import type { CycleEngine } from '../engine/cycle-engine.js';
import { Action, CollisionData, COLLISIONS } from './action.js';
import { movesOf } from './moves.js';
import type { ObjectPlacement, RobotPlacement, SensoryInputsProcessor } from './sensory-inputs-processor.js';

export interface Layer {
  readonly name: string;
  readonly processor: SensoryInputsProcessor;
}

/** What a robot wants in a cycle. */
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
  readonly layers: readonly Layer[];
  /** Told of every cycle as it begins, with what was fetched for it. */
  readonly onCycle: (cycle: DeecoCycle) => void;
  /** Told of who went where in it. */
  readonly onMoves?: ((moves: readonly DeecoMove[]) => void) | undefined;
}

export class Environment {
  private readonly options: EnvironmentOptions;
  private readonly robots: readonly PlacedRobot[];
  private readonly objects: readonly Placed<ObjectPlacement>[];
  private readonly readingsByLayer = new Map<string, readonly unknown[]>();
  private status = '';
  private currentCycle = 0;
  /** Moves that did not get all of the way, as pairs. */
  private collisionCount = 0;
  private readonly contacts = new CycleContacts();
  private moveCount = 0;

  constructor(options: EnvironmentOptions) {
    this.options = options;
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

  /** What a layer has read last for a robot. */
  readonly readings = (layer: string, robot: number): unknown => this.readingsByLayer.get(layer)?.[robot];

  /** Where a component is: robots first, then objects. */
  positionOf(component: number): { readonly x: number; readonly y: number } {
    return this.robots[component] ?? this.objects[component - this.robots.length]!;
  }

  setRobots(data: readonly (RobotData | undefined)[]): void {
    for (const [i, robot] of this.robots.entries()) {
      const fetched = data[i];
      if (fetched === undefined)
        throw new Error(`robot ${i} has told nobody what it does in cycle ${this.currentCycle}`);
      requireRobotData(fetched, `robot ${i} (${robot.type}) in cycle ${this.currentCycle}`);
      robot.currentAction = fetched.action;
      robot.tag = fetched.tag ?? '';
    }
  }

  setObjects(data: readonly (ObjectData | undefined)[]): void {
    for (const [i, object] of this.objects.entries()) {
      const fetched = data[i];
      if (fetched === undefined)
        throw new Error(`object ${i} has told nobody where it is in cycle ${this.currentCycle}`);
      requireTag(fetched.tag, `object ${i} (${object.type}) in cycle ${this.currentCycle}`);
      const { x, y, size, tag } = fetched;
      Object.assign(object, { x, y, size, tag: tag ?? '' });
    }
  }

  setStatus(status: string): void {
    if (typeof status !== 'string') throw new Error(`the status is ${String(status)}; right would be a text, or null`);
    this.status = status;
  }

  /** Tells how things stand, moves everybody, has the layers read. */
  computeNextCycle(): void {
    this.options.onCycle(this.snapshot());
    this.move();
    for (const { name, processor } of this.options.layers) {
      const readings: unknown = processor.sendInputs(this.robots as readonly RobotPlacement[], this.objects);
      if (!Array.isArray(readings) || readings.length !== this.robots.length) {
        const what = Array.isArray(readings) ? `${readings.length} readings` : `${String(readings)} for readings`;
        throw new Error(
          `sensor layer ${name} has ${what} in cycle ${this.currentCycle}; ` +
            `right would be ${this.robots.length}, one for each robot`,
        );
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

/** What authors' wheels say is theirs, even NaN, which the playground puts on record; but it must be an action. */
function requireRobotData({ action, tag }: RobotData, who: string): void {
  const given: unknown = action;
  if (!(given instanceof Action)) throw new Error(`${who}: its wheels want ${String(given)}; right would be an Action`);
  requireTag(tag, who);
}

function requireTag(tag: unknown, who: string): void {
  if (typeof tag === 'string' || tag === null) return;
  throw new Error(`${who}: its tag is of type ${typeof tag}; right would be a text, or null`);
}
