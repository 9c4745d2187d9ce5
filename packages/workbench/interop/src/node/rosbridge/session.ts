/** One client of the rosbridge server: carries out its operations, and sends it the messages of its topics. */
import { expected } from '@kineko/formats/problem';
import { messageOf } from '@kineko/kernel';
import { BadMessage, type Peer } from '@kineko/server';
import { type Dialect, dialectOf, plainType, readTwist, timeOf, type Twist } from './messages.js';
import { Subscription } from './subscription.js';
import { allTopics, keyOf, type Topic, topicNamed, TOPICS_TEXT, typeOf } from './topics.js';

/** The run, for one client. */
export interface SessionHost {
  readonly robots: readonly number[];
  /** Simulated seconds. */
  readonly present: number;
  hasRobot(robot: number): boolean;
  /** Returns why a robot cannot be driven like that, or undefined. */
  drive(robot: number, twist: Twist, by: Session): string | undefined;
  /** Passes a Twist on to the clients that have subscribed to it. */
  echo(topic: Topic, message: unknown): void;
  /** A subscription was added or removed. */
  subscribed(): void;
}

/** Topics and ids that a client may subscribe to. */
const MAX_SUBSCRIPTIONS = 10_000;
const MAX_QUEUE = 1000;
const MAX_THROTTLE_MS = 3_600_000;
/** Bytes that wait for a client; beyond that it misses messages. */
const MAX_BUFFERED = 1 << 20;

const LEVELS = ['info', 'warning', 'error', 'none'] as const;

type Operation = Readonly<Record<string, unknown>>;

export class Session {
  private readonly subscriptions = new Map<string, { readonly topic: Topic; readonly dialect: Dialect } & Subscribed>();
  private readonly advertised = new Set<string>();
  private subscriptionCount = 0;
  private isSilent = false;

  constructor(
    private readonly peer: Peer,
    private readonly host: SessionHost,
  ) {}

  get isSubscribed(): boolean {
    return this.subscriptions.size > 0;
  }

  /** Carries out a message; throws a `BadMessage` after the client was sent the error. */
  receive(data: string | Uint8Array): void {
    let id: unknown;
    try {
      const operation = parsed(data);
      ({ id } = operation);
      this.perform(operation);
    } catch (error) {
      const text = messageOf(error);
      const status = { op: 'status', level: 'error', msg: text, ...(typeof id === 'string' && { id }) };
      if (!this.isSilent) this.send(JSON.stringify(status));
      throw new BadMessage(text, { cause: error });
    }
  }

  /** Sends the messages of the present instant. @param jsonOf The message of a topic as JSON; undefined if there is none. */
  publish(jsonOf: (topic: Topic, dialect: Dialect) => string | undefined, nowMs: number): void {
    for (const { topic, dialect, subscription } of this.subscriptions.values()) {
      const json = subscription.next(jsonOf(topic, dialect), nowMs);
      if (json === undefined || this.peer.bufferedBytes > MAX_BUFFERED) continue;
      this.send(`{"op":"publish","topic":${JSON.stringify(subscription.name)},"msg":${json}}`);
    }
  }

  /** Sends a message of one topic, if the client has subscribed to it. */
  pass(topic: Topic, json: string, nowMs: number): void {
    const of = this.subscriptions.get(keyOf(topic));
    const sent = of?.subscription.next(json, nowMs);
    if (sent === undefined || this.peer.bufferedBytes > MAX_BUFFERED) return;
    this.send(`{"op":"publish","topic":${JSON.stringify(of!.subscription.name)},"msg":${sent}}`);
  }

  private perform(operation: Operation): void {
    switch (operation['op']) {
      case 'advertise':
        return this.advertise(operation);
      case 'unadvertise':
        return this.unadvertise(operation);
      case 'publish':
        return this.take(operation);
      case 'subscribe':
        return this.subscribe(operation);
      case 'unsubscribe':
        return this.unsubscribe(operation);
      case 'call_service':
        return this.callService(operation);
      case 'set_level':
        return this.setLevel(operation);
      default:
        throw new Error(`op: ${expected(OPERATIONS, operation['op'])}`);
    }
  }

  private advertise(operation: Operation): void {
    const { topic, where } = this.topicIn(operation);
    if (topic.kind !== 'cmd_vel')
      throw new Error(`${where}: expected /robotN/cmd_vel: the simulator publishes this topic`);
    checkType(operation, topic, where, true);
    this.advertised.add(keyOf(topic));
  }

  private unadvertise(operation: Operation): void {
    const { topic, where } = this.topicIn(operation);
    if (!this.advertised.delete(keyOf(topic))) throw new Error(`${where}: expected a topic that was advertised before`);
  }

  private take(operation: Operation): void {
    const { topic, where } = this.topicIn(operation);
    if (topic.kind !== 'cmd_vel')
      throw new Error(`${where}: expected /robotN/cmd_vel: the simulator publishes this topic`);
    try {
      const problem = this.host.drive(topic.robot, readTwist(operation['msg']), this);
      if (problem !== undefined) throw new Error(problem);
    } catch (error) {
      throw new Error(`${where}: ${messageOf(error)}`, { cause: error });
    }
    this.host.echo(topic, operation['msg']);
  }

