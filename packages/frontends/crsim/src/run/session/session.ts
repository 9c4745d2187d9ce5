/**
 * An environment that lives: it goes through its states, waits for robots, runs, is watched and steered, and can be run again.
 * Sockets are somebody else's affair.
 */
import { messageOf } from '@kineko/kernel';
import { Pacer } from '@kineko/kernel/pacing';
import type { Communications, CrsimModel } from '../../format/model.js';
import { Line, type RobotLink } from '../robots/link.js';
import { ControllerSlots, type ConnectedController } from '../robots/controller-slots.js';
import type { CrsimScenario } from '../scenario.js';
import { BadLine } from '../steps/requests.js';
import { CrsimRun, type RunPlan } from '../steps/run.js';
import { type Thing, Things } from '../world/things.js';
import { SessionListeners, describeModel, type SessionListener } from './session-listeners.js';
import type { SessionOptions, SessionRecorder } from './session-options.js';
import { nameOfState, Refusal, type State, STATE } from './states.js';
import { Viewers } from './viewers.js';

/** A step in which no robot is there takes so long at least: those who look on see something, and the record stays small. */
const REST_MS = 10;

interface Loaded {
  readonly scenario: CrsimScenario;
  readonly plan: RunPlan;
}

export class Session {
  readonly viewers: Viewers;
  private readonly listeners = new SessionListeners();
  /** Holds the run between two steps only. */
  private readonly pacer: Pacer;
  private current: State = STATE.initial;
  private loaded: Loaded | undefined;
  private controllerSlots: ControllerSlots | undefined;
  private run: CrsimRun | undefined;
  /** Whether the run begins by itself when all robots are there. */
  private beginsItself = true;
  private begun: Promise<void> = Promise.resolve();
  private ended: Promise<void> = Promise.resolve();
  /** Callers that wait for one step each. */
  private readonly stepping: ((steps: number | undefined) => void)[] = [];
  /** Waited for after each step (ms). */
  stepPauseTime = 0;

  constructor(private readonly options: SessionOptions) {
    this.viewers = new Viewers(options.clock, options.viewerLimits);
    const mayHold = (): boolean => this.run?.isAsking === true;
    this.pacer = new Pacer({ factor: Infinity, mayHold, wallClock: options.clock });
    this.pacer.count = () => this.step;
  }

  /** Returns how to listen no more. */
  listen(listener: SessionListener): () => void {
    return this.listeners.add(listener);
  }

