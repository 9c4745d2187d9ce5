/** Proxy classes for the algorithms of an external program, which a configuration can name. */
import type { Waiting } from '@kineko/kernel';
import { type NekoMessage, type NekoProcess, PROTOCOL, type Sender } from '@kineko/neko';
import type { AnyMotionModule } from '@kineko/world';
import { ALGORITHM } from '../brand.js';
import { NekoRobot } from '../neko-robot.js';
import type { Launchable } from '../routine.js';
import { MessageFields } from './fields.js';
import type { LineChannel } from './line-channel.js';
import { type OutputLimits, ProgramLink } from './program-link.js';
import { RobotPort } from './robot-port.js';
import { isObject, ProtocolError, type WireMessage } from './wire.js';

/** The text of a module for a program, and its name in errors. */
export interface ProgramCode {
  readonly code: string;
  readonly name: string;
}

export interface OpenProgramOptions {
  /** Called when the program has started, before it gets any code. */
  readonly onReady?: (() => void) | undefined;
  /** Motion modules that are added on first request, since a program cannot wait until they are loaded. */
  readonly motions?: readonly AnyMotionModule[] | undefined;
  /** Whether the program may decide how far the run advances. */
  readonly steps?: boolean | undefined;
  /** Default: those for programs of others. */
  readonly limits?: OutputLimits | undefined;
}

/** Calls `step`, and gives access to the robots of the program. */
export interface StepCalls {
  step(state: WireMessage): WireMessage;
  port(robot: unknown): RobotPort;
}

/** A program that is ready for one run. */
export interface OpenedProgram {
  /** The exports of its module, with a proxy class for each algorithm. */
  readonly exports: Readonly<Record<string, unknown>>;
  /** Undefined if the program does not decide how far the run advances. */
  readonly stepping: StepCalls | undefined;
  /** Properties that are judged after each step. */
  readonly properties: readonly string[];
  /** Whether motions may be given by equations. */
  readonly usesEquations: boolean;
}

const MAX_EXPORTS = 1000;

/** Opens a started program for one run. Throws the failure of the program. */
export function openProgram(
  channel: LineChannel,
  code: ProgramCode,
  { onReady, motions = [], limits, steps: mayStep = false }: OpenProgramOptions = {},
): OpenedProgram {
  const ports = new Map<number, RobotPort>();
  const port = (robot: unknown): RobotPort => {
    const found = ports.get(robot as number);
    if (found === undefined) throw new ProtocolError('robot: expected one that was created');
    return found;
  };
  const link = new ProgramLink(channel, (request) => port(request['robot']).perform(request), limits);
  const { steps, properties, usesEquations } = link.greet();
  onReady?.();
  const isStepped = steps && mayStep;
  if (isStepped) link.heard = [];
  const exports = link.call({ call: 'open', now: 0, ...code });
  if (!Array.isArray(exports) || exports.length > MAX_EXPORTS) throw new ProtocolError('"open": expected a list');
  const portOf = (process: NekoProcess): RobotPort => {
    if (ports.size === 0) addOutside(process, link);
    const port = new RobotPort(process, link, motions);
    ports.set(process.id, port);
    return port;
  };
  const step = (state: WireMessage): WireMessage => {
    const { heard } = link;
    link.heard = [];
    const answer = link.call({ call: 'step', ...state, ...(heard?.length && { heard }) });
    if (!isObject(answer)) throw new ProtocolError('"step": expected an object as the value');
    return answer;
  };
  return {
    exports: Object.fromEntries(exports.map((exported: unknown) => standInOf(exported, portOf))),
    stepping: isStepped ? { step, port } : undefined,
    properties,
    usesEquations,
  };
}

type PortOf = (process: NekoProcess) => RobotPort;

function standInOf(exported: unknown, portOf: PortOf): [key: string, value: unknown] {
  if (!isObject(exported)) throw new ProtocolError('"open": expected a list of objects');
  const fields = new MessageFields(exported);
  const [key, name] = [fields.text('key'), fields.text('name')];
  const kind = fields.oneOf('kind', ['robot', 'process', 'other']);
  if (kind === 'other') return [key, undefined];
  const standIn = class extends StandIn {
    constructor(process: NekoProcess) {
      super(portOf(process), key);
    }
  };
  Object.defineProperty(standIn, 'name', { value: name });
  Object.defineProperty(standIn, kind === 'robot' ? ALGORITHM : PROTOCOL, { value: true });
  return [key, standIn];
}

/** The proxy of one algorithm of one robot. */
abstract class StandIn implements Launchable {
  private id = '';
  private sender: Sender | undefined = undefined;

  constructor(
    private readonly port: RobotPort,
    key: string,
  ) {
    const { process } = port;
    const body = process instanceof NekoRobot ? { radius: process.radius, turnsShorter: process.turnsShorter } : {};
    port.call('create', { key, n: process.n, ...body });
  }

  setId(id: string): void {
    this.id = id;
  }

  setSender(sender: Sender): void {
    this.sender = sender;
    this.port.setSender(sender);
  }

  launch(): void {
    this.port.process.addProgramId(this.id);
    this.port.call('launch', { id: this.id, guarantees: this.sender?.guarantees ?? null });
  }

  deliver({ protocol }: NekoMessage): void {
    throw new ProtocolError(`protocol ${protocol}: expected the program to register it`);
  }
}

/** Reports the waits of the program's tasks to the simulator. */
function addOutside(process: NekoProcess, link: ProgramLink): void {
  process.addOutside(() => (link.isGone ? [] : waitingOf(link.call({ call: 'waiting', now: process.now }))));
}

function waitingOf(answer: unknown): Waiting[] {
  if (!Array.isArray(answer)) throw new ProtocolError('"waiting": expected a list');
  return answer.map((each: unknown): Waiting => {
    if (!isObject(each)) throw new ProtocolError('"waiting": expected a list of objects');
    const fields = new MessageFields(each);
    const list = each['for'];
    const isList = Array.isArray(list) && list.every((item) => typeof item === 'string');
    const promise = each['promise'] === undefined ? undefined : new MessageFields(fields.object('promise'));
    return {
      task: fields.text('task'),
      for: isList ? list : [],
      ...(promise !== undefined && { promise: { id: promise.id('id'), since: promise.number('since') } }),
    };
  });
}