  private subscribe(operation: Operation): void {
    const { topic, name, where } = this.topicIn(operation);
    checkType(operation, topic, where, false);
    const compression = operation['compression'] ?? 'none';
    if (compression !== 'none') throw new Error(`${where}: compression: ${expected("'none'", compression)}`);
    if (operation['fragment_size'] !== undefined)
      throw new Error(`${where}: fragment_size: expected none: messages are not split`);
    const wish = {
      throttleMs: numberIn(operation, 'throttle_rate', where, MAX_THROTTLE_MS),
      queueLength: Math.floor(numberIn(operation, 'queue_length', where, MAX_QUEUE)),
    };
    const key = keyOf(topic);
    const id = idIn(operation);
    let known = this.subscriptions.get(key);
    if (known?.subscription.wishes.has(id) !== true && ++this.subscriptionCount > MAX_SUBSCRIPTIONS) {
      this.subscriptionCount--;
      throw new Error(`${where}: expected at most ${MAX_SUBSCRIPTIONS} subscriptions`);
    }
    if (known === undefined) {
      const type = typeof operation['type'] === 'string' ? operation['type'] : '';
      known = { topic, dialect: dialectOf(type), subscription: new Subscription(name) };
      this.subscriptions.set(key, known);
    }
    known.subscription.wishes.set(id, wish);
    this.host.subscribed();
  }

  /** Without an id, all subscriptions to the topic end. */
  private unsubscribe(operation: Operation): void {
    const { topic, where } = this.topicIn(operation);
    const known = this.subscriptions.get(keyOf(topic));
    const { wishes } = known?.subscription ?? { wishes: new Map<string, unknown>() };
    const ids = operation['id'] === undefined ? [...wishes.keys()] : [idIn(operation)];
    const ended = ids.filter((id) => wishes.delete(id)).length;
    if (ended === 0) throw new Error(`${where}: expected a topic that was subscribed to before`);
    this.subscriptionCount -= ended;
    if (wishes.size === 0) this.subscriptions.delete(keyOf(topic));
    this.host.subscribed();
  }

  private callService(operation: Operation): void {
    const { service, args, id, type } = operation;
    const answer = (values: unknown, result: boolean): void =>
      this.send(JSON.stringify({ op: 'service_response', service, values, result, ...(id !== undefined && { id }) }));
    try {
      answer(this.answerOf(service, args, typeof type === 'string' ? type : ''), true);
    } catch (error) {
      answer(messageOf(error), false);
    }
  }

  private answerOf(service: unknown, args: unknown, type: string): object {
    const topics = allTopics(this.host.robots);
    const argument = (name: string): unknown =>
      typeof args === 'object' && args !== null ? (args as Operation)[name] : undefined;
    // Clients leave out the first slash.
    switch (String(service).replace(/^(?!\/)/, '/')) {
      case '/rosapi/topics':
        return { topics: topics.map(keyOf), types: topics.map(typeOf) };
      case '/rosapi/topic_type': {
        const topic = topicNamed(String(argument('topic')), (robot) => this.host.hasRobot(robot));
        return { type: topic === undefined ? '' : typeOf(topic) };
      }
      case '/rosapi/topics_for_type': {
        const wanted = plainType(String(argument('type')));
        return { topics: topics.filter((topic) => typeOf(topic) === wanted).map(keyOf) };
      }
      case '/rosapi/get_time':
        return { time: timeOf(this.host.present, dialectOf(type)) };
      case '/rosapi/services':
        return { services: SERVICES };
      default:
        throw new Error(`call_service: service: ${expected(SERVICES.join(', '), service)}`);
    }
  }

  /** All statuses are errors. */
  private setLevel({ level }: Operation): void {
    if (!(LEVELS as readonly unknown[]).includes(level)) {
      throw new Error(`set_level: level: ${expected(LEVELS.join(', '), level)}`);
    }
    this.isSilent = level === 'none';
  }

  private topicIn(operation: Operation): { readonly topic: Topic; readonly name: string; readonly where: string } {
    const { op, topic: name } = operation;
    const topic = typeof name === 'string' ? topicNamed(name, (robot) => this.host.hasRobot(robot)) : undefined;
    if (topic !== undefined) return { topic, name: name as string, where: `${op as string} ${keyOf(topic)}` };
    const { length } = this.host.robots;
    throw new Error(`${op as string}: topic: ${expected(`${TOPICS_TEXT} (${length} robots, N from 0)`, name)}`);
  }

  private send(text: string): void {
    this.peer.send(text);
  }
}

interface Subscribed {
  readonly subscription: Subscription;
}

const OPERATIONS = 'advertise, unadvertise, publish, subscribe, unsubscribe, call_service or set_level';
const SERVICES = ['topics', 'topic_type', 'topics_for_type', 'get_time', 'services'].map((name) => `/rosapi/${name}`);

function parsed(data: string | Uint8Array): Operation {
  if (typeof data !== 'string') throw new Error('expected text with a JSON object, got a binary frame');
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch (error) {
    throw new Error(`expected a JSON object, got text that is not JSON: ${messageOf(error)}`, { cause: error });
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Operation;
  throw new Error(expected('a JSON object with op', value));
}

/** @param isNeeded Whether a type must be given. */
function checkType({ type }: Operation, topic: Topic, where: string, isNeeded: boolean): void {
  if (type === undefined && !isNeeded) return;
  const own = typeOf(topic);
  if (typeof type !== 'string' || plainType(type) !== own) throw new Error(`${where}: type: ${expected(own, type)}`);
}

function idIn({ id }: Operation): string {
  return typeof id === 'string' ? id : '';
}

function numberIn(operation: Operation, name: string, where: string, max: number): number {
  const value = operation[name] ?? 0;
  if (typeof value === 'number' && value >= 0 && value <= max) return value;
  throw new Error(`${where}: ${name}: ${expected(`a number from 0 to ${max}`, value)}`);
}
