import { expected } from '@kineko/formats/problem';
import type { Agenda, Task, TaskBody, Random, RandomStream, Rounds, Simulator, Waiting } from '@kineko/kernel';
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
  /** Called when a protocol is launched on a link that lacks its assumptions; without it, stacks stay as built. */
  readonly composeLink?: LinkComposer | undefined;
}

/**
 * A participant in a distributed computation. It has protocols, reached through its dispatcher, and networks to the
 * others.
 */
export class NekoProcess implements TimerOwner, LogOwner {
  private crashed = false;
  readonly name: string;
  readonly dispatcher: Dispatcher;
  readonly programMessages = new ProgramMessages();
  // Private at run time too: they lead to all other processes, and an algorithm may be plain JavaScript.
  readonly #host: NekoHost;
  readonly #exits: readonly ProcessSender[];
  private sent = 0;
  private missed = 0;
  private readonly overdue = new Set<Postponed>();
  /** Protocols with a task that were created but not launched yet; usually none. */
  private unlaunched: Set<object> | undefined;
  private programs = 0;
  private readonly crashListeners: ((isCrashed: boolean) => void)[] = [];

  constructor(
    readonly id: number,
    host: NekoHost,
    networks: readonly Network[],
  ) {
    this.#host = host;
    this.name = `p${id}`;
    this.dispatcher = new Dispatcher(this.name);
    this.#exits = networks.map((network) => new ProcessSender(this, network, host));
    for (const network of networks) network.connect(id, new ProcessReceiver(this, host));
  }

  get n(): number {
    return this.#host.n;
  }

  /** Simulated seconds. */
  get now(): number {
    return this.#host.simulator.now;
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
    const exit = this.#exits[index];
    if (exit === undefined)
      throw new WiringError(`${this.name}: network: ${expected(`an index below ${this.#exits.length}`, index)}`);
    return exit;
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
  spawnRounds(name: string, rounds: Rounds): Task {
    return this.#host.simulator.spawnRounds({ id: this.id, name: `${this.name} ${name}` }, rounds);
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
    (this.unlaunched ??= new Set()).add(program);
  }

  programLaunched(program: object): void {
    this.programs++;
    this.unlaunched?.delete(program);
    if (this.unlaunched?.size === 0) this.unlaunched = undefined;
  }

  get launchedPrograms(): number {
    return this.programs;
  }

  /** Class names of the protocols with a task that were not launched. */
  get unlaunchedPrograms(): readonly string[] {
    return [...(this.unlaunched ?? [])].map((program) => program.constructor.name);
  }

  /** Number of copies that arrived while it was crashed. */
  get missedCopies(): number {
    return this.missed;
  }

  miss(): void {
    this.missed++;
  }

  /** Numbers its messages, over all networks. */
  nextNumber(): number {
    return ++this.sent;
  }

  // Crashes.

  get isCrashed(): boolean {
    return this.crashed;
  }

  /** Stops working at this instant: it sends, receives and does nothing until it recovers with its memory unchanged. */
  crash(): void {
    if (this.crashed) return;
    this.crashed = true;
    this.#host.emit?.({ type: 'crash', time: this.now, process: this.id });
    for (const listener of this.crashListeners) listener(true);
  }

  recover(): void {
    if (!this.crashed) return;
    this.crashed = false;
    this.#host.emit?.({ type: 'recover', time: this.now, process: this.id });
    const overdue = [...this.overdue];
    this.overdue.clear();
    for (const timer of overdue) timer.catchUp();
    for (const listener of this.crashListeners) listener(false);
  }

  /** Adds a listener for crashes and recoveries, for protocols that simulate their detection. */
  onCrash(listener: (isCrashed: boolean) => void): void {
    this.crashListeners.push(listener);
  }

  onRecover(listener: () => void): void {
    this.onCrash((isCrashed) => {
      if (!isCrashed) listener();
    });
  }

  postpone(timer: Postponed): void {
    this.overdue.add(timer);
  }

  forget(timer: Postponed): boolean {
    return this.overdue.delete(timer);
  }
}

const NO_PARAMETERS: ReadonlyMap<string, string> = new Map();

class ProcessSender implements Sender {
  // Private at run time too, as in the process.
  readonly #process: NekoProcess;
  readonly #network: Network;
  readonly #host: NekoHost;
  private readonly destinations = new Destinations();

  constructor(process: NekoProcess, network: Network, host: NekoHost) {
    this.#process = process;
    this.#network = network;
    this.#host = host;
  }

  get guarantees(): Guarantees | undefined {
    return this.#network.guarantees;
  }

  send(outgoing: Outgoing): void {
    const process = this.#process;
    const host = this.#host;
    // Code that was running when the process crashed may still run to its next wait.
    if (process.isCrashed) return;
    checkDestinations(outgoing, host.n, process);
    const to = this.destinations.frozen(outgoing.to);
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

class ProcessReceiver implements Receiver {
  constructor(
    private readonly process: NekoProcess,
    private readonly host: NekoHost,
  ) {}

  deliver(message: NekoMessage): void {
    const { process, host } = this;
    if (host.emit !== undefined) this.record(message);
    if (process.isCrashed) process.miss();
    else process.dispatcher.deliver(message);
  }

  private record({ from, to, number, protocol, type, content }: NekoMessage): void {
    const { process, host } = this;
    const { now: time, id } = process;
    // One literal for each type: a spread takes longer than the rest of the delivery.
    if (process.isCrashed) {
      const reason = 'the receiver is crashed';
      host.emit!({ type: 'drop', time, process: id, message: number, from, messageType: type, reason });
    } else {
      host.emit!({
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
