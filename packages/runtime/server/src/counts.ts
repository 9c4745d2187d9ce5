/** What has been turned away, or has gone wrong, since a server started. */
export interface ServerCounts {
  /** Requests and connections. */
  readonly refused: number;
  /** Messages that made no sense, or were too long. */
  readonly badMessages: number;
  /** Requests and messages that came too fast to be looked at. */
  readonly tooFast: number;
  /** Requests, and connections of sockets, that failed through no fault of whoever asked. */
  readonly failures: number;
}

export type Counters = { -readonly [K in keyof ServerCounts]: number };

export function noCounts(): Counters {
  return { refused: 0, badMessages: 0, tooFast: 0, failures: 0 };
}
