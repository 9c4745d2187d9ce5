import type { TraceValue } from '@kineko/formats/trace';
import { type Agenda, EventClass, type Handle, type Random, type RandomStream, type SimEvent } from '@kineko/kernel';
import { ExactActivation, PolledActivation, type SensorSite } from '../sensors/activations.js';
import { RequestCheck } from '../sensors/request-check.js';
import type { SensorRecord } from '../sensors/sensor-records.js';
import type {
  Activation,
  Cancellable,
  Happenings,
  PendingRequest,
  PushSensor,
  PushSettings,
  Sensor,
  SensorPort,
} from '../sensors/sensor.js';
import type { Party, WorldView } from '../world-view.js';

/** Solves when robots come near each other. */
export interface ProximityWatch {
  /**
   * Has `onEntry` called, in an event of class Sensor, whenever another robot's rim comes within `range` metres of the
   * centre of this one: distance of the centres less the radius of the other. Who is there already does not come.
   */
  watch(robot: number, range: number, onEntry: (other: number, now: number) => void): Cancellable;
}

export interface SensorManagerOptions {
  /** The clock and the queue. */
  readonly simulator: Agenda;
  readonly world: WorldView;
  /** Each sensor's noise has a stream of its own, `sensor/<robot>/<name>`. */
  readonly random: Random;
  /** Interrupts the motion of a robot, if there is one; `by` is the name of the sensor. */
  readonly interrupt: (robot: number, by: string) => void;
  readonly watch: ProximityWatch;
  /** Where records go; without it none are made. */
  readonly emit?: (record: SensorRecord) => void;
}

/**
 * Runs the sensors of all robots: takes their requests, has each answered in an event of its time, repeats those of push
 * sensors and passes on what they tell. Of a world that changes at an instant, sensors see what is left of the change:
 * contacts, motions and deliveries come before them, authors' code after.
 */
export class SensorManager {
  private readonly options: SensorManagerOptions;
  private readonly robots = new Map<number, RobotSensors>();

  constructor(options: SensorManagerOptions) {
    this.options = options;
  }

  /** Gives a robot a sensor of its own, and the sensor back. */
  equip<S extends Sensor<never, unknown>>(robot: number, sensor: S): S {
    let sensors = this.robots.get(robot);
    if (sensors === undefined) {
      this.options.world.radiusOf(robot); // who is not there is refused
      sensors = new RobotSensors(robot, this.options);
      this.robots.set(robot, sensors);
    }
    sensors.add(sensor);
    return sensor;
  }

  /** A robot has come to touch someone: what exact contact and bump sensors wait for. */
  touched(robot: number, kind: Party['kind'], id: number, now: number): void {
    this.robots.get(robot)?.touched({ kind, id }, now);
  }

  /** A robot touches someone no more; only after this is touching them news again. */
  released(robot: number, kind: Party['kind'], id: number): void {
    this.robots.get(robot)?.released({ kind, id });
  }

  /** Calls off all that a robot's sensors have under way, for instance because it has broken down. */
  silence(robot: number): void {
    this.robots.get(robot)?.silence();
  }
}

/** One who waits for touches, and whom the robot touches as far as it knows. */
interface TouchListener {
  readonly known: Set<string>;
  readonly wake: (party: Party, now: number) => void;
}

/** The sensors of one robot, and what they have under way. */
class RobotSensors implements SensorPort, SensorSite, Happenings {
  private readonly options: SensorManagerOptions;
  private readonly names = new Set<string>();
  private readonly underWay = new Set<Cancellable>();
  private readonly touchListeners = new Set<TouchListener>();

  constructor(
    readonly robot: number,
    options: SensorManagerOptions,
  ) {
    this.options = options;
  }

  get simulator(): Agenda {
    return this.options.simulator;
  }

  get world(): WorldView {
    return this.options.world;
  }

  get happenings(): Happenings {
    return this;
  }

