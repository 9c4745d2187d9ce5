/** All limits of the port for controllers. */
export const CHIRP_LIMITS = {
  /** Requests of one source (address and port): at once, and per second in the long run. */
  burst: 4000,
  perSecond: 20_000,
  /** Sources that are distinguished; the oldest is forgotten first. */
  sources: 4096,
  /** Time after which a robot with a silent controller may get another one (ms). */
  leaseMs: 2000,
  /** Requests of one robot that wait for the end of a tick. */
  held: 16,
  /** Subscribers of one robot. */
  subscribers: 8,
  /** Bytes of an error reply to a short request; longer requests get up to twice their length. */
  replyBytes: 64,
  /** Time that a tick waits for a robot without a command (ms). */
  deadlineMs: 10_000,
  /** Bytes of the socket's buffers; the operating system may give less. */
  receiveBytes: 1 << 22,
} as const;

export type ChirpLimits = { readonly [K in keyof typeof CHIRP_LIMITS]: number };
