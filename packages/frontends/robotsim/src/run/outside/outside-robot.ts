/** A robot in an external program: its actions are requests to the engine. */
import type { Pose } from '@kineko/geometry';
import { type OutsideTasks, type Random, RandomStream, type StreamState } from '@kineko/kernel';
import {
  Dispatcher,
  type Guarantees,
  type NekoHost,
  NekoProcess,
  type Outgoing,
  sealed,
  type Receiver,
  type Sender,
} from '@kineko/neko';
import { degreesAt, type FutureEvent } from '@kineko/world';
import { type AnySensor, NekoRobot, type RobotHost } from '../neko-robot.js';
import { linksOf } from '../setup/stack.js';
import type { EngineLink } from './engine-link.js';

export interface OutsideRobotOptions {
  readonly id: number;
  /** Number of robots. */
  readonly n: number;
  /** Metres; undefined for a process without a body. */
  readonly radius: number | undefined;
  readonly turnsShorter: boolean;
}

/** Requests of one robot. */
class Requests {
  constructor(
    readonly robot: number,
    readonly link: EngineLink,
  ) {}

  /** Waits for the answer. */
  ask(what: string, content: object = {}): unknown {
    return this.link.request({ do: what, robot: this.robot, ...content });
  }

  tell(what: string, content: object = {}): void {
    this.link.tell({ do: what, robot: this.robot, ...content });
  }
}

export class OutsideRobot extends NekoRobot {
  // Private at run time too: they give access to the engine, and so to other robots.
  readonly #requests: Requests;
  readonly #body: Body;
  readonly #dispatcher: Dispatcher;

  constructor(options: OutsideRobotOptions, link: EngineLink, tasks: OutsideTasks) {
    const requests = new Requests(options.id, link);
    const body = new Body(requests);
    super(options.id, hostOf(options, requests, tasks), [], robotHostOf(options, requests, body));
    this.#requests = requests;
    this.#body = body;
    this.#dispatcher = new OutsideDispatcher(this, requests);
  }

  override get dispatcher(): Dispatcher {
    return this.#dispatcher;
  }

  override register(protocol: Parameters<NekoProcess['register']>[0]): void {
    this.#dispatcher.register(protocol.id, protocol);
  }

  /** The protocols below the algorithm, which are in the engine. */
  stack(guarantees: Guarantees | undefined): Sender {
    return { guarantees, send: (outgoing) => this.sendBy(outgoing, {}) };
  }

  override network(index = 0): Sender {
    return { send: (outgoing) => this.sendBy(outgoing, { network: index }) };
  }

  override tag(word: string): void {
    this.#requests.ask('tag', { tag: word });
  }

  override crash(): void {
    this.#requests.ask('crash');
  }

  override recover(): void {
    this.#requests.ask('recover');
  }

  // Calls of the engine.

  crashChanged(isCrashed: boolean): void {
    // The engine stops the body.
    if (isCrashed) NekoProcess.prototype.crash.call(this);
    else super.recover();
  }

  reading(id: number, value: unknown): void {
    this.#body.reading(id, value);
  }

  sensed(id: number, value: unknown): void {
    this.#body.sensed(id, value);
  }

  private sendBy(outgoing: Outgoing, by: object): void {
    if (this.isCrashed) return;
    const { to, protocol, type, content } = sealed(outgoing, this.id, 0);
    const program = this.programIds.includes(protocol);
    this.#requests.ask('send', { to, protocol, type, content, program, ...by });
  }
}

/** Registers protocols with the engine, which receives their messages. */
class OutsideDispatcher extends Dispatcher {
  readonly #requests: Requests;

  constructor(owner: NekoRobot, requests: Requests) {
    super(owner);
    this.#requests = requests;
  }

  override register(id: string, receiver: Receiver): void {
    super.register(id, receiver);
    this.#requests.ask('register', { id });
  }

  override unregister(id: string): void {
    super.unregister(id);
    this.#requests.tell('unregister', { id });
  }
}

/** Pending readings and active push sensors of a robot. */
class Body {
  private numbers = 0;
  private readonly asked = new Map<number, (reading: unknown) => void>();
  private readonly active = new Map<number, (reading: unknown) => void>();

  constructor(private readonly requests: Requests) {}

