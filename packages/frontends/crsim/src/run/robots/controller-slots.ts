/** The robots of an environment: who has connected, who is waited for, and for how long. */
import { unknownName } from '@kineko/formats/problem';
import { described, integerFrom } from '@kineko/formats/shape';
import * as z from 'zod/mini';
import type { CrsimModel } from '../../format/model.js';
import type { RobotControllers } from '../steps/robot-controllers.js';
import type { StepOutcome } from '../steps/environment.js';
import { BadLine, readLine, type RobotAbilities, type StepRequests } from '../steps/requests.js';
import type { Catalogue } from '../world/catalogue.js';
import { Line, type RobotLink, type WallTime } from './link.js';
import { MAX_PREFETCH, ControllerSlot } from './controller-slot.js';

export interface ControllerSlotsOptions {
  readonly model: CrsimModel;
  readonly catalogue: Catalogue;
  readonly millisPerStep: () => number;
  readonly clock: WallTime;
  /** How long a step waits for a robot; then it goes on without it (ms). */
  readonly deadlineMs?: number;
  /** How long a step takes at least in which nobody sits anywhere, so that a run does not race on for nobody (ms). Default: 0. */
  readonly restMs?: number;
  /** For people. */
  readonly onStatus?: (text: string) => void;
  /** Somebody has come or gone. */
  readonly changed?: () => void;
}

/** Milliseconds. */
export const DEADLINE_MS = 5000;

/** What a robot says of itself first. */
const introduction = z.strictObject({
  name: z.string(described('the name of a robot')),
  prefetch: z._default(integerFrom(0, MAX_PREFETCH), 0),
  token: z.optional(z.unknown()),
});

/** Who sits in a slot, for whoever brings their lines. */
export interface ConnectedController {
  readonly name: string;
  /** A line came; `read` throws a `BadLine` if it is none. */
  receive(read: () => unknown): void;
  /** Something came that is no line. */
  reject(why: string): void;
  left(): void;
}

export class ControllerSlots implements RobotControllers {
  private readonly options: ControllerSlotsOptions;
  private readonly slots: readonly ControllerSlot[];
  private readonly byName: ReadonlyMap<string, ControllerSlot>;
  private isWaiting = false;
  private isResting = false;
  private isLettingGo = false;
  private callOff: (() => void) | undefined;
  private onReady: (() => void) | undefined;
  private isRunning = false;
  /** Why the run should end, once everybody who was there has left. */
  endsWithRobots = false;
  private hadRobots = false;

  constructor(options: ControllerSlotsOptions) {
    this.options = options;
    const reports = {
      changed: () => this.tellIfReady(),
      status: (text: string) => options.onStatus?.(text),
      freed: (slot: ControllerSlot) => this.freed(slot),
    };
    this.slots = options.model.robots.map(({ name }, id) => new ControllerSlot(name, this.abilitiesOf(id), reports));
    this.byName = new Map(this.slots.map((slot) => [slot.name, slot]));
  }

  get names(): readonly string[] {
    return this.slots.map(({ name }) => name);
  }

  get missing(): readonly string[] {
    return this.slots.filter(({ isTaken }) => !isTaken).map(({ name }) => name);
  }

  isTaken(name: string): boolean {
    return this.byName.get(name)?.isTaken === true;
  }

  /** Gives a robot its slot by the first line it sent; throws a `BadLine` if it cannot have it. */
  admit(value: unknown, link: RobotLink): ConnectedController {
    const { name, prefetch } = readLine(introduction, value);
    const slot = this.byName.get(name);
    if (slot === undefined) {
      throw new BadLine(unknownName('robot', name, this.names.slice(0, 20)));
    }
    if (slot.isTaken) throw new BadLine(`robot ${name} has connected already: each has a name of its own`);
    slot.sit(link, prefetch);
    this.hadRobots = true;
    link.send(new Line({ timeStepMillis: this.options.millisPerStep() }));
    this.options.onStatus?.(`Robot ${name} connected${prefetch > 0 ? `, up to ${prefetch} steps ahead` : ''}`);
    this.options.changed?.();
    return {
      name,
      receive: (read) => slot.receive(read),
      reject: (why) => slot.reject(why),
      left: () => slot.leave(link),
    };
  }

