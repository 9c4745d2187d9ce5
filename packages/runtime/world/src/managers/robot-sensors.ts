/** The sensors of one robot, the requests that are pending and the push sensors that are active. */
import type { TraceValue } from '@kineko/formats/trace';
import { type Agenda, EventClass, type Handle, type Random, type RandomStream, type SimEvent } from '@kineko/kernel';
import type { ReadingBudget } from '../sensors/reading-budget.js';
import type { ReplyRecords } from '../sensors/reply-digest.js';
import { RequestCheck } from '../sensors/request-check.js';
import type {
  Activation,
  Cancellable,
  ExactMode,
  SensorTriggers,
  PendingRequest,
  PushSensor,
  PushSettings,
  Sensor,
  SensorHost,
  SensorRecord,
} from '../sensors/sensor.js';
import type { Party, WorldView } from '../world-view.js';

export interface SensorManagerOptions {
  readonly simulator: Agenda;
  readonly world: WorldView;
  /** The noise of each sensor has a stream of its own, `sensor/<robot>/<name>`. */
  readonly random: Random;
  /** Interrupts the motion of a robot, if there is one; `by` is the name of the sensor. */
  readonly interrupt: (robot: number, by: string) => void;
  /**
   * Calls `onEntry`, in an event of class Sensor, whenever the rim of another robot comes within `range` metres of the
   * centre of this one. Robots that are already there do not count.
   */
  readonly watch: (robot: number, range: number, onEntry: (other: number, now: number) => void) => Cancellable;
  readonly replyRecords: ReplyRecords;
  /** Limits the readings of one instant. Default: no limit. */
  readonly readings?: ReadingBudget | undefined;
  /** Takes the records; without it none are made. */
  readonly emit?: (record: SensorRecord) => void;
}

interface TouchListener {
  /** Parties that the robot touches, as far as the listener knows. */
  readonly known: Set<string>;
  readonly wake: (party: Party, now: number) => void;
}

export class RobotSensors implements SensorHost, SensorTriggers {
  private readonly names = new Set<string>();
  private readonly noises = new Map<string, RandomStream>();
  /** Not a set, which allocates when its last member is deleted: usually there is one, for an instant. */
  private readonly underWay: Cancellable[] = [];
  private readonly touchListeners = new Set<TouchListener>();

  constructor(
    readonly robot: number,
    readonly options: SensorManagerOptions,
  ) {}

  add(sensor: Sensor<never, unknown>): void {
    const { name, latency } = sensor;
    const check = new RequestCheck(`robot ${this.robot}, sensor '${name}'`);
    check.name(name, this.names);
    if (!(Number.isFinite(latency) && latency >= 0)) {
      check.refuse('latency', latency, 'a finite number of seconds, 0 or more');
    }
    sensor.attach(this);
    this.names.add(name);
  }

  ask<Request, Reply>(
    sensor: Sensor<Request, Reply>,
    request: Request,
    onReply: (reply: Reply) => void,
  ): PendingRequest {
    const { simulator, emit, world } = this.options;
    const { robot } = this;
    this.recordRequest(sensor.name, request);
    const pull = new PullRequest(this, sensor.name, simulator.now + sensor.latency, () => {
      const reply = sensor.calReply(request, world, robot, this.noiseOf(sensor.name));
      const time = simulator.now;
      this.options.readings?.add(reply, time, robot, sensor.name);
      emit?.({ type: 'sensorReply', time, robot, sensor: sensor.name, reply: this.options.replyRecords.of(reply) });
      onReply(reply);
    });
    this.underWay.push(pull);
    return pull;
  }

  activate<Request, Reply>(
    sensor: PushSensor<Request, Reply>,
    request: Request,
    settings: PushSettings<Reply>,
  ): Activation {
    this.recordRequest(sensor.name, request);
    const mode = settings.exact ? sensor.exactMode() : undefined;
    const activation =
      mode === undefined
        ? new PolledActivation(this, sensor, request, settings)
        : new ExactActivation(this, sensor, request, settings, mode);
    this.underWay.push(activation);
    return activation;
  }

  noiseOf(sensor: string): RandomStream {
    let noise = this.noises.get(sensor);
    if (noise === undefined) {
      noise = this.options.random.stream(`sensor/${this.robot}/${sensor}`);
      this.noises.set(sensor, noise);
    }
    return noise;
  }

  /** Records the report of a push sensor, and interrupts the motion if requested. */
  report(sensor: string, reply: unknown, interruptsMotion: boolean): void {
    const { simulator, emit, interrupt } = this.options;
    emit?.({ type: 'sensorEvent', time: simulator.now, robot: this.robot, sensor, reply: reply as TraceValue });
    if (interruptsMotion) interrupt(this.robot, sensor);
  }

  forget(work: Cancellable): void {
    const place = this.underWay.indexOf(work);
    if (place >= 0) this.underWay.splice(place, 1);
  }

  silence(): void {
    for (const work of this.underWay.splice(0)) work.cancel();
  }

  onEntry(range: number, wake: (other: Party, now: number) => void): Cancellable {
    return this.options.watch(this.robot, range, (id, now) => wake({ kind: 'robot', id }, now));
  }

