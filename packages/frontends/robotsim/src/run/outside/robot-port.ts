/** Carries out the requests of an external program for one robot. */
import { radiansOf } from '@kineko/geometry';
import { EventClass, type Handle, type SimEvent } from '@kineko/kernel';
import type { NekoMessage, NekoProcess, Outgoing, Postponed, Receiver, Sender } from '@kineko/neko';
import type { AnyMotionModule, ExactOutcome, MotionRequest, PushSensor } from '@kineko/world';
import { type AnySensor, NekoRobot } from '../neko-robot.js';
import { MessageFields } from './fields.js';
import type { ProgramLink } from './program-link.js';
import { ProtocolError, type WireMessage } from './wire.js';

/** Maximum number of pending events per robot. */
const MAX_PENDING = 20_000;
/** Maximum number of random numbers per request. */
const MAX_DRAWN = 10_000;
/** Maximum number of characters of a log message. */
const MAX_LOG_TEXT = 10_000;
const MAX_LABEL = 200;

export class RobotPort {
  /** Pending events by the ids that the program uses. */
  private readonly events = new Map<number, ProgramEvent>();
  /** The protocols that the program has registered. */
  private readonly protocols = new Set<string>();
  /** The top of the stack of protocols below the algorithm. */
  private sender: Sender | undefined = undefined;
  private isFinished = false;
  private readonly incarnation: number;

  constructor(
    readonly process: NekoProcess,
    private readonly link: ProgramLink,
    /** Motion modules that are added on first request. */
    private readonly motions: readonly AnyMotionModule[],
  ) {
    this.incarnation = process.incarnation;
    process.onCrash((crashed) => this.call('crashed', { crashed }));
  }

  setSender(sender: Sender): void {
    this.sender = sender;
  }

  /** Calls the program for this robot; without effect if the robot has lost its memory since, and with it its algorithm. */
  call(call: string, content: object): unknown {
    const { id: robot, now, incarnation } = this.process;
    if (incarnation !== this.incarnation) return undefined;
    return this.link.call({ call, now, robot, ...content });
  }

  /** Starts a motion whose end is not reported to the program. */
  drive(request: MotionRequest, onEnd: (outcome: ExactOutcome) => void): void {
    if (!this.process.isCrashed) this.robot.requestMotion(request, onEnd);
  }

  sense(sensor: string, request: object, onReply: (value: unknown) => void): void {
    this.robot.sensor<AnySensor>(sensor).doSensor(request as never, onReply);
  }

  /** Carries out a request. Throws the same errors as the engine, for authors to handle. */
  perform(request: WireMessage): unknown {
    const fields = new MessageFields(request);
    const { process } = this;
    switch (request['do']) {
      case 'at':
        return this.schedule(fields);
      case 'cancel':
        return this.events.get(fields.id('id'))?.cancel();
      case 'move':
        return this.move(fields);
      case 'stop':
        return this.robot.stop();
      case 'ask':
        return this.ask(fields);
      case 'activate':
        return this.activate(fields);
      case 'deactivate':
        return this.pushSensor(fields.text('sensor')).deactivate();
      case 'tag':
        return this.robot.tag(fields.text('tag'));
      case 'future':
        return this.robot.futureEvents();
      case 'pose':
        return this.robot.poseInCrash;
      case 'send':
        return this.send(fields, request);
      case 'register':
        return this.register(fields.text('id'), fields.flag('collect'));
      case 'unregister':
        return this.unregister(fields.text('id'));
      case 'random':
        return this.random(fields, request);
      case 'parameters':
        return Object.fromEntries(process.parameters(fields.text('class')));
      case 'finished':
        return this.finish();
      case 'shutdown':
        return process.shutdown(fields.text('reason').slice(0, MAX_LOG_TEXT));
      case 'crash':
        return process.crash();
      case 'recover':
        return process.recover();
      case 'log':
        return this.log(fields);
      case 'note':
        return this.note(fields, request);
      default:
        throw new ProtocolError(`unknown request ${JSON.stringify(request['do'])?.slice(0, 80)}`);
    }
  }

  private get robot(): NekoRobot {
    if (this.process instanceof NekoRobot) return this.process;
    throw new ProtocolError('expected a robot, got a process without a body');
  }

  private finish(): void {
    if (!this.isFinished) this.robot.finished();
    this.isFinished = true;
  }

  private schedule(fields: MessageFields): void {
    const { events, process } = this;
    const [id, time] = [fields.id('id'), fields.number('time')];
    if (events.has(id)) throw new ProtocolError(`"at", id: event ${id} is pending already`);
    if (events.size >= MAX_PENDING) throw new ProtocolError(`expected at most ${MAX_PENDING} pending events`);
    if (!(time >= process.now && time < Infinity)) {
      throw new ProtocolError(`"at", time: expected a time from ${process.now} on, got ${time}`);
    }
    const event = new ProgramEvent({
      id,
      process,
      isTimer: fields.flag('timer'),
      label: fields.text('label').slice(0, MAX_LABEL),
      fire: () => {
        events.delete(id);
        this.call('fire', { id });
      },
      gone: () => events.delete(id),
    });
    events.set(id, event);
    event.schedule(time);
  }

