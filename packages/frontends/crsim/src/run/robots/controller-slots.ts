/** The robots of an environment: which controllers are connected, and which ones a step waits for. */
import { unknownName } from '@kineko/formats/problem';
import { described, integerFrom } from '@kineko/formats/shape';
import type { WallClock } from '@kineko/kernel/pacing';
import * as z from 'zod/mini';
import type { CrsimModel } from '../../format/model.js';
import type { StepOutcome } from '../steps/environment.js';
import { BadLine, readLine, type RobotAbilities, type StepRequests } from '../steps/requests.js';
import type { RobotControllers } from '../steps/robot-controllers.js';
import type { Catalogue } from '../world/catalogue.js';
import { ControllerSlot, MAX_PREFETCH } from './controller-slot.js';
import { JsonLine, type Line, type RobotLink } from './link.js';

export interface ControllerSlotsOptions {
  readonly model: CrsimModel;
  readonly catalogue: Catalogue;
  readonly millisPerStep: () => number;
  readonly clock: WallClock;
  /** Time that a step waits for a controller (ms, default: 5000). */
  readonly deadlineMs?: number | undefined;
  /** Minimum duration of a step without any controller (ms, default: 0), so that the run does not race on. */
  readonly restMs?: number;
  /** Whether the run ends when all controllers have left. */
  readonly endsWithControllers?: boolean;
  /** Called with human-readable status lines. */
  readonly onStatus?: (text: string) => void;
  /** A controller has connected or left. */
  readonly changed?: () => void;
}

const DEADLINE_MS = 5000;

/** The first line of a controller. */
const introduction = z.strictObject({
  name: z.string(described('the name of a robot')),
  prefetch: z._default(integerFrom(0, MAX_PREFETCH), 0),
  token: z.optional(z.unknown()),
});

/** The input side of a connected controller. */
export interface ConnectedController {
  readonly name: string;
  /** A line has arrived; `read` throws a `BadLine` if it is invalid. `text` is the line, if it arrived as text. */
  receive(read: () => unknown, text?: string): void;
  /** Something has arrived that is not a line. */
  reject(why: string): void;
  left(): void;
}

export class ControllerSlots implements RobotControllers {
  private readonly slots: readonly ControllerSlot[];
  private readonly byName: ReadonlyMap<string, ControllerSlot>;
  private isWaiting = false;
  private isResting = false;
  private isDisconnectingAll = false;
  private cancelTimer: (() => void) | undefined;
  private onReady: (() => void) | undefined;
  /** The slots before this one were ready when that was last checked. */
  private firstLate = 0;
  private isRunning = false;
  private hadControllers = false;

  constructor(private readonly options: ControllerSlotsOptions) {
    const listener = {
      changed: () => this.notifyIfReady(),
      status: (text: string) => options.onStatus?.(text),
      freed: ({ name }: ControllerSlot) => this.freed(name),
    };
    this.slots = options.model.robots.map(({ name }, id) => new ControllerSlot(name, this.abilitiesOf(id), listener));
    this.byName = new Map(this.slots.map((slot) => [slot.name, slot]));
  }

  get names(): readonly string[] {
    return this.slots.map(({ name }) => name);
  }

  /** The robots without a controller. */
  get missing(): readonly string[] {
    return this.slots.filter(({ isTaken }) => !isTaken).map(({ name }) => name);
  }

  isTaken(name: string): boolean {
    return this.byName.get(name)?.isTaken === true;
  }

  /** Connects a controller by its first line; throws a `BadLine` if it cannot have that robot. */
  admit(value: unknown, link: RobotLink): ConnectedController {
    const { name, prefetch } = readLine(introduction, value);
    const slot = this.byName.get(name);
    if (slot === undefined) {
      throw new BadLine(unknownName('robot', name, this.names.slice(0, 20)));
    }
    if (slot.isTaken) throw new BadLine(`robot ${name} is connected already: each has its own name`);
    slot.connect(link, prefetch);
    this.hadControllers = true;
    link.send(new JsonLine({ timeStepMillis: this.options.millisPerStep() }));
    this.options.onStatus?.(`Robot ${name} connected${prefetch > 0 ? `, up to ${prefetch} steps ahead` : ''}`);
    this.options.changed?.();
    return {
      name,
      receive: (read, text) => slot.receive(read, text),
      reject: (why) => slot.reject(why),
      left: () => slot.leave(link),
    };
  }