  sensor(name: string): AnySensor {
    const { requests } = this;
    let activation: number | undefined;
    const deactivated = (): void => {
      if (activation !== undefined) this.active.delete(activation);
      activation = undefined;
    };
    const sensor: OutsideSensor = {
      doSensor: (request, onReply) => {
        const id = ++this.numbers;
        this.asked.set(id, onReply);
        try {
          requests.ask('ask', { id, sensor: name, request });
        } catch (error) {
          this.asked.delete(id);
          throw error;
        }
      },
      activate: (request, { onEvent, ...options }) => {
        const id = ++this.numbers;
        requests.ask('activate', { id, sensor: name, request, options });
        deactivated();
        activation = id;
        this.active.set(id, onEvent);
      },
      deactivate: () => {
        requests.ask('deactivate', { sensor: name });
        deactivated();
      },
      get isActive() {
        return activation !== undefined;
      },
    };
    return sensor as unknown as AnySensor;
  }

  reading(id: number, value: unknown): void {
    const onReply = this.asked.get(id);
    this.asked.delete(id);
    onReply?.(value);
  }

  sensed(id: number, value: unknown): void {
    this.active.get(id)?.(value);
  }
}

/** The part of a sensor that the ports of authors use. */
interface OutsideSensor {
  doSensor(request: object, onReply: (reading: unknown) => void): void;
  activate(request: object, options: { readonly onEvent: (reading: unknown) => void }): void;
  deactivate(): void;
  readonly isActive: boolean;
}

function hostOf({ n }: OutsideRobotOptions, requests: Requests, tasks: OutsideTasks): NekoHost {
  const known = new Map<string, ReadonlyMap<string, string>>();
  const parameters = (className: string): ReadonlyMap<string, string> => {
    let found = known.get(className);
    if (found === undefined) {
      found = new Map(Object.entries(requests.ask('parameters', { class: className }) as Record<string, string>));
      known.set(className, found);
    }
    return found;
  };
  const host: Omit<NekoHost, 'simulator' | 'random'> & { simulator: unknown; random: unknown } = {
    simulator: tasks,
    n,
    random: new OutsideRandom(requests) satisfies Pick<Random, 'stream'>,
    emit: (record) => {
      if (record.type === 'log') {
        const { level, logger, text } = record;
        requests.tell('log', { level, logger, text });
      } else if (record.type === 'protocolEvent') {
        const { protocol, event, value } = record;
        requests.tell('note', { protocol, event, value });
      }
      // The engine emits the other records.
    },
    shutdown: (reason) => requests.tell('shutdown', { reason: reason.slice(reason.indexOf(': ') + 2) }),
    parameters,
    composeLink: linksOf(parameters, () => {}),
  };
  return host as NekoHost;
}

/** The robot's random streams: each continues from its state in the engine. */
class OutsideRandom {
  private readonly streams = new Map<string, RandomStream>();

  constructor(private readonly requests: Requests) {}

  /** @param name The name in the engine: `process/3/algorithm`. */
  stream(name: string): RandomStream {
    let stream = this.streams.get(name);
    if (stream === undefined) {
      stream = new RandomStream([1, 0, 0, 0]);
      const own = name.replace(/^process\/\d+\//, '');
      stream.restore(this.requests.ask('random', { stream: own }) as StreamState);
      this.streams.set(name, stream);
    }
    return stream;
  }
}

/** The part of the world that a robot uses; each call is a request to the engine. */
function robotHostOf({ radius, turnsShorter }: OutsideRobotOptions, requests: Requests, body: Body): RobotHost {
  const ignore = (): void => {};
  const world = {
    radiusOf: () => radius,
    headingOf: () => degreesAt(requests.ask('pose') as Pose),
    poseOf: () => requests.ask('pose') as Pose,
    motions: {
      request: (_robot: number, request: object) => requests.ask('move', { request }),
      stop: () => requests.ask('stop'),
      // The engine does this for each message.
      wake: ignore,
      knows: () => true,
      register: () => {
        throw new RangeError('an external program cannot add motion modules: name them in the configuration');
      },
      taskOf: () => undefined,
    },
    events: { futureEventsOf: () => requests.ask('future') as FutureEvent[] },
    sensors: { equip: (_robot: number, sensor: AnySensor) => sensor },
  };
  return {
    world: world as unknown as RobotHost['world'],
    makeSensor: (_robot, name) => body.sensor(name),
    turnsShorter: () => turnsShorter,
    motionOver: ignore,
    finished: () => requests.tell('finished'),
  };
}
