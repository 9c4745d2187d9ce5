import { expected } from '@kineko/formats/problem';
import type { RandomStream } from '@kineko/kernel';
import { type Guarantees, guaranteesOf, NO_GUARANTEE } from './guarantees.js';
import { Logger } from './logger.js';
import { MessageError, type NekoMessage, type Receiver, type Sender, WiringError } from './message.js';
import type { NekoProcess } from './process.js';
import { onRecord } from './records.js';

/** Marks protocol classes, so that a second copy of this package is recognized too. */
export const PROTOCOL: unique symbol = Symbol.for('kineko.protocol') as never;

/** Message contents by type: `{ DATA: { seq: number }; ACK: number }`. */
export type Contents = object;

/** A handler for each message type, checked by the compiler. */
export type Handlers<M extends Contents> = {
  readonly [T in keyof M & string]: (content: M[T], from: number, message: NekoMessage<T, M[T]>) => void;
};

/**
 * A microprotocol: one idea in one file, composed with others elsewhere. It is given its neighbours and does not depend
 * on what they are.
 *
 * Life cycle: it is created, its parts are set (`setId`, `setSender`, …), it is launched; from then on it may send and
 * receive. Peers have the same id in every process.
 *
 * @typeParam H Its handlers: one per message type, unless a subclass receives some types in another way.
 */
export abstract class Protocol<
  M extends Contents = Record<string, unknown>,
  H extends Partial<Handlers<M>> = Handlers<M>,
> implements Receiver {
  static readonly [PROTOCOL] = true;
  protected abstract readonly handlers: H;
  protected sender: Sender | undefined = undefined;
  protected receiver: Receiver | undefined = undefined;
  // `#` members: authors extend this class, and a private field could collide with a field of theirs.
  #id: string | undefined = undefined;
  #isLaunched = false;
  #random: RandomStream | undefined = undefined;

  constructor(readonly process: NekoProcess) {}

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

  /** Sets where its messages go: a network, or the protocol below. */
  setSender(sender: Sender): void {
    this.sender = sender;
  }

  /** Sets the receiver of what it delivers: the protocol above, or the dispatcher for several. */
  setReceiver(receiver: Receiver): void {
    this.receiver = receiver;
  }

  /** Guarantees that it needs from the link below; checked at launch, however the stack was built. */
  get assumes(): Guarantees {
    return NO_GUARANTEE;
  }

  /** Whether it works on a link without them, only worse. */
  get assumptionIsOptional(): boolean {
    return false;
  }

  /** Starts it; throws if a part is missing. */
  launch(): void {
    const { id } = this;
    if (this.#isLaunched) throw this.wiringError('it is launched already', 'launch it once');
    const parts = this.parts();
    for (const name of Object.keys(parts)) {
      if (parts[name] !== undefined) continue;
      const setter = `set${name[0]!.toUpperCase()}${name.slice(1)}`;
      throw this.wiringError(`it has no ${name}`, `call ${setter} before launch`);
    }
    this.checkLink(id);
    this.process.register(this);
    this.#isLaunched = true;
    this.started();
  }

  deliver(message: NekoMessage): void {
    const handlers = this.handlers as unknown as Handlers<M>;
    if (!Object.hasOwn(handlers, message.type)) throw this.unknownType(message);
    handlers[message.type as keyof M & string](message.content as never, message.from, message as never);
  }

  /** The parts that must be set before launch, by name. */
  protected parts(): Readonly<Record<string, unknown>> {
    return { sender: this.sender };
  }

  /** Called when it has been launched. */
  protected started(): void {}

  /** Sends a message of this protocol. */
  protected sendTo<T extends keyof M & string>(to: readonly number[], type: T, content: M[T]): void {
    if (!this.#isLaunched) throw this.wiringError(`it sends a ${type} before it is launched`, 'launch it first');
    if (!Array.isArray(to)) {
      const where = `${this.process.name}, protocol '${this.id}': the receivers of a message ${type}`;
      throw new MessageError(`${where}: ${expected('a list of ids, such as [2]', to)}`);
    }
    if (this.maySend()) this.sender!.send({ to, protocol: this.id, type, content });
  }

  /** Whether the next message is sent; false if the fault schedule omits it. */
  protected maySend(): boolean {
    return true;
  }

  /** A logger named after the class. */
  protected get logger(): Logger {
    return new Logger(this.process, this.constructor.name);
  }

  /** A random number in [0, 1) from this protocol's stream in this process. */
  protected random(): number {
    return this.randomStream.uniform();
  }

  protected get randomStream(): RandomStream {
    return (this.#random ??= this.process.random(this.randomName));
  }

  /** Name of its random stream within the process. */
  protected get randomName(): string {
    return this.id;
  }

  /** Records an event that checkers evaluate. */
  protected note(event: string, value: unknown): void {
    const { emit, now: time, id: process } = this.process;
    emit?.({ type: 'protocolEvent', time, process, protocol: this.id, event, value: onRecord(value) });
  }

  protected wiringError(what: string, remedy: string): WiringError {
    const called = this.#id === undefined ? '' : ` '${this.#id}'`;
    return new WiringError(`${this.process.name}, protocol${called} (${this.constructor.name}): ${what}; ${remedy}`);
  }

  /** Inserts the missing link below, or refuses the launch. */
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
