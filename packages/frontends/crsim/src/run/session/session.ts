/** A session of an environment: its states, its controllers, viewers and panels, and one run after the other. It uses no sockets. */
import type { TraceRecord } from '@kineko/formats/trace';
import { messageOf } from '@kineko/kernel';
import { Pacer, type WallClock } from '@kineko/kernel/pacing';
import type { Communications, CrsimModel } from '../../format/model.js';
import { type ConnectedController, ControllerSlots } from '../robots/controller-slots.js';
import { JsonLine, type RobotLink } from '../robots/link.js';
import type { CrsimScenario } from '../scenario.js';
import type { LocationUpdate } from '../steps/environment.js';
import { BadLine } from '../steps/requests.js';
import { CrsimRun, type RunPlan } from '../steps/run.js';
import { type Thing, Things } from '../world/things.js';
import { nameOfState, Refusal, type State, STATE } from './states.js';
import { type ViewerLimits, Viewers } from './viewers.js';

/** Keeps the records of one run. */
export interface SessionRecorder {
  emit(record: TraceRecord): void;
  /** Resolves to a status line about the record. */
  finish(): Promise<string>;
}

export interface SessionOptions {
  readonly clock: WallClock;
  /** Reads the model that a panel names; throws if it is invalid. */
  readonly load: (file: string) => Promise<CrsimScenario>;
  readonly seed: () => number;
  readonly deadlineMs?: number | undefined;
  readonly recorder?: (() => Promise<SessionRecorder>) | undefined;
  readonly viewerLimits?: Partial<ViewerLimits> | undefined;
}

export interface SessionListener {
  /** A human-readable line that begins with step and time. */
  status?(line: string): void;
  /** Objects have moved in a step. */
  moved?(updates: readonly LocationUpdate[]): void;
  /** A model was loaded: controllers may connect. */
  loaded?(): void;
  /** A run has ended, and all controllers were disconnected. */
  ended?(): void;
}

/** Status lines that are kept for panels that connect later. */
const MAX_LATEST = 200;

/** Minimum duration of a step without controllers, so that viewers see it and the record stays small. */
const REST_MS = 10;

interface Loaded {
  readonly scenario: CrsimScenario;
  readonly plan: RunPlan;
}

export class Session {
  readonly viewers: Viewers;
  /** The latest status lines, oldest first. */
  readonly latestStatus: string[] = [];
  private readonly listeners = new Set<SessionListener>();
  /** Holds the run between steps only. */
  private readonly pacer: Pacer;
  private current: State = STATE.initial;
  private loaded: Loaded | undefined;
  /** The slots of the loaded model. */
  slots: ControllerSlots | undefined;
  private run: CrsimRun | undefined;
  /** Whether the run begins when all controllers are connected. */
  private startsAutomatically = true;
  private begun: Promise<void> = Promise.resolve();
  private ended: Promise<void> = Promise.resolve();
  /** Callers that each wait for one step. */
  private readonly stepping: ((steps: number | undefined) => void)[] = [];
  /** Pause after each step (ms). */
  stepPauseTime = 0;

  constructor(private readonly options: SessionOptions) {
    this.viewers = new Viewers(options.clock, options.viewerLimits);
    const mayHold = (): boolean => this.run?.isAsking === true;
    this.pacer = new Pacer({ factor: Infinity, mayHold, wallClock: options.clock });
    this.pacer.count = () => this.step;
  }

  listen(listener: SessionListener): void {
    this.listeners.add(listener);
  }

  get state(): State {
    return this.current;
  }

  get isPaused(): boolean {
    return this.current === STATE.running && this.pacer.paused;
  }

  get step(): number {
    return this.run?.step ?? 0;
  }

  get model(): CrsimModel | undefined {
    return this.loaded?.plan.model;
  }

  get scenario(): CrsimScenario | undefined {
    return this.loaded?.scenario;
  }

  /** The environment of the current run. */
  get environment(): CrsimRun['environment'] | undefined {
    return this.run?.environment;
  }

  /** The objects of the model in their initial state. */
  initialThings(): readonly Thing[] {
    const { model, catalogue } = this.requireLoaded().plan;
    return new Things(model, catalogue.shapes).all;
  }

