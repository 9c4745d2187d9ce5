import type { Guarantees } from './guarantees.js';
import { freezePlainData } from './plain-data.js';

/**
 * What processes send each other. It never changes: the content is plain data and frozen, so that what one process does
 * with it cannot be seen by another, on a simulated network as on a real one.
 */
export interface NekoMessage<Type extends string = string, Content = unknown> {
  /** Id of the process that sent it. */
  readonly from: number;
  /** Ids of the processes it is for; in the order in which copies are made. */
  readonly to: readonly number[];
  /** Counts the messages of its sender, from 1: sender and number name a message. */
  readonly number: number;
  /** Id of the protocol that sent it, which is also the one that gets it: peers have the same. */
  readonly protocol: string;
  readonly type: Type;
  readonly content: Content;
}

/** A message as a protocol makes it; sender and number are added where it leaves the process. */
export interface Outgoing {
  readonly to: readonly number[];
  readonly protocol: string;
  readonly type: string;
  readonly content: unknown;
}

/** Takes messages for others. */
export interface Sender {
  /** What those above may rely on; undefined if that is not known. */
  readonly guarantees?: Guarantees | undefined;
  send(message: Outgoing): void;
}

/** Gets messages from others. */
export interface Receiver {
  deliver(message: NekoMessage): void;
}

/** Carries messages between processes: by simulation, or over sockets. A protocol cannot tell which. */
export interface Network {
  /** What protocols on it may rely on; undefined if that is not known. */
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

/** A message that cannot be sent: says whose, and why. */
export class MessageError extends Error {
  override readonly name = 'MessageError';
}

/** Makes a message of what a protocol wants sent. */
export function sealed(outgoing: Outgoing, from: number, number: number): NekoMessage {
  const { to, protocol, type, content } = outgoing;
  const problem = freezePlainData(content);
  if (problem !== undefined) {
    throw new MessageError(
      `p${from}, protocol '${protocol}': the content of a message ${type} has ${problem}; a message carries plain data: ` +
        'null, booleans, finite or other numbers, texts, arrays and plain objects of these',
    );
  }
  return new SealedMessage(from, Object.isFrozen(to) ? to : Object.freeze([...to]), number, protocol, type, content);
}

/** A class, so that all messages have one shape. */
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

/** A message inside another one: what a layer carries for the protocol above it. */
export type Wrapped = {
  readonly to: readonly number[];
  readonly protocol: string;
  readonly type: string;
  readonly content: unknown;
};

export function wrap({ to, protocol, type, content }: Outgoing): Wrapped {
  return { to, protocol, type, content };
}

/** The message as the protocol above gets it. */
export function unwrap({ to, protocol, type, content }: Wrapped, from: number, number: number): NekoMessage {
  return new SealedMessage(from, to, number, protocol, type, content);
}

/** Identifies a message by its first sender and the number of messages sent before it: `2;0` is the first one of process 2. */
export function messageId(origin: number, number: number): string {
  return `${origin};${number}`;
}
