/** A run of a plan by its Action Dependency Graph: robots with bodies that report their progress over a network. */
import { MAX_TIME, pointDistance } from '@kineko/geometry';
import { Random, Simulator } from '@kineko/kernel';
import { Faults, type FaultSchedule, type NekoProcess, NekoSystem, type SimNetwork } from '@kineko/neko';
import { networkNamed } from '@kineko/robotsim/networks';
import { type AdvanceLimits, counted, KernelRun, type OpenOptions, type RunSummary, type StoppedBy } from '@kineko/run';
import type { PathFindings } from '../../audit/path-audit.js';
import { World } from '@kineko/world';
import type { PlanAudit } from '../audit-plan.js';
import { recordContacts, type TimedContact } from '../contact-records.js';
import { type ExecutionFacts, metricsOf } from '../execution-facts.js';
import { follow } from '../follow.js';
import type { PlaneOfPlan } from '../placed-plan.js';
import type { PlanSettings } from '../settings.js';
import { type ActionGraph, type ActionPlace, NONE } from './action-graph.js';
import { type DelayRule, Delays } from './delays.js';
import { ExecutedPaths } from './executed-paths.js';
import { countsOf, orderOf, waitersOf } from './graph-order.js';
import { type Execution, RobotExecutor } from './robot-executor.js';
import { type GraphExecution, placeText, type SafetyClaim } from './safety.js';

export interface AdgRunOptions extends Pick<OpenOptions, 'seed' | 'emit' | 'gate'> {
  readonly timeLimit: number;
  readonly execution: GraphExecution;
  readonly turnRate: number;
  /** Undefined if moves take as long as in the plan. */
  readonly speed: number | undefined;
  readonly delay: DelayRule | undefined;
  readonly faults: FaultSchedule;
  /** The keys of the network. */
  readonly settings: PlanSettings;
  /** The distance that robots must keep; undefined if the plan is not valid. */
  readonly claim: SafetyClaim | undefined;
  /** The contacts of the run, if they are known from an equal one. */
  readonly contacts: readonly TimedContact[];
}

/** Attempts to report in which no robot moves, after which the run ends. */
const MAX_ATTEMPTS = 1000;
/** Seconds that a move takes at least, so that it ends later than it begins, at any time. */
const MIN_DURATION = 1 / (1 << 20);
/** Robots that remarks name. */
const MAX_NAMED = 20;

export class AdgRun extends KernelRun {
  protected readonly simulator = new Simulator();
  private readonly executors: RobotExecutor[] = [];
  private readonly execution: Execution;
  private readonly network: SimNetwork;
  private readonly processes: readonly NekoProcess[];
  /** Metres per unit of the file. */
  private readonly scale: number;
  private readonly radii: Float64Array;
  private finished = 0;
  private lastProgress = 0;
  private findings: PathFindings | undefined;

  constructor(
    private readonly graph: ActionGraph,
    plane: PlaneOfPlan,
    private readonly audit: PlanAudit,
    private readonly options: AdgRunOptions,
  ) {
    super({ ...options, lastInstant: Math.min(options.timeLimit, MAX_TIME) });
    const { simulator } = this;
    const { emit, seed, settings, turnRate } = options;
    const { plan, radii } = audit;
    const random = new Random(seed);
    const robots = plane.robots((robot) => radii[robot]!);
    const world = new World(
      { robots, obstacles: plane.obstacles(), objects: plane.objects(), response: 'none' },
      { simulator, random, modules: [follow], ...(emit !== undefined && { emit }) },
    );
    this.scale = plan.kind === 'grid' ? settings.get('plan.cell') : 1;
    this.radii = radii.map((radius) => radius / this.scale);
    this.execution = {
      graph,
      waiters: waitersOf(graph),
      world,
      paths: new ExecutedPaths(robots.map(({ id }) => startOf(audit, id))),
      delays: new Delays(options.delay, random),
      durationOf: (action) => this.durationOf(action),
      turnRate,
      retry: settings.get('plan.retry'),
      placeOf: (place) => (plan.kind === 'grid' ? plane.placeOf(place.x, place.y) : place),
      completedAt: new Float64Array(graph.robots.length).fill(NaN),
      onProgress: (isFinished) => this.progressed(isFinished),
      onRetry: () => this.giveUpIfStuck(),
      onTooLate: () => this.end('time', `a motion would end after ${MAX_TIME} s`),
    };
    let faults: Faults | undefined;
    const system = new NekoSystem({
      n: robots.length,
      simulator,
      random,
      emit,
      networks: (host) => {
        faults = new Faults(host, options.faults);
        const positions = {
          positionOf: (robot: number) => world.poseOf(robot),
          isVisible: (a: number, b: number) => world.isVisible(a, b),
          thicknessBetween: (a: number, b: number) => world.thicknessBetween(a, b),
        };
        const context = { config: settings, host, faults, topology: undefined, positions };
        return [networkNamed(settings.get('network'), context)];
      },
      initializer: (process) => void this.executors.push(new RobotExecutor(process, this.execution)),
    });
    this.processes = system.processes;
    faults!.attach(system.processes);
    [this.network] = system.networks as [SimNetwork];
    if (emit !== undefined) recordContacts(simulator, emit, options.contacts);
  }