  /** Sends a status line to all panels. */
  reportStatus(text: string): void {
    const seconds = Math.floor((this.step * (this.loaded?.plan.millisPerStep ?? 0)) / 1000);
    const line = `${this.step}(${seconds} seconds) - ${text}`;
    this.latestStatus.push(line);
    if (this.latestStatus.length > MAX_LATEST) this.latestStatus.shift();
    for (const { status } of this.listeners) status?.(line);
  }

  // Commands of the master.

  async load(file: string): Promise<void> {
    this.requireState('load', STATE.initial, STATE.loaded);
    const scenario = await this.options.load(file);
    const plan = await scenario.plan();
    // Finds an invalid placement before controllers connect.
    await new CrsimRun(plan, { seed: 0 }).close();
    this.requireState('load', STATE.initial, STATE.loaded);
    void this.slots?.close();
    this.loaded = { scenario, plan };
    this.startsAutomatically = true;
    for (const line of describeModel(plan.model)) this.reportStatus(line);
    this.openSlots();
    if (this.current === STATE.initial) this.enter(STATE.loaded);
    else this.reportStatus(`Environment is now ${scenario.source.path}`);
    for (const { loaded } of this.listeners) loaded?.();
  }

  /** Begins without the missing controllers, or continues after a pause; resolves when it runs. */
  async start(): Promise<void> {
    this.requireState('start', STATE.loaded, STATE.running);
    if (this.current === STATE.loaded) {
      await this.begin();
      return;
    }
    if (!this.pacer.paused) throw new Refusal('the run is not paused');
    this.reportStatus('Simulation continues');
    this.pacer.resume();
  }

  pause(): void {
    this.requireState('pause', STATE.running);
    if (this.pacer.paused) return;
    this.pacer.pause();
    this.reportStatus('Simulation is paused');
  }

  /** One step of a paused run; resolves to the number of steps when it has ended. */
  async stepOnce(): Promise<number> {
    this.requireState('step', STATE.running);
    if (!this.pacer.paused) throw new Refusal('step needs a paused run: pause it first');
    const done = new Promise<number | undefined>((resolve) => void this.stepping.push(resolve));
    this.pacer.step();
    const steps = await done;
    if (steps === undefined) throw new Refusal('the run ended before the step');
    return steps;
  }

  /** Ends the run; resolves when the model is in its initial state again. */
  async stop(reason = 'stopped by a panel'): Promise<void> {
    this.requireState('stop', STATE.running);
    this.run!.shutDown(reason);
    this.release();
    await this.ended;
  }

  get millisPerStep(): number {
    return this.requireLoaded().plan.millisPerStep;
  }

  set millisPerStep(millis: number) {
    this.requireState('setmillisperstep', STATE.loaded);
    this.change({ millisPerStep: millis });
    this.slots?.sendToAll(new JsonLine({ timeStepMillis: millis }));
    this.reportStatus(`Time-step is ${millis} ms`);
  }

  get communications(): Communications {
    return this.requireLoaded().plan.communications;
  }

  set communications(communications: Communications) {
    this.requireState('setcommunications', STATE.loaded);
    this.change({ communications });
    this.reportStatus(`Communications are ${communications.enabled ? 'on' : 'off'}`);
  }

  /** Ends the session; resolves when the run, if any, has ended. */
  async close(): Promise<void> {
    await this.begun;
    if (this.current === STATE.running) await this.stop('the environment ends');
    void this.slots?.close();
    this.viewers.close();
  }

  /** Connects a controller; throws a `BadLine` if it is refused. */
  admit(introduction: unknown, link: RobotLink): ConnectedController {
    if (this.slots === undefined) throw new BadLine('no model is loaded yet: connect again later');
    return this.slots.admit(introduction, link);
  }

  requireState(what: string, ...states: State[]): void {
    if (states.includes(this.current)) return;
    const expected = states.map(nameOfState).join(' or ');
    throw new Refusal(`${what}: expected state ${expected}, got ${nameOfState(this.current)}`);
  }

  /** Releases the run and the callers that wait for a step. */
  private release(): void {
    for (const resolve of this.stepping.splice(0)) resolve(undefined);
    this.pacer.holdFor(0);
    this.pacer.resume();
  }

