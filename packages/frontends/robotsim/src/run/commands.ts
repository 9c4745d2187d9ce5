/** What can be ordered from outside a run of robots. */
import type { TraceObject, TraceValue } from '@kineko/formats/trace';
import type { NekoProcess } from '@kineko/neko';
import { MotionError, type MotionRequest, type World } from '@kineko/world';

const RIGHT =
  'right would be { kind: "motion", robot, request }, { kind: "stop", robot }, { kind: "crash" or "recover", process } ' +
  'or { kind: "shutdown" }';

/** As it is after it was checked: each kind has what it needs. */
interface Order {
  readonly kind: string;
  readonly robot: number;
  readonly process: number;
  readonly request: MotionRequest;
}

export class Commands {
  constructor(
    private readonly processes: readonly NekoProcess[],
    private readonly world: World | undefined,
    private readonly shutdown: (reason: string) => void,
  ) {}

  /** Why it makes no sense; undefined if it does. */
  problemOf(command: TraceValue): string | undefined {
    if (!isObject(command)) return `a command is an object; ${RIGHT}`;
    switch (command['kind']) {
      case 'motion':
        return this.problemOfMotion(command);
      case 'stop':
        return this.problemOfRobot(command['robot']);
      case 'crash':
      case 'recover':
        return this.problemOfId('process', command['process']);
      case 'shutdown':
        return undefined;
      default:
        return `the kind of the command is ${JSON.stringify(command['kind'])}; ${RIGHT}`;
    }
  }

  execute(command: TraceValue): void {
    const { kind, robot, process, request } = command as unknown as Order;
    switch (kind) {
      case 'motion':
        this.move(robot, request);
        break;
      case 'stop':
        this.world!.motions.stop(robot);
        break;
      case 'crash':
        this.processes[process]!.crash();
        break;
      case 'recover':
        this.processes[process]!.recover();
        break;
      default:
        this.shutdown('a command asked for it');
    }
  }

  /** What its module refuses is refused to who ordered it, and does not end the run. */
  private move(robot: number, request: MotionRequest): void {
    try {
      this.world!.motions.request(robot, request);
    } catch (error) {
      if (!(error instanceof MotionError)) throw error;
      this.world!.warn(error.message, robot);
    }
  }

  private problemOfMotion({ robot, request }: TraceObject): string | undefined {
    const problem = this.problemOfRobot(robot);
    if (problem !== undefined) return problem;
    if (!isObject(request) || typeof request['kind'] !== 'string') {
      return 'the request of a motion is an object with a kind, such as { kind: "forward", distance: 10, speed: 1 }';
    }
    const { kind } = request;
    return this.world!.motions.knows(kind) ? undefined : `there is no motion module '${kind}'`;
  }

  private problemOfRobot(robot: TraceValue | undefined): string | undefined {
    if (this.world === undefined) return 'there are no robots in this run';
    return this.problemOfId('robot', robot);
  }

  private problemOfId(name: string, id: TraceValue | undefined): string | undefined {
    const { length } = this.processes;
    const isId = Number.isInteger(id) && (id as number) >= 0 && (id as number) < length;
    return isId ? undefined : `${name} is ${JSON.stringify(id)}: a whole number from 0 to ${length - 1} is right`;
  }
}

function isObject(value: TraceValue | undefined): value is TraceObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