  /** Throws if robots came nearer than the method allows. */
  override async advance(limits?: AdvanceLimits): Promise<StoppedBy | undefined> {
    const stoppedBy = await super.advance(limits);
    if (stoppedBy === undefined) return undefined;
    this.execution.paths.endAt(this.now);
    this.requireClaim();
    return stoppedBy;
  }

  summary(): RunSummary {
    const { sent, arrived, lost } = this.network.traffic;
    const missed = this.processes.reduce((all, { missedCopies }) => all + missedCopies, 0);
    return {
      robots: this.executors.length,
      processes: this.executors.length,
      simulatedSeconds: this.now,
      events: this.events,
      motionRequests: this.executors.reduce((sum, { requests }) => sum + requests, 0),
      collisions: 0,
      delays: 0,
      messages: { sent, delivered: arrived - missed, dropped: lost + missed },
      stoppedBy: this.stoppedBy,
      remarks: [...this.endRemarks, ...(this.stoppedBy === undefined ? [] : this.remarks())],
      hasGoal: true,
    };
  }

  override metrics(): ReadonlyMap<string, number> {
    return metricsOf(this.audit, this.facts());
  }

  /** The contacts so far, in seconds. */
  contacts(): TimedContact[] {
    const { contacts } = this.audited();
    return Array.from({ length: contacts.length }, (_, k) => contacts.at(k));
  }

  /** More results for `--json`: of each robot, and of the graph. */
  details(): Readonly<Record<string, unknown>> {
    const { runnable, ends } = orderOf(this.graph);
    const longestPath = ends.reduce((most, end) => Math.max(most, end), 0);
    return {
      robotResults: this.executors.map(({ finishedAt, waiting }) => ({
        completedAt: finishedAt ?? null,
        delayed: waiting.delayed,
        waitedForOthers: waiting.others,
        waitedForMessages: waiting.messages,
        waitedFor: Object.fromEntries(waiting.byRobot),
      })),
      graph: { ...countsOf(this.graph), runnable, longestPath },
    };
  }

  private durationOf(action: number): number {
    const { graph, options, scale } = this;
    const { from, to, departs, arrives } = graph;
    const length = pointDistance(graph.placeOf(from[action]!), graph.placeOf(to[action]!));
    const planned = arrives[action]! - departs[action]!;
    return Math.max(options.speed === undefined ? planned : (length * scale) / options.speed, MIN_DURATION);
  }

  private progressed(isFinished: boolean): void {
    this.lastProgress = this.now;
    if (!isFinished) return;
    this.finished++;
    if (this.finished === this.graph.starts.length - 1) this.end('finished', 'all robots reached their goals');
  }