  sendToAll(line: Line): void {
    for (const slot of this.slots) slot.send(line);
  }

  ask(step: number): void {
    this.isRunning = true;
    const line = new JsonLine({ timestep: step });
    for (const slot of this.slots) slot.ask(line);
    this.firstLate = 0;
    this.isWaiting = true;
    if (this.slots.some(({ isAwaited }) => isAwaited)) return;
    // If all connected controllers are late, the step waits for them again.
    if (this.slots.some(({ isTaken }) => isTaken)) for (const slot of this.slots) slot.awaitAgain();
    else this.rest();
  }

  take(): StepRequests | undefined {
    if (!this.isReady) {
      this.startDeadline();
      return undefined;
    }
    this.endWaiting();
    const taken: StepRequests[number][] = [];
    for (const slot of this.slots) {
      const requests = slot.take();
      if (requests !== undefined) taken.push([slot.name, requests]);
    }
    return taken;
  }

  whenReady(callback: () => void): void {
    this.onReady = callback;
  }

  answer({ answers }: StepOutcome): void {
    for (let i = 0; i < this.slots.length; i++) this.slots[i]!.answer(answers[i]!);
  }

  get endReason(): string | undefined {
    const { endsWithControllers = false } = this.options;
    const isOver = endsWithControllers && this.hadControllers && this.slots.every(({ isTaken }) => !isTaken);
    return isOver ? 'all robots have left' : undefined;
  }

  /** Disconnects all controllers after a run, since their state belongs to that run. */
  reset(): void {
    this.isRunning = false;
    this.endWaiting();
    this.disconnectAll('the run has ended: connect again for the next one');
  }

  close(): void | Promise<void> {
    this.endWaiting();
    this.disconnectAll();
  }

  private freed(name: string): void {
    this.options.onStatus?.(`Robot ${name} disconnected${this.isRunning ? ': it stands still' : ''}`);
    if (!this.isDisconnectingAll) this.options.changed?.();
    this.notifyIfReady();
  }

  private disconnectAll(reason?: string): void {
    this.isDisconnectingAll = true;
    for (const slot of this.slots) slot.close(reason);
    this.isDisconnectingAll = false;
  }

  private get isReady(): boolean {
    if (this.isResting) return false;
    // Called for each answer, so it continues where it stopped: all slots are checked only once the last one is ready.
    const { slots } = this;
    while (this.firstLate < slots.length && slots[this.firstLate]!.isReady) this.firstLate++;
    if (this.firstLate < slots.length) return false;
    this.firstLate = slots.findIndex(({ isReady }) => !isReady);
    if (this.firstLate >= 0) return false;
    this.firstLate = slots.length;
    return true;
  }

  private rest(): void {
    const { clock, restMs = 0 } = this.options;
    if (restMs === 0) return;
    this.isResting = true;
    this.cancelTimer = clock.after(restMs, () => {
      this.endResting();
      this.notifyIfReady();
    });
  }

  private endResting(): void {
    this.isResting = false;
    this.cancelTimer?.();
    this.cancelTimer = undefined;
  }

  private startDeadline(): void {
    if (!this.isWaiting || this.cancelTimer !== undefined) return;
    const { clock, deadlineMs = DEADLINE_MS } = this.options;
    this.cancelTimer = clock.after(deadlineMs, () => this.continueWithoutLate());
  }

  private continueWithoutLate(): void {
    this.cancelTimer = undefined;
    for (const slot of this.slots) {
      if (slot.isReady) continue;
      // Closes its question: it is neither waited for nor asked again before it answers.
      slot.take();
      this.options.onStatus?.(`robot ${slot.name} has not answered in time: it is idle until it does`);
    }
    this.notifyIfReady();
  }

  private endWaiting(): void {
    this.isWaiting = false;
    this.endResting();
  }

  private notifyIfReady(): void {
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
