/** The component that makes cycles of milliseconds: it waits, has everybody's data fetched, and lets the environment go on. */
import { type Process, process } from '../runtime/process.js';
import type { Environment, ObjectData, RobotData } from './environment.js';
import { CLONE } from '../runtime/clone.js';
import { Ensemble } from '../runtime/ensemble.js';
import type { DEECoObject } from './deeco-object.js';
import type { DEECoRobot } from './deeco-robot.js';

export type Phase = 'WAITING' | 'FETCHING' | 'PROCESSING';

/** What it knows; ensembles may set `status` and `endSignal`. */
export class Coordinator {
  id = 'Coordinator';
  phase: Phase = 'WAITING';
  robotData = new Fetched<RobotData>();
  objectData = new Fetched<ObjectData>();
  numOfRobots: number;
  numOfObjects: number;
  counter = 0;
  /** The number of the cycle that comes next, or is being fetched. */
  cycle = 0;
  /** Ends the run: the cycle in which it is noticed is the last one. */
  endSignal = false;
  /** A line for people; null leaves it as it is. */
  status: string | null = null;

  constructor(robots: number, objects: number) {
    this.numOfRobots = robots;
    this.numOfObjects = objects;
  }
}

export interface CoordinatorOptions {
  readonly environment: Environment;
  /** Milliseconds of waiting in a cycle. */
  readonly processingTime: number;
  /** Called after a cycle; `isSignalled` if somebody has asked for the end. */
  readonly afterCycle: (isSignalled: boolean) => void;
}

/** A cycle is processed in the millisecond after it was fetched, at once: components never see it half done. */
export function cycleProcess({ environment, processingTime, afterCycle }: CoordinatorOptions): Process {
  return process<Coordinator>()(
    {
      name: 'cycle',
      in: ['endSignal', 'status'],
      inout: ['phase', 'counter', 'cycle', 'robotData', 'objectData'],
    },
    (own) => {
      if (own.phase === 'WAITING') {
        own.counter++;
        if (own.counter >= processingTime) own.phase = 'FETCHING';
        return;
      }
      environment.setRobots(own.robotData.all());
      environment.setObjects(own.objectData.all());
      if (own.status !== null) environment.setStatus(own.status);
      environment.computeNextCycle();
      own.cycle++;
      own.robotData = new Fetched();
      own.objectData = new Fetched();
      own.counter = 0;
      own.phase = 'WAITING';
      afterCycle(own.endSignal);
    },
  );
}

/**
 * Copied for every robot that is asked, and each time all that was fetched before it: so a copy has only what was added to it,
 * over what all of them share. What is copied is what was kept, so only then does it become part of what is shared; what was
 * added to a copy that nobody kept is gone with it.
 */
export class Fetched<T> {
  private readonly kept: (T | undefined)[];
  private readonly added = new Map<number, T>();

  constructor(kept: (T | undefined)[] = []) {
    this.kept = kept;
  }

  has(number: number): boolean {
    return this.added.has(number) || this.kept[number] !== undefined;
  }

  add(number: number, data: T): void {
    this.added.set(number, data);
  }

  /** By number; undefined for whom nothing was fetched. */
  all(): readonly (T | undefined)[] {
    this.keep();
    return this.kept;
  }

  [CLONE](): Fetched<T> {
    this.keep();
    return new Fetched(this.kept);
  }

  private keep(): void {
    for (const [number, data] of this.added) this.kept[number] = data;
    this.added.clear();
  }
}

/** The ensembles by which the coordinator learns what everybody does. */
type Fetching = Pick<Coordinator, 'phase' | 'cycle' | 'robotData'>;
type Robot = Pick<DEECoRobot, 'rID' | 'wheels' | 'tag'>;

/**
 * Asks the wheels. In the coordinator's task the action is kept and what the asking did to the wheels is not; in the robot's
 * own task it is the other way round.
 */
export class RobotEnsemble extends Ensemble<Fetching, Robot> {
  readonly roles = { coord: ['phase', 'robotData'], member: ['rID', 'wheels', 'tag'] } as const;
  readonly exchanged = {
    coord: { in: ['cycle'], inout: ['robotData'] },
    member: { in: ['rID', 'tag'], inout: ['wheels'] },
  } as const;

  membership({ phase }: Fetching): boolean {
    return phase === 'FETCHING';
  }

  exchange({ cycle, robotData }: Fetching, { rID, wheels, tag }: Robot): void {
    const action = wheels.sendCurrentAction(cycle);
    if (!robotData.has(rID)) robotData.add(rID, { action, tag });
  }
}

type FetchingObjects = Pick<Coordinator, 'phase' | 'objectData'>;
type SeenObject = Pick<DEECoObject, 'oID' | 'position' | 'size' | 'tag'>;

export class ObjectEnsemble extends Ensemble<FetchingObjects, SeenObject> {
  readonly roles = { coord: ['phase', 'objectData'], member: ['oID', 'position', 'tag'] } as const;
  readonly exchanged = {
    coord: { inout: ['objectData'] },
    member: { in: ['oID', 'position', 'size', 'tag'] },
  } as const;

  membership({ phase }: FetchingObjects): boolean {
    return phase === 'FETCHING';
  }

  exchange({ objectData }: FetchingObjects, { oID, position, size, tag }: SeenObject): void {
    if (!objectData.has(oID)) objectData.add(oID, { x: position.x, y: position.y, size, tag });
  }
}