  /** Without this rule, reports to a robot that crashed for good would be repeated forever. */
  private giveUpIfStuck(): void {
    const { retry } = this.execution;
    const lastFault = this.options.faults.reduce(
      (last, { at, ...fault }) => Math.max(last, at, 'until' in fault ? (fault.until ?? 0) : 0),
      0,
    );
    const isStuck = this.now > Math.max(this.lastProgress, lastFault) + MAX_ATTEMPTS * retry;
    if (!isStuck || this.executors.some(({ isActive }) => isActive)) return;
    this.end('time', `no robot has moved since t = ${this.lastProgress} s, in ${MAX_ATTEMPTS} attempts to report`);
  }

  /** Audits the paths in the units of the file. */
  private audited(): PathFindings {
    const { execution, radii, now } = this;
    if (this.stoppedBy === undefined) return execution.paths.audit(radii, now);
    return (this.findings ??= execution.paths.audit(radii, now));
  }

  private facts(): ExecutionFacts {
    const { contacts, pairs, least } = this.audited();
    const ends = this.executors.flatMap(({ finishedAt }) => finishedAt ?? []);
    const sum = (of: (robot: RobotExecutor) => number): number =>
      this.executors.reduce((all, each) => all + of(each), 0);
    return {
      contacts: contacts.length,
      pairs,
      leastDistance: (least?.distance ?? Infinity) * this.scale,
      finished: ends.length,
      makespan: ends.length < this.executors.length ? NaN : ends.reduce((last, end) => Math.max(last, end), 0),
      sumOfCosts: ends.length < this.executors.length ? NaN : ends.reduce((all, end) => all + end, 0),
      delayed: sum(({ waiting }) => waiting.delayed),
      others: sum(({ waiting }) => waiting.others),
      messages: sum(({ waiting }) => waiting.messages),
    };
  }

  private remarks(): string[] {
    const { contacts, pairs, leastDistance, delayed, others, messages } = this.facts();
    const stuck = this.executors.flatMap((each, robot) => (each.isFinished ? [] : [this.stuckText(each, robot)]));
    const { execution, claim } = this.options;
    const kept = claim === undefined ? '' : `; ${execution} keeps ${claim.distance}`;
    return [
      ...(this.executors.length < 2 ? [] : [`least distance ${leastDistance} m${kept}`]),
      ...(contacts === 0
        ? []
        : [`${counted(contacts, 'contact')} of ${counted(pairs, 'pair')}: the radius is too large`]),
      `waited ${short(others)} s for other robots, ${short(messages)} s for messages; late by ${short(delayed)} s`,
      ...stuck.slice(0, MAX_NAMED),
      ...(stuck.length > MAX_NAMED ? [`${counted(stuck.length - MAX_NAMED, 'more robot')} did not finish`] : []),
    ];
  }

  private stuckText({ waitsFor, isCrashed, place }: RobotExecutor, robot: number): string {
    const who = `robot ${robot} at ${placeText(place!)}`;
    if (isCrashed) return `${who} is crashed`;
    if (waitsFor === NONE) return `${who} is under way`;
    const { robots, from, placeOf } = this.graph;
    const other = robots[waitsFor]!;
    return `${who} waits for robot ${other}${this.executors[other]!.isCrashed ? ' (crashed)' : ''} to leave ${placeText(placeOf(from[waitsFor]!))}`;
  }

  private requireClaim(): void {
    const { execution, claim, seed } = this.options;
    const findings = this.audited();
    if (claim === undefined || claim.isKept(findings)) return;
    const { pair, time, distance } = findings.least!;
    throw new Error(
      `robots ${pair[0]} and ${pair[1]} were ${distance * this.scale} m apart at t = ${time} s: expected at least ` +
        `${claim.distance} with plan.execution = ${execution}, seed ${seed}; this is a bug of Kineko: please report it with the plan`,
    );
  }
}

function startOf({ plan }: PlanAudit, robot: number): ActionPlace {
  const { starts } = plan.kind === 'grid' ? plan.steps : plan.paths;
  const [x, y] = plan.kind === 'grid' ? [plan.steps.columns, plan.steps.rows] : [plan.paths.x, plan.paths.y];
  return { x: x[starts[robot]!]!, y: y[starts[robot]!]! };
}

function short(seconds: number): number {
  return Number(seconds.toFixed(3));
}