  private move(fields: MessageFields): void {
    const request = fields.object('request') as WireMessage & MotionRequest;
    const { kind, angle, degrees } = request as { readonly [key: string]: unknown };
    if (typeof kind !== 'string') throw new ProtocolError('"move", request.kind: expected a text');
    // The engine trusts the degrees.
    if (kind === 'turn' && degrees !== undefined && radiansOf(degrees as number) !== angle) {
      throw new ProtocolError('"move", request.degrees: expected the angle in degrees');
    }
    const module = this.motions.find((each) => each.kind === kind);
    if (module !== undefined && !this.robot.knowsMotion(kind)) this.robot.registerMotion(module);
    this.robot.requestMotion(request, (outcome) => this.call('moved', { outcome }));
  }

  private ask(fields: MessageFields): void {
    const id = fields.id('id');
    const onReply = (value: unknown): void => void this.call('reading', { id, value });
    this.sense(fields.text('sensor'), fields.object('request'), onReply);
  }

  private activate(fields: MessageFields): void {
    const id = fields.id('id');
    const onEvent = (value: unknown): void => void this.call('sensed', { id, value });
    this.pushSensor(fields.text('sensor')).activate(fields.object('request'), { ...fields.object('options'), onEvent });
  }

  private pushSensor(name: string): PushSensor<unknown, unknown> {
    const sensor = this.robot.sensor<AnySensor>(name) as unknown as PushSensor<unknown, unknown>;
    if (typeof sensor.activate === 'function') return sensor;
    throw new RangeError(`robot ${this.process.id}, sensor '${name}': expected a push sensor`);
  }

  private send(fields: MessageFields, { network, program, content }: WireMessage): void {
    const { process } = this;
    const outgoing: Outgoing = {
      to: fields.numbers('to'),
      protocol: this.ownProtocol(fields.text('protocol')),
      type: fields.text('type'),
      content,
    };
    if (program === true) {
      process.addProgramId(outgoing.protocol);
      if (!process.programMessages.next(process.now)) return;
    }
    const sender = network === undefined ? this.sender : process.network(fields.id('network'));
    if (sender === undefined) throw new ProtocolError('"send": expected "launch" first');
    sender.send(outgoing);
  }

  private register(id: string, isCollected: boolean): void {
    const receiver: Receiver = { deliver: (message) => this.deliver(message, isCollected) };
    this.process.dispatcher.register(id, receiver);
    this.protocols.add(id);
  }

  private unregister(id: string): void {
    this.process.dispatcher.unregister(this.ownProtocol(id));
    this.protocols.delete(id);
  }

  private deliver({ from, to, number, protocol, type, content }: NekoMessage, isCollected: boolean): void {
    const { heard } = this.link;
    if (isCollected && heard !== undefined) heard.push([this.process.id, from, type, content]);
    else this.call('message', { message: { from, to, number, protocol, type, content } });
    if (this.process instanceof NekoRobot) this.process.wake();
  }

  /** Returns an id that the program has registered, or one nested in it (`algorithm/Gathering`); refuses others. */
  private ownProtocol(id: string): string {
    const isOwn = [...this.protocols].some((own) => id === own || id.startsWith(`${own}/`));
    return isOwn ? id : this.refuseProtocol(id);
  }

  private refuseProtocol(id: string): never {
    throw new ProtocolError(`protocol ${JSON.stringify(id.slice(0, 80))} was not registered by the program`);
  }

  /** The state of a stream, for programs with the same generator; or random numbers, for others. */
  private random(fields: MessageFields, { count }: WireMessage): unknown {
    const stream = this.process.random(fields.text('stream'));
    if (count === undefined) return stream.save();
    const wanted = fields.id('count');
    if (wanted > MAX_DRAWN) throw new ProtocolError(`"random", count: expected at most ${MAX_DRAWN}, got ${wanted}`);
    return Array.from({ length: wanted }, () => stream.uniform());
  }

  private log(fields: MessageFields): void {
    const { id: process, now: time, emit, authorLog } = this.process;
    const level = fields.oneOf('level', ['debug', 'info', 'warn', 'error']);
    const logger = fields.text('logger').slice(0, MAX_LABEL);
    const text = fields.text('text').slice(0, MAX_LOG_TEXT);
    emit?.({ type: 'log', time, process, logger, level, text });
    authorLog?.(level, text, { process, logger });
  }

  private note(fields: MessageFields, { value }: WireMessage): void {
    const { id: process, now: time, emit } = this.process;
    const protocol = this.ownProtocol(fields.text('protocol'));
    emit?.({ type: 'protocolEvent', time, process, protocol, event: fields.text('event'), value: value as never });
  }
}

interface EventOptions {
  readonly id: number;
  readonly process: NekoProcess;
  /** Whether it waits for the recovery of a crashed process. */
  readonly isTimer: boolean;
  readonly label: string;
  readonly fire: () => void;
  readonly gone: () => void;
}

/** An event of a program in the queue of the engine, a wake-up of its robot. */
class ProgramEvent implements SimEvent, Postponed {
  readonly class = EventClass.WakeUp;
  private handle: Handle | undefined = undefined;

  constructor(private readonly options: EventOptions) {}

  get low(): number {
    return this.options.process.id;
  }

  get high(): number {
    return this.options.process.id;
  }

  schedule(at: number): void {
    this.handle = this.options.process.agenda.schedule(at, this);
  }

  run(): void {
    const { isTimer, process, fire } = this.options;
    if (isTimer && process.isCrashed) process.postpone(this);
    else fire();
  }

  catchUp(): void {
    this.schedule(this.options.process.now);
  }

  cancel(): void {
    const { process, gone } = this.options;
    gone();
    if (this.handle?.state === 'pending') process.agenda.cancel(this.handle);
    else process.forget(this);
  }

  describe(): string {
    return this.options.label;
  }
}
