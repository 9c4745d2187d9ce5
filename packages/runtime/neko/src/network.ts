import type { Guarantees } from './guarantees.js';
import type { NekoMessage, Receiver } from './message.js';

/** Carries messages between processes: by simulation, or over sockets. A protocol cannot tell which. */
export interface Network {
  /** What protocols on it may rely on; undefined if that is not known. */
  readonly guarantees?: Guarantees | undefined;
  /** Says where the messages for a process are to be delivered. */
  connect(process: number, receiver: Receiver): void;
  /** Takes a message for all its destinations. */
  send(message: NekoMessage): void;
}