  private freed({ name }: ControllerSlot): void {
    this.options.onStatus?.(`Robot ${name} disconnected${this.isRunning ? ': it stands where it is' : ''}`);
    if (!this.isLettingGo) this.options.changed?.();
    this.tellIfReady();
  }

  /** Something that all who are there should know. */
  sendToAll(line: Line): void {
    for (const slot of this.slots) slot.tell(line);
  }

  ask(step: number): void {
    this.isRunning = true;
    const line = new Line({ timestep: step });
    for (const slot of this.slots) slot.ask(line);
    this.isWaiting = true;
    if (this.slots.some(({ isAwaited }) => isAwaited)) return;
    // Of those who are late none is left behind by the others: there are none.
    if (this.slots.some(({ isTaken }) => isTaken)) for (const slot of this.slots) slot.awaitAgain();
    else this.rest();
  }

  private rest(): void {
    const { clock, restMs = 0 } = this.options;
    if (restMs === 0) return;
    this.isResting = true;
    this.callOff = clock.after(restMs, () => {
      this.endResting();
      this.tellIfReady();
    });
  }

  private endResting(): void {
    this.isResting = false;
    this.callOff?.();
    this.callOff = undefined;
  }

  private get isReady(): boolean {
    return !this.isResting && this.slots.every(({ isReady }) => isReady);
  }

  take(): StepRequests | undefined {
    if (!this.isReady) {
      this.startDeadline();
      return undefined;
    }
    this.endWaiting();
    return this.slots.flatMap((slot) => {
      const requests = slot.take();
      return requests === undefined ? [] : [[slot.name, requests] as const];
    });
  }

  whenReady(callback: () => void): void {
    this.onReady = callback;
  }

  answer({ answers }: StepOutcome): void {
    for (const [i, slot] of this.slots.entries()) slot.answer(answers[i]!);
  }

  get endReason(): string | undefined {
    const isOver = this.endsWithRobots && this.hadRobots && this.slots.every(({ isTaken }) => !isTaken);
    return isOver ? 'all robots have left' : undefined;
  }

  /** The run is over: robots are let go, for what they know is of that run. */
  reset(): void {
    this.isRunning = false;
    this.endWaiting();
    this.letGo('the run has ended: connect anew for the next one');
  }

  close(): void {
    this.endWaiting();
    this.letGo();
  }

  /** All of them, which is no news to who wants it. */
  private letGo(reason?: string): void {
    this.isLettingGo = true;
    for (const slot of this.slots) slot.close(reason);
    this.isLettingGo = false;
  }

  private startDeadline(): void {
    if (!this.isWaiting || this.callOff !== undefined) return;
    const { clock, deadlineMs = DEADLINE_MS } = this.options;
    this.callOff = clock.after(deadlineMs, () => this.goOnWithout());
  }

  private goOnWithout(): void {
    this.callOff = undefined;
    for (const slot of this.slots) {
      if (slot.isReady) continue;
      // Its question is closed, so that it is neither waited for nor asked again before it answers.
      slot.take();
      this.options.onStatus?.(`robot ${slot.name} has not answered in time: it is idle until it does`);
    }
    this.tellIfReady();
  }

  private endWaiting(): void {
    this.isWaiting = false;
    this.endResting();
  }

  private tellIfReady(): void {
    if (!this.isWaiting || !this.isReady) return;
    const callback = this.onReady;
    this.onReady = undefined;
    callback?.();
  }

  private abilitiesOf(id: number): RobotAbilities {
    const { model, catalogue } = this.options;
    const { sensors } = model.robots[id]!;
    const actions = new Map(sensors.map(({ id: sensor, type }) => [sensor, catalogue.sensors.get(type)?.action]));
    const names = new Set(model.robots.map(({ name }) => name));
    return {
      sensorAction: (sensor) => actions.get(sensor),
      hasEffector: (action) => catalogue.effectors.has(action),
      isRobot: (name) => names.has(name),
    };
  }
}
