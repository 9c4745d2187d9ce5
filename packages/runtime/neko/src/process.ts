import { expected } from '@kineko/formats/problem';
import type {
  Agenda,
  Identity,
  Task,
  TaskBody,
  Random,
  RandomStream,
  Rounds,
  Simulator,
  Waiting,
} from '@kineko/kernel';
import { Dispatcher } from './dispatcher.js';
import type { Guarantees } from './guarantees.js';
import type { AuthorLog, LogOwner } from './logger.js';
import {
  frozenList,
  type NekoMessage,
  type Network,
  type Outgoing,
  type Receiver,
  sealed,
  type Sender,
  WiringError,
} from './message.js';
import { ProgramMessages } from './program-messages.js';
import { type Emit, onRecord } from './records.js';
import { StableStorage } from './stable.js';
import { type Postponed, Timer, type TimerOwner } from './timer.js';

/** A protocol that is launched on a link that lacks some of its assumptions. */
export interface LinkRequest {
  readonly process: NekoProcess;
  readonly id: string;
  readonly className: string;
  readonly assumes: Guarantees;
  readonly missing: Guarantees;
  /** Whether the protocol works without them, only worse. */
  readonly isOptional: boolean;
  readonly below: Sender;
  readonly above: Receiver;
}

/** Returns a link to insert, or undefined for none; may throw to refuse the launch. */
export type LinkComposer = (request: LinkRequest) => Sender | undefined;

/** The parts of the system that a process uses. */
export interface NekoHost {
  /** Clock and queue; on real networks, a simulator paced by the wall clock. */
  readonly simulator: Simulator;
  /** Number of processes; their ids are 0 to n - 1. */
  readonly n: number;
  readonly random: Random;
  /** Receives the records; without it none are made. */
  readonly emit?: Emit | undefined;
  /** Receives authors' log messages during the run. */
  readonly log?: AuthorLog | undefined;
  readonly shutdown?: ((reason: string) => void) | undefined;
  /** Parameters that the configuration gives to a class, by name of the class. */
  readonly parameters?: ((className: string) => ReadonlyMap<string, string>) | undefined;
  /** Builds and launches the protocols of a process again that has lost its memory. */
  readonly restart?: ((process: NekoProcess) => void) | undefined;
  /** Called when a protocol is launched on a link that lacks its assumptions; without it, stacks stay as built. */
  readonly composeLink?: LinkComposer | undefined;
}

/** Whether a crash leaves the memory of a process; stable storage survives in any case. */
export type CrashMemory = 'kept' | 'lost';

/** A clock that runs at its own rate. */
interface Drift {
  /** Seconds of the clock per simulated second. */
  readonly rate: number;
  readonly since: number;
  /** The time that the clock showed then. */
  readonly shown: number;
}

interface CrashListener {
  readonly call: (isCrashed: boolean) => void;
  /** The process that it belongs to, which may lose it with its memory. */
  readonly owner: NekoProcess;
  readonly incarnation: number;
}

/**
 * A participant in a distributed computation. It has protocols, reached through its dispatcher, and networks to the
 * others.
 */
export class NekoProcess implements TimerOwner, LogOwner, Receiver {
  private crashed = false;
  readonly dispatcher: Dispatcher;
  /** Ids of its protocols with a task. */
  programIds: readonly string[] = NO_IDS;
  private messagesOfPrograms: ProgramMessages | undefined = undefined;
  // Private at run time too: they lead to all other processes, and an algorithm may be plain JavaScript.
  readonly #host: NekoHost;
  readonly #networks: readonly Network[];
  // Created on first use: there may be a million processes.
  #exit: ProcessSender | undefined = undefined;
  #otherExits: Map<number, ProcessSender> | undefined = undefined;
  private sent = 0;
  private missed = 0;
  private overdue: Set<Postponed> | undefined = undefined;
  /** Protocols with a task that were created but not launched yet; usually none. */
  private unlaunched: object[] | undefined = undefined;
  private programs = 0;
  private crashListeners: CrashListener[] | undefined = undefined;
  /** Number of times that it has lost its memory. Timers and listeners of an earlier incarnation have no effect. */
  incarnation = 0;
  private hasLostMemory = false;
  private storage: StableStorage | undefined = undefined;
  private drift: Drift | undefined = undefined;

