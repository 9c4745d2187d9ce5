import type { Agenda, Task, TaskBody, Random, RandomStream, Rounds, Simulator, Waiting } from '@kineko/kernel';
import { Dispatcher } from './dispatcher.js';
import type { Guarantees } from './guarantees.js';
import type { AuthorLog, LogOwner } from './logger.js';
import {
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

/** A protocol that is launched on a link which lacks some of what it assumes. */
export interface LinkRequest {
  readonly process: NekoProcess;
  readonly id: string;
  readonly className: string;
  readonly assumes: Guarantees;
  readonly missing: Guarantees;
  /** Whether it works without, only worse. */
  readonly isOptional: boolean;
  readonly below: Sender;
  /** The protocol itself. */
  readonly above: Receiver;
}

/** Returns the link that is put between, or undefined for none; may refuse the launch by throwing. */
export type LinkComposer = (request: LinkRequest) => Sender | undefined;

/** What a process needs of the system it is part of. */
export interface NekoHost {
  /** The clock and the queue; over real networks, one that keeps step with the wall clock. */
  readonly simulator: Simulator;
  /** Number of processes; their ids are 0 to n - 1. */
  readonly n: number;
  readonly random: Random;
  /** Where records go; without it none are made. */
  readonly emit?: Emit | undefined;
  /** Is told what authors say, as they say it. */
  readonly log?: AuthorLog | undefined;
  /** Ends the run, in order; without it, nobody can. */
  readonly shutdown?: ((reason: string) => void) | undefined;
  /** What a configuration says to a class, by name; without it, nothing. */
  readonly parameters?: ((className: string) => ReadonlyMap<string, string>) | undefined;
  /** Is asked when a protocol is launched on a link that lacks what it assumes; without it, stacks stay as they were built. */
  readonly composeLink?: LinkComposer | undefined;
}

/**
 * One of the parties: it has protocols, which its dispatcher tells apart, and networks to the others. It knows nothing of
 * what the protocols do.
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
  /** Programs that were made and not launched yet; most processes have none for long. */
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

  /** Number of processes. */
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

  /** The ids of all processes, 0 to n - 1. */
  get all(): number[] {
    return Array.from({ length: this.n }, (_, id) => id);
  }

  get others(): number[] {
    return this.all.filter((id) => id !== this.id);
  }

  /** The way out to the others; index 0 is the default network. */
  network(index = 0): Sender {
    const exit = this.#exits[index];
    if (exit === undefined)
      throw new WiringError(`${this.name} has ${this.#exits.length} networks; there is none of index ${index}`);
    return exit;
  }

  /** A stream of random numbers of this process's own. */
  random(name: string): RandomStream {
    return this.#host.random.stream(`process/${this.id}/${name}`);
  }

  timer(callback: () => void, label?: string): Timer {
    return new Timer(this, callback, label);
  }

  /** Starts something that runs by itself. */
  spawn(name: string, body: TaskBody): Task {
    return this.#host.simulator.spawn({ id: this.id, name: `${this.name} ${name}` }, body);
  }

  /** Starts something that does the same round again and again, until it is done. */
  spawnRounds(name: string, rounds: Rounds): Task {
    return this.#host.simulator.spawnRounds({ id: this.id, name: `${this.name} ${name}` }, rounds);
  }

  /** Adds tasks that run in another process of the machine; `waiting` returns what they wait for. */
  addOutside(waiting: () => readonly Waiting[]): void {
    this.#host.simulator.addOutside(waiting);
  }

  get emit(): Emit | undefined {
    return this.#host.emit;
  }

  /** Ends the whole run, in order. */
  shutdown(reason: string): void {
    this.#host.shutdown?.(`${this.name}: ${reason}`);
  }

  /** What the configuration says to a class of algorithms or protocols, by name. */
  parameters(className: string): ReadonlyMap<string, string> {
    return this.#host.parameters?.(className) ?? NO_PARAMETERS;
  }

  get authorLog(): AuthorLog | undefined {
    return this.#host.log;
  }

  /** For a protocol that is launched on a link which lacks something: the link to be put between, if there is one. */
  composeLink(request: LinkRequest): Sender | undefined {
    return this.#host.composeLink?.(request);
  }

  /** A program (an algorithm, an active protocol) was made for it. */
  programMade(program: object): void {
    (this.unlaunched ??= new Set()).add(program);
  }

  programLaunched(program: object): void {
    this.programs++;
    this.unlaunched?.delete(program);
    if (this.unlaunched?.size === 0) this.unlaunched = undefined;
  }

  /** Number of programs that were launched. */
  get launchedPrograms(): number {
    return this.programs;
  }

  /** The classes of programs that were made and not launched. */
  get unlaunchedPrograms(): readonly string[] {
    return [...(this.unlaunched ?? [])].map((program) => program.constructor.name);
  }

  /** How many copies came while it was crashed. */
  get missedCopies(): number {
    return this.missed;
  }

  /** A copy came while it was crashed. */
  miss(): void {
    this.missed++;
  }

  /** Counts its messages, over all networks. */
  nextNumber(): number {
    return ++this.sent;
  }

  // Crashes.

  get isCrashed(): boolean {
    return this.crashed;
  }

  /** Stops working at this instant: nothing is sent, received or done, until it recovers with its memory as it was. */
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

  /** For who simulates what others would notice of a crash. */
  onCrash(listener: (isCrashed: boolean) => void): void {
    this.crashListeners.push(listener);
  }

  onRecover(listener: () => void): void {
    this.onCrash((isCrashed) => {
      if (!isCrashed) listener();
    });
  }

  /** A timer fell due while it could not run. */
  postpone(timer: Postponed): void {
    this.overdue.add(timer);
  }

  forget(timer: Postponed): boolean {
    return this.overdue.delete(timer);
  }
}

const NO_PARAMETERS: ReadonlyMap<string, string> = new Map();

/** Where messages leave a process. */
class ProcessSender implements Sender {
  // As in the process.
  readonly #process: NekoProcess;
  readonly #network: Network;
  readonly #host: NekoHost;

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
    // Code that was on its way when the process crashed may still run to its next wait.
    if (process.isCrashed) return;
    checkDestinations(outgoing, host.n, process);
    const message = sealed(outgoing, process.id, process.nextNumber());
    if (host.emit !== undefined) {
      const { number, to, protocol, type, content } = message;
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

/** Where messages come in. */
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
    const common = { time: process.now, process: process.id, message: number, from, messageType: type } as const;
    if (process.isCrashed) host.emit!({ type: 'drop', ...common, reason: 'the receiver is crashed' });
    else host.emit!({ type: 'deliver', ...common, to, protocol, content: onRecord(content) });
  }
}

function checkDestinations({ to, type, protocol }: Outgoing, n: number, process: NekoProcess): void {
  for (let i = 0; i < to.length; i++) {
    const id = to[i]!;
    if (!(Number.isInteger(id) && id >= 0 && id < n)) {
      throw new WiringError(
        `${process.name}, protocol '${protocol}': a message ${type} is for process ${id}: ids are whole numbers from 0 to ${n - 1}`,
      );
    }
  }
}
