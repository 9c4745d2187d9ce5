import type { RandomStream } from '@kineko/kernel';
import { type Guarantees, guaranteesOf, NO_GUARANTEE } from './guarantees.js';
import { Logger } from './logger.js';
import { type NekoMessage, type Receiver, type Sender, WiringError } from './message.js';
import type { NekoProcess } from './process.js';
import { onRecord } from './records.js';

/** Written on every class of protocols: a second copy of this package does no harm. */
export const PROTOCOL: unique symbol = Symbol.for('kineko.protocol') as never;

/** What the messages of a protocol carry, by type: `{ DATA: { seq: number }; ACK: number }`. */
export type Contents = object;

/** One handler for each type of message, checked by the compiler. */
export type Handlers<M extends Contents> = {
  readonly [T in keyof M & string]: (content: M[T], from: number, message: NekoMessage<T, M[T]>) => void;
};

/**
 * A microprotocol: one idea, in one file, that is put together with others where nobody of them sees it. It is given its
 * neighbours and never asks what they are.
 *
 * Life: it is made, its parts are set (`setId`, `setSender`, …), it is launched; from then on it may send and is
 * delivered to. Peers have the same id in every process.
 *
 * @typeParam H Its handlers: for every type of message, unless a kind of protocol takes the others in another way.
 */
export abstract class Protocol<
  M extends Contents = Record<string, unknown>,
  H extends Partial<Handlers<M>> = Handlers<M>,
> implements Receiver {
  static readonly [PROTOCOL] = true;
  /** One for each type of message that it gets. */
  protected abstract readonly handlers: H;
  protected sender: Sender | undefined;
  protected receiver: Receiver | undefined;
  // `#` members: authors extend this class, and a private field could collide with a field of theirs.
  #id: string | undefined;
  #isLaunched = false;
  #logger: Logger | undefined;
  #random: RandomStream | undefined;

  constructor(readonly process: NekoProcess) {}

  /** As messages name it. */
  get id(): string {
    if (this.#id === undefined) throw this.wiringError('it has no id', 'call setId before launch');
    return this.#id;
  }

  get isLaunched(): boolean {
    return this.#isLaunched;
  }

  setId(id: string): void {
    if (this.#isLaunched && id !== this.#id) {
      this.process.dispatcher.register(id, this);
      this.process.dispatcher.unregister(this.id);
    }
    this.#id = id;
  }

  /** To whom its messages go: a network, or the protocol below. */
  setSender(sender: Sender): void {
    this.sender = sender;
  }

  /** Who gets what it delivers: the protocol above, or the dispatcher for several of them. */
  setReceiver(receiver: Receiver): void {
    this.receiver = receiver;
  }

  /** What it assumes of the link below: checked at the launch, however the stack was built. */
  get assumes(): Guarantees {
    return NO_GUARANTEE;
  }

  /** Whether it works on a link without that, only worse. */
  get assumptionIsOptional(): boolean {
    return false;
  }

  /** Begins to work, if nothing is missing. */
  launch(): void {
    const { id } = this;
    if (this.#isLaunched) throw this.wiringError('it is launched already', 'launch it once');
    const missing = Object.entries(this.parts()).filter(([, part]) => part === undefined);
    for (const [name] of missing) {
      const setter = `set${name[0]!.toUpperCase()}${name.slice(1)}`;
      throw this.wiringError(`it has no ${name}`, `call ${setter} before launch`);
    }
    this.checkLink(id);
    this.process.dispatcher.register(id, this);
    this.#isLaunched = true;
    this.started();
  }

  deliver(message: NekoMessage): void {
    const handlers = this.handlers as unknown as Handlers<M>;
    if (!Object.hasOwn(handlers, message.type)) throw this.unknownType(message);
    handlers[message.type as keyof M & string](message.content as never, message.from, message as never);
  }

  /** What must have been set before it is launched, by name. */
  protected parts(): Readonly<Record<string, unknown>> {
    return { sender: this.sender };
  }

  /** It has been launched. */
  protected started(): void {}

  /** Sends a message of its own. */
  protected sendTo<T extends keyof M & string>(to: readonly number[], type: T, content: M[T]): void {
    if (!this.#isLaunched) throw this.wiringError(`it sends a ${type} before it is launched`, 'launch it first');
    if (this.maySend()) this.sender!.send({ to, protocol: this.id, type, content });
  }

  /** Whether its next message is sent; false for one that the fault schedule omits. */
  protected maySend(): boolean {
    return true;
  }

  /** For what its author has to say, under the name of the class. */
  protected get logger(): Logger {
    return (this.#logger ??= new Logger(this.process, this.constructor.name));
  }

  /** A random number from 0 to just below 1, of this protocol's own stream in this process. */
  protected random(): number {
    return this.randomStream.uniform();
  }

  /** The same numbers in other shapes. */
  protected get randomStream(): RandomStream {
    return (this.#random ??= this.process.random(this.randomName));
  }

  /** What its stream of random numbers is called among those of its process. */
  protected get randomName(): string {
    return this.id;
  }

  /** Puts on record that something of what it promises happened here. */
  protected note(event: string, value: unknown): void {
    const { emit, now: time, id: process } = this.process;
    emit?.({ type: 'protocolEvent', time, process, protocol: this.id, event, value: onRecord(value) });
  }

  protected wiringError(what: string, remedy: string): WiringError {
    const called = this.#id === undefined ? '' : ` '${this.#id}'`;
    return new WiringError(`${this.process.name}, protocol${called} (${this.constructor.name}): ${what}; ${remedy}`);
  }

  /** Has the link put in that is missing below, or the launch refused. */
  private checkLink(id: string): void {
    const { assumes, sender: below } = this;
    if (assumes.length === 0 || below === undefined) return;
    const given = guaranteesOf(below);
    const missing = assumes.filter((each) => !given.includes(each));
    if (missing.length === 0) return;
    const { process, assumptionIsOptional: isOptional, constructor } = this;
    const request = { process, id, className: constructor.name, assumes, missing, isOptional, below, above: this };
    this.sender = process.composeLink(request) ?? below;
  }

  private unknownType({ type, from }: NekoMessage): WiringError {
    const types = Object.keys(this.handlers).join(', ') || 'none';
    return this.wiringError(
      `it got a message ${type} from p${from}, which it does not know`,
      `its types are: ${types}; do peers of another kind have the same id?`,
    );
  }
}
