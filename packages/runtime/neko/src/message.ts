import type { Guarantees } from './guarantees.js';
import { freezePlainData } from './plain-data.js';

/**
 * A message between processes. It never changes: its content is plain, frozen data, so that no process sees what
 * another one does with it, on simulated and real networks alike.
 */
export interface NekoMessage<Type extends string = string, Content = unknown> {
  readonly from: number;
  /** Ids of the destinations, in the order in which copies are made. */
  readonly to: readonly number[];
  /** Counts the messages of the sender, from 1: sender and number identify a message. */
  readonly number: number;
  /** Id of the protocol that sent it and receives it: peers have the same id. */
  readonly protocol: string;
  readonly type: Type;
  readonly content: Content;
}

/** A message as a protocol creates it; sender and number are added where it leaves the process. */
export interface Outgoing {
  readonly to: readonly number[];
  readonly protocol: string;
  readonly type: string;
  readonly content: unknown;
}

export interface Sender {
  /** Guarantees to the protocols above; undefined if unknown. */
  readonly guarantees?: Guarantees | undefined;
  send(message: Outgoing): void;
}

export interface Receiver {
  deliver(message: NekoMessage): void;
}

/** Carries messages between processes: by simulation, or over sockets. A protocol cannot tell which. */
export interface Network {
  /** Guarantees to its protocols; undefined if unknown. */
  readonly guarantees?: Guarantees | undefined;
  /** Sets the receiver of the messages for a process. */
  connect(process: number, receiver: Receiver): void;
  /** Sends a message to all its destinations. */
  send(message: NekoMessage): void;
}

/** A stack of protocols that is not put together correctly. */
export class WiringError extends Error {
  override readonly name = 'WiringError';
}

/** A message that cannot be sent. */
export class MessageError extends Error {
  override readonly name = 'MessageError';
}

/** @param to The destinations as a frozen list, if there is one. */
export function sealed(outgoing: Outgoing, from: number, number: number, to = frozenList(outgoing.to)): NekoMessage {
  const { protocol, type, content } = outgoing;
  const problem = freezePlainData(content);
  if (problem !== undefined) {
    throw new MessageError(
      `p${from}, protocol '${protocol}': the content of a message ${type} has ${problem}; a message carries plain data: ` +
        'null, booleans, finite or other numbers, texts, arrays and plain objects of these',
    );
  }
  return new SealedMessage(from, to, number, protocol, type, content);
}

export function frozenList(ids: readonly number[]): readonly number[] {
  return Object.isFrozen(ids) ? ids : Object.freeze([...ids]);
}

/** A class, so that all messages have the same shape. */
class SealedMessage implements NekoMessage {
  constructor(
    readonly from: number,
    readonly to: readonly number[],
    readonly number: number,
    readonly protocol: string,
    readonly type: string,
    readonly content: unknown,
  ) {}
}

/** A message that a layer carries inside one of its own. */
export type Wrapped = {
  readonly to: readonly number[];
  readonly protocol: string;
  readonly type: string;
  readonly content: unknown;
};

export function wrap({ to, protocol, type, content }: Outgoing): Wrapped {
  return { to, protocol, type, content };
}

/** The message as the protocol above receives it. */
export function unwrap({ to, protocol, type, content }: Wrapped, from: number, number: number): NekoMessage {
  return new SealedMessage(from, to, number, protocol, type, content);
}

/**
 * Identifies a message by its first sender and the number of messages sent before: `2;0` is the first one of process 2.
 */
export function messageId(origin: number, number: number): string {
  return `${origin};${number}`;
}
