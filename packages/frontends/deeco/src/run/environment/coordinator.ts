/** The component that makes cycles of milliseconds: it waits, has everybody's data fetched, and lets the environment go on. */
import { type Process, process } from '../runtime/process.js';
import type { Environment, ObjectData, RobotData } from './environment.js';
import { Fetched } from './fetched.js';

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
