/** Limits of the servers of an environment, besides those of all servers. */
export const CRSIM_LIMITS = {
  /** Bytes of a line; a longer one ends the connection. */
  lineBytes: 1 << 16,
  /** Connections of each server; more are closed at once. */
  robots: 1280,
  viewers: 256,
  panels: 64,
  /** Time for the first line of a client (ms). */
  introductionMs: 5000,
  /** Time for the hello of a panel, which a person may type (ms). */
  helloMs: 60_000,
  /** Time for closing a connection in order; then it is cut (ms). */
  closeMs: 2000,
  /** Invalid lines of a viewer. */
  badLines: 20,
  /** Time for all started programs to connect (ms). */
  connectMs: 60_000,
} as const;