  /** The latest status lines, oldest first. */
  get latestStatus(): readonly string[] {
    return this.listeners.latest;
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

  get slots(): ControllerSlots | undefined {
    return this.controllerSlots;
  }

  /** The environment of the run that is under way. */
  get environment(): CrsimRun['environment'] | undefined {
    return this.run?.environment;
  }

  /** The things of the model, as they are before a run. */
  standing(): readonly Thing[] {
    const { model, catalogue } = this.requireLoaded().plan;
    return new Things(model, catalogue.shapes).all;
  }

  /** Tells everybody something. */
  reportStatus(text: string): void {
    this.listeners.tell(text, this.step, this.loaded?.plan.millisPerStep ?? 0);
  }

  // What the master may do.

  async load(file: string): Promise<void> {
    this.requireState('load', STATE.initial, STATE.loaded);
    const scenario = await this.options.load(file);
    const plan = await scenario.plan();
    // Whether it can be at all is found out now and not when everybody is waiting.
    const trial = new CrsimRun(plan, { seed: 0 });
    await trial.close();
    this.requireState('load', STATE.initial, STATE.loaded);
    this.controllerSlots?.close();
    this.loaded = { scenario, plan };
    this.beginsItself = true;
    for (const line of describeModel(plan.model)) this.reportStatus(line);
    this.connectControllers();
    if (this.current === STATE.initial) this.enter(STATE.loaded);
    else this.reportStatus(`Environment is now that of ${scenario.source.path}`);
    this.listeners.notifyLoaded();
  }

  /** Begins without the robots that are missing, or goes on after a pause; resolves when it runs. */
  async start(): Promise<void> {
    this.requireState('start', STATE.loaded, STATE.running);
    if (this.current === STATE.loaded) {
      await this.begin();
      return;
    }
    if (!this.pacer.paused) throw new Refusal('it runs already');
    this.reportStatus('Simulation goes on');
    this.pacer.resume();
  }

  pause(): void {
    this.requireState('pause', STATE.running);
    if (this.pacer.paused) return;
    this.pacer.pause();
    this.reportStatus('Simulation is paused');
  }

  /** One step of a run that is paused; resolves to the number of steps when it is over. */
  async stepOnce(): Promise<number> {
    this.requireState('step', STATE.running);
    if (!this.pacer.paused) throw new Refusal('step is for a run that is paused: say pause first');
    const done = new Promise<number | undefined>((resolve) => void this.stepping.push(resolve));
    this.pacer.step();
    const steps = await done;
    if (steps === undefined) throw new Refusal('the run has ended before the step was done');
    return steps;
  }

  /** Back to the model as it was loaded; resolves when the run has ended. */
  async stop(reason = 'a panel asked for it'): Promise<void> {
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
    this.controllerSlots?.sendToAll(new Line({ timeStepMillis: millis }));
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

  /** Ends it for good; resolves when the run, if there is one, has ended. */
  async close(): Promise<void> {
    await this.begun;
    if (this.current === STATE.running) await this.stop('the environment ends');
    this.controllerSlots?.close();
    this.viewers.close();
  }

  // Robots.

  /** Throws a `BadLine` if the robot cannot come in. */
  admit(introduction: unknown, link: RobotLink): ConnectedController {
    if (this.controllerSlots === undefined) throw new BadLine('no model is loaded yet: robots may connect when one is');
    return this.controllerSlots.admit(introduction, link);
  }

  requireState(what: string, ...states: State[]): void {
    if (states.includes(this.current)) return;
    const right = states.map(nameOfState).join(' or ');
    throw new Refusal(`${what} is possible in ${right} only; the environment is ${nameOfState(this.current)}`);
  }

  /** Holds nothing back any more. */
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

  private connectControllers(): void {
    const { plan } = this.requireLoaded();
    this.controllerSlots = new ControllerSlots({
      model: plan.model,
      catalogue: plan.catalogue,
      millisPerStep: () => this.loaded!.plan.millisPerStep,
      clock: this.options.clock,
      restMs: REST_MS,
      ...(this.options.deadlineMs !== undefined && { deadlineMs: this.options.deadlineMs }),
      onStatus: (text) => this.reportStatus(text),
      changed: () => this.robotsChanged(),
    });
  }

  private robotsChanged(): void {
    const { missing, names } = this.controllerSlots!;
    if (this.current === STATE.loaded && this.beginsItself && missing.length === 0 && names.length > 0) {
      void this.begin();
    } else if (this.current === STATE.running && missing.length === names.length && !this.pacer.paused) {
      this.reportStatus('No robot is left');
      this.pause();
    }
  }

  /** Resolves when it runs, or has failed to. */
  private begin(): Promise<void> {
    this.begun = new Promise((resolve) => {
      const failed = (error: unknown): void => {
        this.reportStatus(`Simulation failed: ${messageOf(error)}`);
        this.beginsItself = false;
        if (this.current !== STATE.loaded) this.enter(STATE.loaded);
      };
      this.ended = this.carryOut(resolve).catch(failed).finally(resolve);
    });
    return this.begun;
  }

  private async carryOut(runs: () => void): Promise<void> {
    const { plan } = this.requireLoaded();
    const slots = this.controllerSlots!;
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
          this.listeners.notifyMoved(updates);
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
    runs();
    try {
      await run.advance();
    } finally {
      await this.finish(run, slots, recorder);
    }
  }

  private async finish(run: CrsimRun, slots: ControllerSlots, recorder: SessionRecorder | undefined): Promise<void> {
    this.reportStatus(`Simulation ended after ${run.step} steps`);
    this.viewers.hide();
    this.beginsItself = false;
    slots.reset();
    try {
      const said = await recorder?.finish();
      if (said !== undefined) this.reportStatus(said);
    } finally {
      this.release();
      this.run = undefined;
      this.enter(STATE.loaded);
      this.listeners.notifyEnded();
    }
  }
}
