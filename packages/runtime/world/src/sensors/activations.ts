/** The two ways in which a push sensor works: looking at an interval, and being woken. */
import { type Agenda, EventClass, type Handle, type RandomStream, type SimEvent } from '@kineko/kernel';
import type { Party, WorldView } from '../world-view.js';
import type { Activation, Cancellable, ExactMode, Happenings, PushSensor, PushSettings } from './sensor.js';

/** What the sensors of one robot need to work. */
export interface SensorSite {
  readonly robot: number;
  readonly simulator: Agenda;
  readonly world: WorldView;
  readonly happenings: Happenings;
  noiseOf(sensor: string): RandomStream;
  /** Puts on record what a push sensor tells, and interrupts the motion if it is to. */
  tell(sensor: string, reply: unknown, interruptsMotion: boolean): void;
  /** What was under way is over. */
  forget(work: Cancellable): void;
}

/** What both have in common: one event that is scheduled again and again, and the telling. */
abstract class PushActivation<Request, Reply> implements Activation, SimEvent {
  readonly class = EventClass.Sensor;
  readonly low: number;
  readonly high: number;
  isActive = true;
  protected next: Handle | undefined;

  constructor(
    protected readonly site: SensorSite,
    protected readonly sensor: PushSensor<Request, Reply>,
    protected readonly request: Request,
    private readonly settings: PushSettings<Reply>,
  ) {
    this.low = site.robot;
    this.high = site.robot;
  }

  abstract run(now: number): void;

  describe(): string {
    return `look of sensor '${this.sensor.name}' of robot ${this.site.robot}`;
  }

  cancel(): void {
    if (!this.isActive) return;
    this.isActive = false;
    if (this.next?.state === 'pending') this.site.simulator.cancel(this.next);
    this.site.forget(this);
  }

  protected tell(reply: Reply): void {
    this.site.tell(this.sensor.name, reply, this.settings.interruptsMotion);
    // The end of the replaced motion may have deactivated the sensor.
    if (this.isActive) this.settings.onEvent(reply);
  }
}

/** Looks at its start, and at every whole number of intervals after it: no error adds up. */
export class PolledActivation<Request, Reply> extends PushActivation<Request, Reply> {
  private readonly start: number;
  private readonly interval: number;
  private looks = 0;
  private before: Reply | undefined;

  constructor(site: SensorSite, sensor: PushSensor<Request, Reply>, request: Request, settings: PushSettings<Reply>) {
    super(site, sensor, request, settings);
    this.start = site.simulator.now;
    this.interval = settings.interval;
    this.next = site.simulator.schedule(this.start, this);
  }

  override run(): void {
    this.looks++;
    this.next = this.site.simulator.schedule(this.start + this.looks * this.interval, this);
    const { site, sensor } = this;
    const reply = sensor.calReply(this.request, site.world, site.robot, site.noiseOf(sensor.name));
    const before = this.before;
    this.before = reply;
    if (sensor.shouldInterrupt(reply, before)) this.tell(reply);
  }
}

/**
 * Looks once at its start, as a polled one does, and then when it is woken: after all contacts and motions of that
 * instant, and once for all who come at that instant.
 */
export class ExactActivation<Request, Reply> extends PushActivation<Request, Reply> {
  private readonly mode: ExactMode<Request, Reply>;
  private readonly source: Cancellable;
  private upon: Party[] = [];
  /** The look before, and when it was. */
  private last: { readonly time: number; readonly reply: Reply } | undefined;

  constructor(
    site: SensorSite,
    sensor: PushSensor<Request, Reply>,
    request: Request,
    settings: PushSettings<Reply>,
    mode: ExactMode<Request, Reply>,
  ) {
    super(site, sensor, request, settings);
    this.mode = mode;
    this.next = site.simulator.schedule(site.simulator.now, this);
    this.source = mode.begin(request, site.happenings, this.wake);
  }

  override run(now: number): void {
    const upon = this.upon;
    this.upon = [];
    const { site, sensor } = this;
    const noise = site.noiseOf(sensor.name);
    const reply = this.mode.calReplyUpon(this.request, upon, site.world, site.robot, noise);
    const isFirst = this.last === undefined;
    this.last = { time: now, reply };
    const isNews = isFirst
      ? sensor.shouldInterrupt(reply, undefined)
      : upon.some((party) => this.mode.tellsOf(reply, party));
    if (isNews) this.tell(reply);
  }

  override cancel(): void {
    if (this.isActive) this.source.cancel();
    super.cancel();
  }

  private readonly wake = (party: Party, now: number): void => {
    const last = this.last;
    const isKnown = last?.time === now && this.mode.tellsOf(last.reply, party);
    if (!this.isActive || isKnown) return;
    this.upon.push(party);
    if (this.next?.state !== 'pending') this.next = this.site.simulator.schedule(now, this);
  };
}
