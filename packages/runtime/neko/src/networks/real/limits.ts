export const LIMITS = {
  /** Processes of a run: each has a connection to each other. */
  processes: 256,
  /** Bytes of a line on a TCP connection, without its end: a message, a record or a frame. */
  frameBytes: 1 << 16,
  /**
   * Bytes of a datagram: with the headers of IP and UDP it fits into one packet of 1,500 bytes and is never fragmented.
   */
  datagramBytes: 1400,
  /** Messages, and their bytes, that a link keeps until they are delivered; more are dropped. */
  queuedMessages: 10_000,
  queuedBytes: 1 << 23,
  /** Bytes of datagrams that wait to be sent; more are dropped. */
  unsentBytes: 1 << 20,
  /** Connections that are not authenticated yet; more are closed at once. */
  handshakes: 64,
  handshakeMs: 5000,
  /**
   * Time until a broken or refused connection is tried again (ms): doubled each time, from the first to the longest.
   */
  firstRetryMs: 20,
  longestRetryMs: 1000,
  /** Time for each step of the start: to be reached, to listen, to be connected (ms). */
  startMs: 15_000,
  /** Time for each phase of the end: to drain, to close (ms). */
  phaseMs: 5000,
  /** Interval of pings between master and slaves, and the silence after which they count as gone (ms). */
  pulseMs: 1000,
  silenceMs: 15_000,
  /** Bytes of unsent records to the master; more are left out and counted. */
  unsentRecordBytes: 1 << 23,
  /** Records that the master keeps per process; more are left out and counted. */
  records: 1_000_000,
  /** Maximum difference of two clocks (s): up to this, a message is not delivered before it was sent. */
  clockSeconds: 1,
} as const;

export type RealLimits = { readonly [K in keyof typeof LIMITS]: number };

export function limitsWith(changes: Partial<RealLimits> = {}): RealLimits {
  return { ...LIMITS, ...changes };
}