  constructor(
    readonly id: number,
    host: NekoHost,
    networks: readonly Network[],
  ) {
    this.#host = host;
    this.#networks = networks;
    this.dispatcher = new Dispatcher(this);
    for (const network of networks) network.connect(id, this);
  }

  /** Name in logs and messages, such as `p0`. */
  get name(): string {
    return `p${this.id}`;
  }

  get n(): number {
    return this.#host.n;
  }

  /** Simulated seconds. */
  get now(): number {
    return this.#host.simulator.now;
  }

  /** The time that its own clock has measured, which may drift. */
  get clock(): number {
    const { drift, now } = this;
    return drift === undefined ? now : drift.shown + (now - drift.since) * drift.rate;
  }

  /** Makes its clock run at another rate from now on; timers that are scheduled already are not changed. */
  setClockRate(rate: number): void {
    this.drift = { rate, since: this.now, shown: this.clock };
  }

  /** Simulated seconds that pass while its clock measures some seconds. */
  duration(seconds: number): number {
    return this.drift === undefined ? seconds : seconds / this.drift.rate;
  }

  /** Survives crashes in which the memory is lost. */
  get stable(): StableStorage {
    return (this.storage ??= new StableStorage());
  }

  get agenda(): Agenda {
    return this.#host.simulator;
  }

  get all(): number[] {
    return Array.from({ length: this.n }, (_, id) => id);
  }

  get others(): number[] {
    return this.all.filter((id) => id !== this.id);
  }