  onTouch(wake: (party: Party, now: number) => void): Cancellable {
    const listener = { known: new Set(this.options.world.touching(this.robot).map(keyOfParty)), wake };
    this.touchListeners.add(listener);
    return { cancel: () => void this.touchListeners.delete(listener) };
  }

  touched(party: Party, now: number): void {
    const key = keyOfParty(party);
    for (const { known, wake } of this.touchListeners) {
      // A robot that keeps pushing against a wall touches it again and again; only the first touch is reported.
      if (known.has(key)) continue;
      known.add(key);
      wake(party, now);
    }
  }

  released(party: Party): void {
    for (const { known } of this.touchListeners) known.delete(keyOfParty(party));
  }

  private recordRequest(sensor: string, request: unknown): void {
    const { simulator, emit } = this.options;
    emit?.({ type: 'sensorRequest', time: simulator.now, robot: this.robot, sensor, request: request as TraceValue });
  }
}

function keyOfParty({ kind, id }: Party): string {
  return `${kind} ${id}`;
}

/** A sensor event of one robot that is scheduled once, or again and again. */
abstract class SensorEvent implements SimEvent {
  readonly class = EventClass.Sensor;
  readonly low: number;
  readonly high: number;
  protected handle: Handle | undefined;

  constructor(protected readonly host: RobotSensors) {
    this.low = host.robot;
    this.high = host.robot;
  }

  abstract run(now: number): void;
  abstract describe(): string;

  get isPending(): boolean {
    return this.handle?.state === 'pending';
  }

  cancel(): void {
    if (this.isPending) this.host.options.simulator.cancel(this.handle!);
    this.host.forget(this);
  }

  protected schedule(at: number): void {
    this.handle = this.host.options.simulator.schedule(at, this);
  }
}

class PullRequest extends SensorEvent implements PendingRequest {
  constructor(
    host: RobotSensors,
    private readonly sensor: string,
    at: number,
    private readonly answer: () => void,
  ) {
    super(host);
    this.schedule(at);
  }

  override run(): void {
    this.host.forget(this);
    this.answer();
  }

  override describe(): string {
    return `reply of sensor '${this.sensor}' to robot ${this.low}`;
  }
}

abstract class PushActivation<Request, Reply> extends SensorEvent implements Activation {
  isActive = true;

  constructor(
    host: RobotSensors,
    protected readonly sensor: PushSensor<Request, Reply>,
    protected readonly request: Request,
    protected readonly settings: PushSettings<Reply>,
  ) {
    super(host);
    this.schedule(host.options.simulator.now);
  }

  override describe(): string {
    return `look of sensor '${this.sensor.name}' of robot ${this.low}`;
  }

  override cancel(): void {
    if (!this.isActive) return;
    this.isActive = false;
    super.cancel();
  }

  protected report(reply: Reply): void {
    this.host.report(this.sensor.name, reply, this.settings.interruptsMotion);
    // The end of the replaced motion may have deactivated the sensor.
    if (this.isActive) this.settings.onEvent(reply);
  }
}

/** Reads the sensor at its start and at every multiple of the interval after it, so that no error accumulates. */
class PolledActivation<Request, Reply> extends PushActivation<Request, Reply> {
  private readonly start = this.host.options.simulator.now;
  private looks = 0;
  private before: Reply | undefined;

  override run(): void {
    const { host, sensor, before } = this;
    this.looks++;
    this.schedule(this.start + this.looks * this.settings.interval);
    const reply = sensor.calReply(this.request, host.options.world, host.robot, host.noiseOf(sensor.name));
    this.before = reply;
    if (sensor.shouldInterrupt(reply, before)) this.report(reply);
  }
}

/**
 * Reads the sensor once at its start, as a polled one does, and then when it is woken: after all contacts and motions of
 * that instant, and once for all parties that arrive at that instant.
 */
class ExactActivation<Request, Reply> extends PushActivation<Request, Reply> {
  private readonly source: Cancellable;
  private upon: Party[] = [];
  /** The previous reply and its time. */
  private last: { readonly time: number; readonly reply: Reply } | undefined;

  constructor(
    host: RobotSensors,
    sensor: PushSensor<Request, Reply>,
    request: Request,
    settings: PushSettings<Reply>,
    private readonly mode: ExactMode<Request, Reply>,
  ) {
    super(host, sensor, request, settings);
    this.source = mode.begin(request, host, (party, now) => this.wake(party, now));
  }

  override run(now: number): void {
    const { host, sensor, mode, upon } = this;
    this.upon = [];
    const noise = host.noiseOf(sensor.name);
    const reply = mode.calReplyUpon(this.request, upon, host.options.world, host.robot, noise);
    const isFirst = this.last === undefined;
    this.last = { time: now, reply };
    const isNews = isFirst
      ? sensor.shouldInterrupt(reply, undefined)
      : upon.some((party) => mode.mentions(reply, party));
    if (isNews) this.report(reply);
  }

  override cancel(): void {
    if (this.isActive) this.source.cancel();
    super.cancel();
  }

  private wake(party: Party, now: number): void {
    const { last } = this;
    const isKnown = last?.time === now && this.mode.mentions(last.reply, party);
    if (!this.isActive || isKnown) return;
    this.upon.push(party);
    if (!this.isPending) this.schedule(now);
  }
}