  add(sensor: Sensor<never, unknown>): void {
    const { name, latency } = sensor;
    const check = new RequestCheck(`robot ${this.robot}, sensor '${name}'`);
    check.name(name, this.names);
    if (!(Number.isFinite(latency) && latency >= 0)) {
      check.refuse('latency', latency, 'seconds, a finite number that is 0 or more');
    }
    sensor.attach(this);
    this.names.add(name);
  }

  ask<Request, Reply>(
    sensor: Sensor<Request, Reply>,
    request: Request,
    onReply: (reply: Reply) => void,
  ): PendingRequest {
    this.recordRequest(sensor.name, request);
    const pull = new PullRequest(this, sensor.name, () => {
      const reply = sensor.calReply(request, this.world, this.robot, this.noiseOf(sensor.name));
      const time = this.simulator.now;
      this.options.emit?.({
        type: 'sensorReply',
        time,
        robot: this.robot,
        sensor: sensor.name,
        reply: reply as TraceValue,
      });
      onReply(reply);
    });
    pull.schedule(this.simulator.now + sensor.latency);
    this.underWay.add(pull);
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
    this.underWay.add(activation);
    return activation;
  }

  noiseOf(sensor: string): RandomStream {
    return this.options.random.stream(`sensor/${this.robot}/${sensor}`);
  }

  tell(sensor: string, reply: unknown, interruptsMotion: boolean): void {
    const time = this.simulator.now;
    this.options.emit?.({ type: 'sensorEvent', time, robot: this.robot, sensor, reply: reply as TraceValue });
    if (interruptsMotion) this.options.interrupt(this.robot, sensor);
  }

  forget(work: Cancellable): void {
    this.underWay.delete(work);
  }

  silence(): void {
    for (const work of this.underWay) work.cancel();
  }

  onEntry(range: number, wake: (other: Party, now: number) => void): Cancellable {
    return this.options.watch.watch(this.robot, range, (id, now) => wake({ kind: 'robot', id }, now));
  }

  onTouch(wake: (party: Party, now: number) => void): Cancellable {
    const listener = { known: new Set(this.world.touching(this.robot).map(keyOfParty)), wake };
    this.touchListeners.add(listener);
    return { cancel: () => void this.touchListeners.delete(listener) };
  }

  touched(party: Party, now: number): void {
    const key = keyOfParty(party);
    for (const { known, wake } of this.touchListeners) {
      // Who pushes on against a wall touches it anew, and that is no news.
      if (known.has(key)) continue;
      known.add(key);
      wake(party, now);
    }
  }

  released(party: Party): void {
    for (const { known } of this.touchListeners) known.delete(keyOfParty(party));
  }

  private recordRequest(sensor: string, request: unknown): void {
    const time = this.simulator.now;
    this.options.emit?.({ type: 'sensorRequest', time, robot: this.robot, sensor, request: request as TraceValue });
  }
}

function keyOfParty({ kind, id }: Party): string {
  return `${kind} ${id}`;
}

/** A request on its way to its answer. */
class PullRequest implements PendingRequest, SimEvent {
  readonly class = EventClass.Sensor;
  readonly low: number;
  readonly high: number;
  private handle: Handle | undefined;

  constructor(
    private readonly site: SensorSite,
    private readonly sensor: string,
    private readonly answer: () => void,
  ) {
    this.low = site.robot;
    this.high = site.robot;
  }

  schedule(at: number): void {
    this.handle = this.site.simulator.schedule(at, this);
  }

  get isPending(): boolean {
    return this.handle?.state === 'pending';
  }

  run(): void {
    this.site.forget(this);
    this.answer();
  }

  describe(): string {
    return `reply of sensor '${this.sensor}' to robot ${this.site.robot}`;
  }

  cancel(): void {
    if (this.handle?.state !== 'pending') return;
    this.site.simulator.cancel(this.handle);
    this.site.forget(this);
  }
}
