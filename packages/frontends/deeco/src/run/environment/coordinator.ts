/** The component that turns milliseconds into cycles: it waits, fetches the data of all components and advances the environment. */
import { type Process, process } from '../runtime/process.js';
import type { Environment, ObjectData, RobotData } from './environment.js';
import { CLONE } from '../runtime/clone.js';
import { Ensemble } from '../runtime/ensemble.js';
import type { DEECoObject } from './deeco-object.js';
import type { DEECoRobot } from './deeco-robot.js';

export type Phase = 'WAITING' | 'FETCHING' | 'PROCESSING';

/** The coordinator's knowledge; ensembles may set `status` and `endSignal`. */
export class Coordinator {
  id = 'Coordinator';
  phase: Phase = 'WAITING';
  robotData = new Fetched<RobotData>();
  objectData = new Fetched<ObjectData>();
  numOfRobots: number;
  numOfObjects: number;
  counter = 0;
  /** Number of the next cycle, or of the one being fetched. */
  cycle = 0;
  /** Ends the run after the current cycle. */
  endSignal = false;
  /** A human-readable line; null leaves it unchanged. */
  status: string | null = null;

  constructor(robots: number, objects: number) {
    this.numOfRobots = robots;
    this.numOfObjects = objects;
  }
}

interface CoordinatorOptions {
  readonly environment: Environment;
  /** Milliseconds of waiting per cycle. */
  readonly processingTime: number;
  /** Called after a cycle; `isSignalled` if an ensemble has set the end signal. */
  readonly afterCycle: (isSignalled: boolean) => void;
}

/** A cycle is processed in one step, in the millisecond after it was fetched: components never see a partial cycle. */
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
 * The data that the coordinator has fetched in a cycle, by the numbers of robots or objects. The knowledge is copied for every
 * exchange, so copies share one list and hold their additions apart. Additions join the list when their copy is copied in turn,
 * which means that it was stored; those of a discarded copy are lost with it.
 */
class Fetched<T> {
  private readonly added = new Map<number, T>();

  constructor(private readonly kept: (T | undefined)[] = []) {}

  has(number: number): boolean {
    return this.added.has(number) || this.kept[number] !== undefined;
  }

  add(number: number, data: T): void {
    this.added.set(number, data);
  }

  /** By number; undefined if nothing was fetched. */
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

type Fetching = Pick<Coordinator, 'phase' | 'cycle' | 'robotData'>;
type Robot = Pick<DEECoRobot, 'rID' | 'wheels' | 'tag'>;

/**
 * Fetches the actions of the wheels. The coordinator's task stores the action and discards the change of the wheels; the
 * robot's own task does the opposite.
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
