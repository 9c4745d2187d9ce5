/**
 * A robot that executes its actions in order. It starts an action when it has completed the one before, and knows that the
 * action of another robot that it depends on is completed. It reports its own progress to the robots that depend on it.
 */
import { atan2, degreesOf, MAX_TIME, reducedDegrees } from '@kineko/geometry';
import { type NekoProcess, ProgressReports, type Timer, wire } from '@kineko/neko';
import type { ExactOutcome, World } from '@kineko/world';
import { type FollowRequest, turnOf } from '../follow.js';
import { type ActionGraph, type ActionPlace, NONE, NOWHERE } from './action-graph.js';
import type { Delays } from './delays.js';
import type { ExecutedPaths } from './executed-paths.js';

/** The parts of a run that its robots share. */
export interface Execution {
  readonly graph: ActionGraph;
  /** The actions that wait for each action. */
  readonly waiters: ReadonlyMap<number, readonly number[]>;
  readonly world: World;
  readonly paths: ExecutedPaths;
  readonly delays: Delays;
  /** Seconds that an action takes without any delay. */
  readonly durationOf: (action: number) => number;
  /** Degrees per second; 0 if robots do not turn. */
  readonly turnRate: number;
  /** Seconds. */
  readonly retry: number;
  readonly placeOf: (place: ActionPlace) => { readonly x: number; readonly y: number };
  /** When each action was completed; NaN before. */
  readonly completedAt: Float64Array;
  /** Called when a robot has completed an action, and when it has completed all. */
  readonly onProgress: (isFinished: boolean) => void;
  readonly onRetry: () => void;
  /** Called instead of a motion that would end after the time domain. */
  readonly onTooLate: () => void;
}

/** Seconds that a robot spent otherwise than in motion, by cause. */
export interface WaitingTimes {
  /** Its own delays. */
  delayed: number;
  /** Other robots had not left yet. */
  others: number;
  /** They had left, but their reports were under way. */
  messages: number;
  /** The time that it waited for each other robot. */
  readonly byRobot: Map<number, number>;
}

type Phase = 'turning' | 'waiting' | 'delayed' | 'moving' | 'finished';

export class RobotExecutor {
  readonly waiting: WaitingTimes = { delayed: 0, others: 0, messages: 0, byRobot: new Map() };
  requests = 0;
  private phase: Phase = 'waiting';
  private next: number;
  private readonly end: number;
  private readonly reports: ProgressReports;
  /** When it could have started its next action but for others. */
  private readyAt = 0;
  private arrivesAt = 0;
  private readonly delay: Timer;

  constructor(
    private readonly process: NekoProcess,
    private readonly execution: Execution,
  ) {
    const { starts } = execution.graph;
    [this.next, this.end] = [starts[process.id]!, starts[process.id + 1]!];
    this.delay = process.timer(() => this.move(), 'delay');
    const { retry, onRetry } = execution;
    const reports = new ProgressReports(process, { retry, onRetry, onProgress: () => this.startIfAllowed() });
    this.reports = wire(reports, 'progress', process.network());
    process.onCrash((isCrashed) => (isCrashed ? this.halt() : this.resume()));
    this.prepare();
  }

  get isFinished(): boolean {
    return this.phase === 'finished';
  }

  /** Whether it moves, or will without any message. */
  get isActive(): boolean {
    return !this.process.isCrashed && this.phase !== 'waiting' && this.phase !== 'finished';
  }

  get isCrashed(): boolean {
    return this.process.isCrashed;
  }

  /** When it completed its last action; undefined before. */
  get finishedAt(): number | undefined {
    const { completedAt, graph } = this.execution;
    if (!this.isFinished) return undefined;
    return this.end === graph.starts[this.process.id] ? 0 : completedAt[this.end - 1]!;
  }

  /** The action of another robot that it waits for; `NONE` if it waits for none. */
  get waitsFor(): number {
    return this.phase === 'waiting' ? this.execution.graph.sources[this.next]! : NONE;
  }

  /** The place that it leaves with its next action. */
  get place(): ActionPlace | undefined {
    const { graph } = this.execution;
    return this.isFinished ? undefined : graph.placeOf(graph.from[this.next]!);
  }

  private get now(): number {
    return this.process.now;
  }