  private requireLoaded(): Loaded {
    if (this.loaded === undefined) throw new Refusal('no model is loaded: load one first');
    return this.loaded;
  }

  private change(values: Partial<RunPlan>): void {
    const { scenario, plan } = this.requireLoaded();
    this.loaded = { scenario, plan: { ...plan, ...values } };
  }

  private enter(state: State): void {
    const before = this.current;
    this.current = state;
    this.reportStatus(`Environment changed state: ${before} --> ${state}`);
  }

  private openSlots(): void {
    const { plan } = this.requireLoaded();
    this.slots = new ControllerSlots({
      model: plan.model,
      catalogue: plan.catalogue,
      millisPerStep: () => this.loaded!.plan.millisPerStep,
      clock: this.options.clock,
      restMs: REST_MS,
      deadlineMs: this.options.deadlineMs,
      onStatus: (text) => this.reportStatus(text),
      changed: () => this.controllersChanged(),
    });
  }

  private controllersChanged(): void {
    const { missing, names } = this.slots!;
    if (this.current === STATE.loaded && this.startsAutomatically && missing.length === 0 && names.length > 0) {
      void this.begin();
    } else if (this.current === STATE.running && missing.length === names.length && !this.pacer.paused) {
      this.reportStatus('No robot is left');
      this.pause();
    }
  }

  /** Resolves when the run has begun or failed. */
  private begin(): Promise<void> {
    this.begun = new Promise((resolve) => {
      const failed = (error: unknown): void => {
        this.reportStatus(`Simulation failed: ${messageOf(error)}`);
        this.startsAutomatically = false;
        if (this.current !== STATE.loaded) this.enter(STATE.loaded);
      };
      this.ended = this.execute(resolve).catch(failed).finally(resolve);
    });
    return this.begun;
  }

  private async execute(hasBegun: () => void): Promise<void> {
    const { plan } = this.requireLoaded();
    const slots = this.slots!;
    this.enter(STATE.robots);
    const recorder = await this.options.recorder?.();
    const run = new CrsimRun(plan, {
      seed: this.options.seed(),
      emit: recorder && ((record) => recorder.emit(record)),
      controllers: slots,
      gate: this.pacer,
      listener: {
        stepBegins: (step) => {
          this.stepping.shift()?.(step);
          if (this.stepPauseTime > 0) this.pacer.holdFor(this.stepPauseTime);
        },
        stepEnds: ({ step, updates }) => {
          this.viewers.update(step, updates);
          for (const { moved } of this.listeners) moved?.(updates);
        },
      },
    });
    this.run = run;
    const { environment } = run;
    this.viewers.show({
      width: plan.model.width,
      depth: plan.model.depth,
      walls: plan.model.walls,
      timeStepMillis: plan.millisPerStep,
      step: () => environment.step,
      objects: () => environment.objects(),
      snapshot: () => environment.snapshot(environment.step),
    });
    this.enter(STATE.sentObjects);
    this.enter(STATE.running);
    hasBegun();
    try {
      await run.advance();
    } finally {
      await this.finish(run, slots, recorder);
    }
  }

  private async finish(run: CrsimRun, slots: ControllerSlots, recorder: SessionRecorder | undefined): Promise<void> {
    this.reportStatus(`Simulation ended after ${run.step} steps`);
    this.viewers.hide();
    this.startsAutomatically = false;
    slots.reset();
    try {
      const text = await recorder?.finish();
      if (text !== undefined) this.reportStatus(text);
    } finally {
      this.release();
      this.run = undefined;
      this.enter(STATE.loaded);
      for (const { ended } of this.listeners) ended?.();
    }
  }
}

/** A line about the model, and one about each robot. */
function describeModel({ objects, robots, width, depth }: CrsimModel): string[] {
  return [
    `${objects.length} objects and ${robots.length} robots on ${width} x ${depth}`,
    ...robots.map(({ name, sensors }) => {
      const list = sensors.map(({ id, type }) => `${id} ${type}`).join(', ');
      return `Robot ${name} has ${sensors.length === 0 ? 'no sensors' : `sensors ${list}`}`;
    }),
  ];
}
