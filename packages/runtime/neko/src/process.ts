import { expected } from '@kineko/formats/problem';
import type { Agenda, Task, Random, RandomStream, Rounds, Simulator, Waiting } from '@kineko/kernel';
import { Dispatcher } from './dispatcher.js';
import { getOrAdd } from './get-or-add.js';
import type { Guarantees } from './guarantees.js';
import type { AuthorLog, LogOwner } from './logger.js';
import { type NekoMessage, type Network, type Outgoing, type Receiver, type Sender, WiringError } from './message.js';
import { Destinations, ProcessSender, transmit } from './process-sender.js';
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

/** A protocol, as its process sees it. */
interface NamedReceiver extends Receiver {
  readonly id: string;
}

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

/** Parts that many processes never need; created on first use, since there may be a million processes. */
class RareParts {
  /** Number of messages sent, over all networks. */
  sent = 0;
  /** Number of copies that arrived while it was crashed. */
  missed = 0;
  readonly destinations = new Destinations();
  messagesOfPrograms: ProgramMessages | undefined = undefined;
  /** By index of the network. */
  senders: Map<number, ProcessSender> | undefined = undefined;
  overdue: Set<Postponed> | undefined = undefined;
  crashListeners: CrashListener[] | undefined = undefined;
  hasLostMemory = false;
  storage: StableStorage | undefined = undefined;
  drift: Drift | undefined = undefined;
}

/**
 * A participant in a distributed computation. It has protocols, reached through its dispatcher, and networks to the
 * others.
 */
export class NekoProcess implements TimerOwner, LogOwner, Receiver, Sender {
  private crashed = false;
  /** Ids of its protocols with a task. */
  programIds: readonly string[] = NO_IDS;
  // Private at run time too: they lead to all other processes, and an algorithm may be plain JavaScript.
  readonly #host: NekoHost;
  readonly #networks: readonly Network[];
  /** Its first protocol, until something needs the dispatcher. */
  #inbound: NamedReceiver | Dispatcher | undefined = undefined;
  #rareParts: RareParts | undefined = undefined;
  /** Protocols with a task that were created but not launched yet: one, or a list. */
  private unlaunched: object | undefined = undefined;
  private programs = 0;
  /** Number of times that it has lost its memory. Timers and listeners of an earlier incarnation have no effect. */
  incarnation = 0;

  constructor(
    readonly id: number,
    host: NekoHost,
    networks: readonly Network[],
  ) {
    this.#host = host;
    this.#networks = networks;
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
    const { now } = this;
    const drift = this.#rareParts?.drift;
    return drift === undefined ? now : drift.shown + (now - drift.since) * drift.rate;
  }

  /** Makes its clock run at another rate from now on; timers that are scheduled already are not changed. */
  setClockRate(rate: number): void {
    this.rare.drift = { rate, since: this.now, shown: this.clock };
  }

  /** Simulated seconds that pass while its clock measures some seconds. */
  duration(seconds: number): number {
    const drift = this.#rareParts?.drift;
    return drift === undefined ? seconds : seconds / drift.rate;
  }

