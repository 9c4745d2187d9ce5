/**
 * Delivery schedules: runs given step by step, as data. Messages wait until a step delivers them, time passes only by steps, and
 * detectors suspect, and oracles trust, as steps say.
 *
 * Steps: `p0 acts 1` · `p0>p1 TYPE` delivers the first waiting copy of that type on the link, `p0>p1 TYPE 2` the second ·
 * `repeat p0>p1 TYPE` delivers it and keeps it · `lose p0>p1 TYPE`, `lose p0>p1` (all on the link), `lose p0` (all from it) · `lie p0>p1 TYPE` delivers it with another content · `crash p0`, `crash p0 lost` (with its memory) ·
 * `recover p0` · `p1 suspects p0` · `p1 trusts p0` · `p1 follows p0` · `wait 3` (seconds) · `rest` delivers everything,
 * in the order sent, until nothing waits · `end` lets all links, detectors and oracles work for a minute: then everything that
 * is guaranteed must have happened.
 */
import { EventClass } from '@kineko/kernel';
import {
  BEHAVIOURS,
  type checkers,
  type FailureDetector,
  type LeaderOracle,
  type NekoMessage,
  type NekoProcess,
  type NekoRecord,
  NekoSystem,
  type Network,
  type Receiver,
  sealed,
} from './library.js';
import { type Drive, unpaused } from './swarm.js';

/** The environment of one process on a stage. */
export interface StageEnvironment {
  readonly detector: ToldDetector;
  readonly oracle: ToldOracle;
  readonly processes: readonly NekoProcess[];
}

/** A stack under a schedule. */
export interface Stage {
  readonly wire: (process: NekoProcess, environment: StageEnvironment) => Drive;
  readonly checkers: () => readonly checkers.Checker[];
}

export interface Played {
  readonly records: readonly NekoRecord[];
  readonly results: readonly checkers.CheckResult[];
  /** The steps that could not be taken. */
  readonly skipped: readonly string[];
}

/** Suspects processes on request. */
export class ToldDetector implements FailureDetector {
  private readonly suspected = new Set<number>();
  private readonly listeners: ((process: number, isSuspected: boolean) => void)[] = [];

  isSuspected(process: number): boolean {
    return this.suspected.has(process);
  }

  onChange(listener: (process: number, isSuspected: boolean) => void): void {
    this.listeners.push(listener);
  }

  set(process: number, isSuspected: boolean): void {
    if (this.suspected.has(process) === isSuspected) return;
    if (isSuspected) this.suspected.add(process);
    else this.suspected.delete(process);
    for (const listener of this.listeners) listener(process, isSuspected);
  }
}

/** Trusts a process on request; at first the process itself. */
export class ToldOracle implements LeaderOracle {
  private readonly listeners: ((leader: number) => void)[] = [];

  constructor(public leader: number) {}

  onLeader(listener: (leader: number) => void): void {
    this.listeners.push(listener);
  }

  follow(leader: number): void {
    if (leader === this.leader) return;
    this.leader = leader;
    for (const listener of this.listeners) listener(leader);
  }
}

interface Copy {
  readonly message: NekoMessage;
  readonly to: number;
}

class HeldNetwork implements Network {
  copies: Copy[] = [];
  private readonly receivers: Receiver[] = [];

  connect(process: number, receiver: Receiver): void {
    this.receivers[process] = receiver;
  }

  send(message: NekoMessage): void {
    for (const to of message.to) this.copies.push({ message, to });
  }

  lose(lost: readonly Copy[]): void {
    this.copies = this.copies.filter((copy) => !lost.includes(copy));
  }

  deliver(copy: Copy): void {
    this.receivers[copy.to]!.deliver(copy.message);
  }
}

/** More deliveries than any schedule needs. */
const MAX_DELIVERIES = 3_000;
const SECONDS_TO_END = 60;

/** A run that takes steps. */
export class ScheduledRun {
  readonly records: NekoRecord[] = [];
  readonly steps: string[] = [];
  /** Whether it has come to its end: then everything that is guaranteed must have happened. */
  isComplete = false;
  readonly network = new HeldNetwork();
  readonly system: NekoSystem;
  private readonly drives: Drive[] = [];
  private readonly environments: StageEnvironment[] = [];

  constructor(
    readonly stage: Stage,
    readonly n: number,
  ) {
    this.system = new NekoSystem({
      n,
      networks: () => [this.network],
      emit: (record) => void this.records.push(record),
      initializer: (process) => {
        const environment = {
          detector: new ToldDetector(),
          oracle: new ToldOracle(process.id),
          processes: this.system.processes,
        };
        this.environments[process.id] = environment;
        this.drives[process.id] = stage.wire(process, environment);
      },
    });
  }

  async start(): Promise<void> {
    await this.pass(0);
  }

  /** Takes a step; returns whether it was possible. */
  async take(step: string): Promise<boolean> {
    this.steps.push(step);
    const wasPossible = await this.carryOut(step.split(' '));
    await this.pass(0);
    return wasPossible;
  }