  /** Turns towards its next place, if robots turn. */
  private prepare(): void {
    const { world, turnRate } = this.execution;
    const { id } = this.process;
    if (this.next === this.end) return this.finish();
    if (this.execution.graph.to[this.next] === NOWHERE) return this.vanish();
    const degrees = this.directionOf(this.next);
    const turn = turnRate === 0 ? 0 : Math.abs(turnOf(degreesOf(world.poseOf(id).heading), degrees));
    if (turn === 0) return this.wait();
    this.phase = 'turning';
    const { x, y } = world.poseOf(id);
    this.request({ kind: 'follow', x, y, until: this.now + turn / turnRate, degrees }, () => this.wait());
  }

  private wait(): void {
    this.phase = 'waiting';
    this.readyAt = this.now;
    this.startIfAllowed();
  }

  private startIfAllowed(): void {
    const { graph, delays } = this.execution;
    const { robots, sources, starts } = graph;
    if (this.phase !== 'waiting') return;
    const source = sources[this.next]!;
    if (source !== NONE) {
      const other = robots[source]!;
      if (this.reports.knownOf(other) <= source - starts[other]!) return;
      this.account(source);
    }
    const late = this.isStartOfMove ? delays.ofNextMove(this.process.id, this.now) : 0;
    if (late === 0) return this.move();
    this.phase = 'delayed';
    this.waiting.delayed += late;
    this.delay.schedule(late);
  }

  /** Every other action is the second half of a move, if moves have two. */
  private get isStartOfMove(): boolean {
    const { halves, starts } = this.execution.graph;
    return !halves || (this.next - starts[this.process.id]!) % 2 === 0;
  }

  /** Adds the time since it was ready to the cause. */
  private account(source: number): void {
    const { completedAt, graph } = this.execution;
    const { waiting, readyAt, now } = this;
    if (now === readyAt) return;
    const others = Math.max(completedAt[source]! - readyAt, 0);
    const other = graph.robots[source]!;
    waiting.others += others;
    waiting.messages += now - readyAt - others;
    waiting.byRobot.set(other, (waiting.byRobot.get(other) ?? 0) + now - readyAt);
  }

  private move(): void {
    this.moveFor(this.execution.durationOf(this.next));
  }

  private moveFor(seconds: number): void {
    const { graph, paths, placeOf } = this.execution;
    this.phase = 'moving';
    this.arrivesAt = this.now + seconds;
    const to = graph.placeOf(graph.to[this.next]!);
    if (this.arrivesAt <= MAX_TIME) paths.add(this.process.id, this.now, this.arrivesAt, to);
    const request = { kind: 'follow', ...placeOf(to), until: this.arrivesAt, degrees: undefined } as const;
    this.request(request, () => this.complete());
  }

  private complete(): void {
    const { graph, waiters, completedAt, onProgress } = this.execution;
    const { id } = this.process;
    const done = this.next++;
    completedAt[done] = this.now;
    for (const waiter of waiters.get(done) ?? []) {
      this.reports.report(done - graph.starts[id]! + 1, graph.robots[waiter]!);
    }
    onProgress(false);
    this.prepare();
  }

  /** It still reports that its place is free. */
  private vanish(): void {
    this.execution.paths.vanish(this.process.id, this.now);
    this.complete();
  }

  private finish(): void {
    this.phase = 'finished';
    this.execution.onProgress(true);
  }

  /** Stands still while it is crashed. */
  private halt(): void {
    if (this.phase !== 'moving' && this.phase !== 'turning') return;
    this.execution.world.motions.stop(this.process.id);
    if (this.phase === 'moving') this.execution.paths.cut(this.process.id, this.now);
    this.arrivesAt -= this.now;
  }

  /** Continues where it was stopped. */
  private resume(): void {
    if (this.phase === 'turning') this.prepare();
    else if (this.phase === 'moving') {
      const left = this.arrivesAt;
      if (left > 0) this.moveFor(left);
      else this.complete();
    }
  }

  private request(request: FollowRequest, then: () => void): void {
    if (request.until > MAX_TIME) return this.execution.onTooLate();
    this.requests++;
    this.execution.world.motions.request(this.process.id, request, ({ status }: ExactOutcome) => {
      if (status === 'finished') then();
    });
  }

  /** In degrees, anticlockwise from the right. */
  private directionOf(action: number): number {
    const { graph, placeOf } = this.execution;
    const [from, to] = [placeOf(graph.placeOf(graph.from[action]!)), placeOf(graph.placeOf(graph.to[action]!))];
    return reducedDegrees(degreesOf(atan2(to.y - from.y, to.x - from.x)));
  }
}