  /** Survives crashes in which the memory is lost. */
  get stable(): StableStorage {
    return (this.rare.storage ??= new StableStorage());
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
    const network = this.#networks[index];
    if (network === undefined)
      throw new WiringError(`${this.name}: network: ${expected(`an index below ${this.#networks.length}`, index)}`);
    const senders = (this.rare.senders ??= new Map<number, ProcessSender>());
    return getOrAdd(senders, index, () => new ProcessSender(this, network, this.#host));
  }

  /** The sender on the default network for a stack of protocols: the process itself where possible, to save memory. */
  get defaultSender(): Sender {
    return this.incarnation === 0 && this.#networks.length > 0 ? this : this.network();
  }

  /** Guarantees of its default network. */
  get guarantees(): Guarantees | undefined {
    return this.#networks[0]?.guarantees;
  }

  /** Sends on the default network, in its first incarnation. */
  send(outgoing: Outgoing): void {
    if (this.crashed || this.incarnation !== 0) return;
    transmit(outgoing, this, this.rare.destinations, this.#networks[0]!, this.#host);
  }

  /** Delivers its messages to its protocols. */
  get dispatcher(): Dispatcher {
    const inbound = this.#inbound;
    if (inbound instanceof Dispatcher) return inbound;
    const dispatcher = new Dispatcher(this);
    if (inbound !== undefined) dispatcher.register(inbound.id, inbound);
    return (this.#inbound = dispatcher);
  }

  /** Called at the launch of a protocol: from now on it receives the messages with its id. */
  register(protocol: NamedReceiver): void {
    if (this.#inbound === undefined) this.#inbound = protocol;
    else this.dispatcher.register(protocol.id, protocol);
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

  spawn(name: string, body: (task: Task) => Promise<void>): Task {
    return this.#host.simulator.spawn({ id: this.id, name: `${this.name} ${name}` }, body);
  }

  /** Starts a task that repeats a round until it is done; its subject is passed to the rounds, which others share. */
  spawnShared<S>(rounds: Required<Rounds<S>>, subject: S): Task {
    return this.#host.simulator.spawnShared(this.id, rounds, subject);
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
    this.unlaunched = this.unlaunched === undefined ? program : [...listOf(this.unlaunched), program];
  }

  programLaunched(program: object): void {
    this.programs++;
    if (this.unlaunched === program) this.unlaunched = undefined;
    else if (this.unlaunched !== undefined)
      this.unlaunched = listOf(this.unlaunched).filter((each) => each !== program);
  }

  /** A protocol of this id sends messages of a program. */
  addProgramId(id: string): void {
    if (!this.programIds.includes(id)) this.programIds = sharedList(this.programIds, id);
  }

  get programMessages(): ProgramMessages {
    return (this.rare.messagesOfPrograms ??= new ProgramMessages());
  }

  get launchedPrograms(): number {
    return this.programs;
  }

  /** Class names of the protocols with a task that were not launched. */
  get unlaunchedPrograms(): readonly string[] {
    return listOf(this.unlaunched).map((program) => program.constructor.name);
  }

  /** Number of copies that arrived while it was crashed. */
  get missedCopies(): number {
    return this.#rareParts?.missed ?? 0;
  }

  /** Called by its networks. */
  deliver(message: NekoMessage): void {
    if (this.#host.emit !== undefined) this.record(message, this.#host.emit);
    if (this.crashed) this.rare.missed++;
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
    return ++this.rare.sent;
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
    this.notifyOfCrash(true, this.rare.crashListeners ?? []);
  }

  recover(): void {
    if (!this.crashed) return;
    this.crashed = false;
    this.#host.emit?.({ type: 'recover', time: this.now, process: this.id });
    const { rare } = this;
    const { overdue } = rare;
    rare.overdue = undefined;
    if (overdue !== undefined) for (const timer of overdue) timer.catchUp();
    const listeners = rare.crashListeners ?? [];
    if (rare.hasLostMemory) {
      rare.hasLostMemory = false;
      // The new protocols start; they do not recover.
      rare.crashListeners = undefined;
      this.#host.restart!(this);
      rare.crashListeners = [...listeners, ...((rare.crashListeners as CrashListener[] | undefined) ?? [])];
    }
    this.notifyOfCrash(false, listeners);
  }

  /**
   * Adds a listener for crashes and recoveries, for protocols that simulate their detection.
   *
   * @param owner The process that the listener belongs to; it is forgotten if that process loses its memory.
   */
  onCrash(listener: (isCrashed: boolean) => void, owner: NekoProcess = this): void {
    (this.rare.crashListeners ??= []).push({ call: listener, owner, incarnation: owner.incarnation });
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
    const { rare } = this;
    rare.hasLostMemory = true;
    this.incarnation++;
    this.dispatcher.clear();
    rare.senders = rare.overdue = this.unlaunched = undefined;
    this.programs = 0;
    rare.crashListeners = rare.crashListeners?.filter(({ owner, incarnation }) => owner.incarnation === incarnation);
    simulator.killTasksOf(this.id);
    const { storage } = rare;
    if (storage !== undefined && storage.pending > 0)
      storage.lose(this.random('unsynced writes').integer(0, storage.pending));
  }

  postpone(timer: Postponed): void {
    (this.rare.overdue ??= new Set()).add(timer);
  }

  forget(timer: Postponed): boolean {
    return this.#rareParts?.overdue?.delete(timer) === true;
  }

  private get rare(): RareParts {
    return (this.#rareParts ??= new RareParts());
  }
}

const NO_IDS: readonly string[] = [];

/** Lists of ids, shared by the processes, which mostly have the same ones. */
const lists = new Map<string, readonly string[]>();

function sharedList(ids: readonly string[], added: string): readonly string[] {
  return getOrAdd(lists, ids.length === 0 ? added : [...ids, added].join('\n'), () => [...ids, added]);
}

/** A list that is stored as its only item. */
function listOf(items: object | undefined): readonly object[] {
  if (items === undefined) return [];
  return Array.isArray(items) ? (items as readonly object[]) : [items];
}

const NO_PARAMETERS: ReadonlyMap<string, string> = new Map();