  check(): checkers.CheckResult[] {
    return this.stage.checkers().map((checker) => unpaused(checker).check(this.records, this.n, this.isComplete));
  }

  private async carryOut([first = '', second = '', third = '', fourth = '']: readonly string[]): Promise<boolean> {
    if (first === 'rest') return this.deliverAll();
    if (first === 'end') return this.end();
    if (first === 'wait') {
      await this.pass(Number(second));
      return true;
    }
    if (first === 'crash') return this.isThere(second, (process) => process.crash(third === 'lost' ? 'lost' : 'kept'));
    if (first === 'lie') return this.lie(second, third);
    if (first === 'recover') {
      const process = this.system.process(idOf(second));
      if (!process.isCrashed) return false;
      process.recover();
      return true;
    }
    if (first === 'lose') {
      const lost = this.copiesOf(second, third);
      this.network.lose(third === '' ? lost : lost.slice(0, 1));
      return lost.length > 0;
    }
    if (first === 'repeat') return this.deliverOne(second, third, fourth, true);
    if (first.includes('>')) return this.deliverOne(first, second, third, false);
    return this.isThere(first, (process) => this.tell(process.id, second, third));
  }

  private tell(id: number, what: string, about: string): void {
    const { detector, oracle } = this.environments[id]!;
    if (what === 'acts') this.drives[id]!.act(Number(about));
    else if (what === 'suspects' || what === 'trusts') detector.set(idOf(about), what === 'suspects');
    else if (what === 'follows') oracle.follow(idOf(about));
    else throw new Error(`unknown step: p${id} ${what} ${about}`);
  }

  /** Calls it for a process that works. */
  private isThere(name: string, act: (process: NekoProcess) => void): boolean {
    const process = this.system.process(idOf(name));
    if (process.isCrashed) return false;
    act(process);
    return true;
  }

  private deliverOne(link: string, type: string, place: string, isKept: boolean): boolean {
    const copy = this.copiesOf(link, type)[place === '' ? 0 : Number(place) - 1];
    if (copy === undefined) return false;
    if (!isKept) this.network.lose([copy]);
    this.network.deliver(copy);
    return true;
  }

  /** Delivers the first copy of a type on a link with another content, and records that its sender is Byzantine. */
  private lie(link: string, type: string): boolean {
    const [copy] = this.copiesOf(link, type);
    if (copy === undefined) return false;
    const { message, to } = copy;
    const { from: process, number } = message;
    const { now: time } = this.system.simulator;
    const value = { behaviour: 'change' };
    this.records.push({ type: 'protocolEvent', time, process, protocol: 'faults', event: 'byzantine', value });
    this.network.lose([copy]);
    const content = BEHAVIOURS['change']!(message, to, this.system.random.stream('lies'));
    this.network.deliver({ message: sealed({ ...message, content }, process, number, message.to), to });
    return true;
  }

  private copiesOf(link: string, type: string): Copy[] {
    const [from, to] = link.split('>').map(idOf);
    return this.network.copies.filter(
      (copy) =>
        copy.message.from === from &&
        (to === undefined || copy.to === to) &&
        (type === '' || copy.message.type === type),
    );
  }

  private async deliverAll(): Promise<boolean> {
    for (let count = 0; this.network.copies.length > 0; count++) {
      if (count > MAX_DELIVERIES) throw new Error(`more than ${MAX_DELIVERIES} deliveries`);
      const [copy] = this.network.copies;
      this.network.lose([copy!]);
      this.network.deliver(copy!);
      await this.pass(0);
    }
    return true;
  }

  /** Detectors are right from here on, and all processes follow the same one. */
  private async end(): Promise<boolean> {
    const { processes } = this.system;
    const correct = processes.filter(({ isCrashed }) => !isCrashed);
    for (const { id } of correct) {
      for (const other of processes) this.environments[id]!.detector.set(other.id, other.isCrashed);
      this.environments[id]!.oracle.follow(correct[0]!.id);
    }
    const until = this.system.simulator.now + SECONDS_TO_END;
    while (this.system.simulator.now < until) {
      await this.deliverAll();
      await this.pass(0.5);
    }
    await this.deliverAll();
    this.isComplete = true;
    return true;
  }

  private async pass(seconds: number): Promise<void> {
    const { simulator } = this.system;
    const until = simulator.now + seconds;
    // Time passes even if nothing happens.
    const tick = { class: EventClass.WakeUp, low: 0, high: 0, run: () => {}, describe: () => 'passing of time' };
    if (seconds > 0) simulator.schedule(until, tick);
    if (simulator.nextTime <= until) await this.system.run({ until });
  }
}

/** Plays all steps; those that are not possible are skipped. */
export async function playSchedule(stage: Stage, n: number, steps: readonly string[]): Promise<Played> {
  const run = new ScheduledRun(stage, n);
  await run.start();
  const skipped: string[] = [];
  for (const step of steps) if (!(await run.take(step))) skipped.push(step);
  return { records: run.records, results: run.check(), skipped };
}

function idOf(name: string): number {
  return Number(name.slice(1));
}
