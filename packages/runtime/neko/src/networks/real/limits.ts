/** What one process may ask of another, and how long it may take: all the limits of real networks, in one place. */
export const LIMITS = {
  /** Processes of a run: each has a connection to each other. */
  processes: 256,
  /** Bytes of a line on a TCP connection, without its end: a message, a record, a word of the start or of the end. */
  frameBytes: 1 << 16,
  /** Bytes of a datagram: with the headers of IP and UDP it fits into one packet of 1,500 bytes, and is never cut up. */
  datagramBytes: 1400,
  /** Messages, and bytes of them, that a link keeps until the other end has dealt with them; more are dropped. */
  queuedMessages: 10_000,
  queuedBytes: 1 << 23,
  /** Datagrams' bytes that wait to be sent; more are dropped. */
  unsentBytes: 1 << 20,
  /** Connections that have not yet shown who they are; more are closed at once. */
  handshakes: 64,
  /** Time for a newcomer to show who it is (ms). */
  handshakeMs: 5000,
  /** Time until a broken or refused connection is tried again (ms): doubled each time, from the first to the longest. */
  firstRetryMs: 20,
  longestRetryMs: 1000,
  /** Time for each step of the start: to be reached, to listen, to be connected (ms). */
  startMs: 15_000,
  /** Time for each phase of the end: to drain, to close (ms). */
  phaseMs: 5000,
  /** How often master and slaves show that they are there, and after which silence they count as gone (ms). */
  pulseMs: 1000,
  silenceMs: 15_000,
  /** Bytes of records on their way to the master; more are left out, and counted. */
  unsentRecordBytes: 1 << 23,
  /** Records that the master keeps of each process; more are left out, and counted. */
  records: 1_000_000,
  /** How far the clocks of two processes may be apart (s): a message is not delivered before it was sent, up to this. */
  clockSeconds: 1,
} as const;

export type RealLimits = { readonly [K in keyof typeof LIMITS]: number };

/** The limits, some of them changed. */
export function limitsWith(changes: Partial<RealLimits> = {}): RealLimits {
  return { ...LIMITS, ...changes };
}
