/** What the port for controllers takes, and for how long it keeps things: all of its limits. */
export const CHIRP_LIMITS = {
  /** Requests of one source (address and port): so many at once, and so many a second in the long run. */
  burst: 4000,
  perSecond: 20_000,
  /** Sources that are told apart; the one that was new the longest time ago makes room. */
  sources: 4096,
  /** Time after which a robot whose owner is silent belongs to the next who steers it (ms). */
  leaseMs: 2000,
  /** Requests of one robot that may wait for the end of a tick. */
  held: 16,
  /** Subscribers of one robot. */
  subscribers: 8,
  /** Bytes of any reply to a short request; longer ones get twice their length. */
  replyBytes: 64,
  /** How long a tick waits for a robot that nobody speaks for (ms). */
  deadlineMs: 10_000,
  /** Bytes that the system is asked to keep of what comes in; it may give less. */
  receiveBytes: 1 << 22,
} as const;

export type ChirpLimits = { readonly [K in keyof typeof CHIRP_LIMITS]: number };