  /** Sends to the other processes; index 0 is the default network. */
  network(index = 0): Sender {
    if (index === 0 && this.#exit !== undefined) return this.#exit;
    const known = this.#otherExits?.get(index);
    if (known !== undefined) return known;
    const network = this.#networks[index];
    if (network === undefined)
      throw new WiringError(`${this.name}: network: ${expected(`an index below ${this.#networks.length}`, index)}`);
    const exit = new ProcessSender(this, network, this.#host);
    if (index === 0) this.#exit = exit;
    else (this.#otherExits ??= new Map()).set(index, exit);
    return exit;
  }

  /** The launched protocol of a class, such as `find(Paxos)`; undefined if there is none. */
  find<P>(type: abstract new (...parts: never[]) => P): P | undefined {
    return this.dispatcher.receivers.find((receiver): receiver is Receiver & P => receiver instanceof type);
  }

  /** A random stream of this process. */
  random(name: string): RandomStream {
    return this.#host.random.stream(`process/${this.id}/${name}`);
  }

  timer(callback: () => void, label?: string): Timer {
    return new Timer(this, callback, label);
  }

  spawn(name: string, body: TaskBody): Task {
    return this.#host.simulator.spawn({ id: this.id, name: `${this.name} ${name}` }, body);
  }

  /** Starts a task that repeats a round until it is done. */
  spawnRounds(rounds: Rounds & Identity): Task {
    return this.#host.simulator.spawnRounds(rounds, rounds);
  }

  /** Adds tasks that run in another OS process; `waiting` returns what they wait for. */
  addOutside(waiting: () => readonly Waiting[]): void {
    this.#host.simulator.addOutside(waiting);
  }

  get emit(): Emit | undefined {
    return this.#host.emit;
  }

  /** Ends the whole run in order. */
  shutdown(reason: string): void {
    this.#host.shutdown?.(`${this.name}: ${reason}`);
  }

  parameters(className: string): ReadonlyMap<string, string> {
    return this.#host.parameters?.(className) ?? NO_PARAMETERS;
  }

  get authorLog(): AuthorLog | undefined {
    return this.#host.log;
  }

  composeLink(request: LinkRequest): Sender | undefined {
    return this.#host.composeLink?.(request);
  }

  /** A protocol with a task (an algorithm, an active protocol) was created. */
  programMade(program: object): void {
    if (this.unlaunched === undefined) this.unlaunched = [program];
    else this.unlaunched.push(program);
  }

  programLaunched(program: object): void {
    this.programs++;
    const left = this.unlaunched?.filter((each) => each !== program);
    this.unlaunched = left?.length === 0 ? undefined : left;
  }

  /** A protocol of this id sends messages of a program. */
  addProgramId(id: string): void {
    if (!this.programIds.includes(id)) this.programIds = sharedList([...this.programIds, id]);
  }

  get programMessages(): ProgramMessages {
    return (this.messagesOfPrograms ??= new ProgramMessages());
  }

  get launchedPrograms(): number {
    return this.programs;
  }

  /** Class names of the protocols with a task that were not launched. */
  get unlaunchedPrograms(): readonly string[] {
    return (this.unlaunched ?? []).map((program) => program.constructor.name);
  }

  /** Number of copies that arrived while it was crashed. */
  get missedCopies(): number {
    return this.missed;
  }

  /** Called by its networks. */
  deliver(message: NekoMessage): void {
    if (this.#host.emit !== undefined) this.record(message, this.#host.emit);
    if (this.crashed) this.missed++;
    else this.dispatcher.deliver(message);
  }

  private record({ from, to, number, protocol, type, content }: NekoMessage, emit: Emit): void {
    const { now: time, id } = this;
    // One literal for each type: a spread takes longer than the rest of the delivery.
    if (this.crashed) {
      const reason = 'the receiver is crashed';
      emit({ type: 'drop', time, process: id, message: number, from, messageType: type, reason });
    } else {
      emit({
        type: 'deliver',
        time,
        process: id,
        message: number,
        from,
        messageType: type,
        to,
        protocol,
        content: onRecord(content),
      });
    }
  }

  /** Numbers its messages, over all networks. */
  nextNumber(): number {
    return ++this.sent;
  }

  // Crashes.

  get isCrashed(): boolean {
    return this.crashed;
  }

  /**
   * Stops working at this instant: it sends, receives and does nothing until it recovers. If its memory is lost, its protocols
   * are then built and launched again, and only what they wrote to stable storage is left.
   */
  crash(memory: CrashMemory = 'kept'): void {
    if (this.crashed) return;
    this.crashed = true;
    this.#host.emit?.({ type: 'crash', time: this.now, process: this.id });
    if (memory === 'lost') this.loseMemory();
    this.notifyOfCrash(true, this.crashListeners ?? []);
  }

  recover(): void {
    if (!this.crashed) return;
    this.crashed = false;
    this.#host.emit?.({ type: 'recover', time: this.now, process: this.id });
    const { overdue } = this;
    this.overdue = undefined;
    if (overdue !== undefined) for (const timer of overdue) timer.catchUp();
    const listeners = this.crashListeners ?? [];
    if (this.hasLostMemory) {
      this.hasLostMemory = false;
      // The new protocols start; they do not recover.
      this.crashListeners = undefined;
      this.#host.restart!(this);
      this.crashListeners = [...listeners, ...((this.crashListeners as CrashListener[] | undefined) ?? [])];
    }
    this.notifyOfCrash(false, listeners);
  }

  /**
   * Adds a listener for crashes and recoveries, for protocols that simulate their detection.
   *
   * @param owner The process that the listener belongs to; it is forgotten if that process loses its memory.
   */
  onCrash(listener: (isCrashed: boolean) => void, owner: NekoProcess = this): void {
    (this.crashListeners ??= []).push({ call: listener, owner, incarnation: owner.incarnation });
  }

  onRecover(listener: () => void): void {
    this.onCrash((isCrashed) => {
      if (!isCrashed) listener();
    });
  }

  private notifyOfCrash(isCrashed: boolean, listeners: readonly CrashListener[]): void {
    for (const { call, owner, incarnation } of listeners) if (owner.incarnation === incarnation) call(isCrashed);
  }

  /** Forgets protocols, tasks and timers. Protocols that are still referred to can send nothing. */
  protected loseMemory(): void {
    const { simulator, restart } = this.#host;
    if (restart === undefined)
      throw new WiringError(`${this.name}: crash: expected a system that can restart its protocols, got none`);
    this.hasLostMemory = true;
    this.incarnation++;
    this.dispatcher.clear();
    this.#exit = this.#otherExits = this.overdue = this.unlaunched = undefined;
    this.programs = 0;
    this.crashListeners = this.crashListeners?.filter(({ owner, incarnation }) => owner.incarnation === incarnation);
    simulator.killTasksOf(this.id);
    const { storage } = this;
    if (storage !== undefined && storage.pending > 0)
      storage.lose(this.random('unsynced writes').integer(0, storage.pending));
  }

  postpone(timer: Postponed): void {
    (this.overdue ??= new Set()).add(timer);
  }

  forget(timer: Postponed): boolean {
    return this.overdue?.delete(timer) === true;
  }
}

const NO_IDS: readonly string[] = [];

/** Lists of ids, shared by the processes, which mostly have the same ones. */
const lists = new Map<string, readonly string[]>();

function sharedList(ids: readonly string[]): readonly string[] {
  const key = ids.join('\n');
  const known = lists.get(key);
  if (known === undefined) lists.set(key, ids);
  return known ?? ids;
}

const NO_PARAMETERS: ReadonlyMap<string, string> = new Map();

class ProcessSender implements Sender {
  // Private at run time too, as in the process.
  readonly #process: NekoProcess;
  readonly #network: Network;
  readonly #host: NekoHost;
  readonly #destinations = new Destinations();
  readonly #incarnation: number;

  constructor(process: NekoProcess, network: Network, host: NekoHost) {
    this.#process = process;
    this.#network = network;
    this.#host = host;
    this.#incarnation = process.incarnation;
  }

  get guarantees(): Guarantees | undefined {
    return this.#network.guarantees;
  }

  send(outgoing: Outgoing): void {
    const process = this.#process;
    const host = this.#host;
    // Code that was running when the process crashed may still run to its next wait.
    if (process.isCrashed || process.incarnation !== this.#incarnation) return;
    checkDestinations(outgoing, host.n, process);
    const to = this.#destinations.frozen(outgoing.to);
    const message = sealed(outgoing, process.id, process.nextNumber(), to);
    if (host.emit !== undefined) {
      const { number, protocol, type, content } = message;
      host.emit({
        type: 'send',
        time: process.now,
        process: process.id,
        message: number,
        to,
        protocol,
        messageType: type,
        content: onRecord(content),
      });
    }
    this.#network.send(message);
  }
}

/** Lists of at least this many destinations are shared by the messages of a process. */
const MIN_SHARED = 8;

/** Frozen lists of destinations. Broadcasts to the same processes share one: it is as long as the network is large. */
class Destinations {
  private shared: readonly number[] = [];

  frozen(to: readonly number[]): readonly number[] {
    if (to.length < MIN_SHARED) return frozenList(to);
    if (!isSame(to, this.shared)) this.shared = frozenList(to);
    return this.shared;
  }
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function checkDestinations({ to, type, protocol }: Outgoing, n: number, process: NekoProcess): void {
  for (let i = 0; i < to.length; i++) {
    const id = to[i]!;
    if (!(Number.isInteger(id) && id >= 0 && id < n)) {
      throw new WiringError(
        `${process.name}, protocol '${protocol}', message ${type}: ${expected(`a destination from 0 to ${n - 1}`, id)}`,
      );
    }
  }
}
