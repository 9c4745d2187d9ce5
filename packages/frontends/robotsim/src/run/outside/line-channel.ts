/** A pair of pipes with lines of text, read and written while the caller waits. */
export interface LineChannel {
  /** @param text Lines, each with its end. */
  send(text: string): void;
  /** The next line, without its end; undefined when the other side has closed. */
  receive(): string | undefined;
}

/** Of the protocol between the engine and a program outside. */
export const PROTOCOL_VERSION = 1;

/** What a program says first. */
export const READY = 'kineko-algorithm';

/** Characters of one line. */
export const MAX_LINE = 1 << 20;
