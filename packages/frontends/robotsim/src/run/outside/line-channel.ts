/** Sends and receives lines of text synchronously over a pair of pipes. */
export interface LineChannel {
  /** @param text One or more complete lines. */
  send(text: string): void;
  /** The next line, without its end; undefined when the other side has closed. */
  receive(): string | undefined;
}

/** Versions of the protocol between the engine and an external program; the last one is the newest. */
export const PROTOCOL_VERSIONS: readonly number[] = [1, 2];

/** The first message of a program. */
export const READY = 'kineko-algorithm';

/** Maximum number of characters of a line of an untrusted program. */
export const MAX_LINE = 1 << 20;
