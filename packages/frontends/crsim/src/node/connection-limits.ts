/** What the servers of an environment take, besides the limits of all servers. */
export const CRSIM_LIMITS = {
  /** Bytes of a line, without its end; the connection ends with a longer one. */
  lineBytes: 1 << 16,
  /** Connections of each server at one time; more are closed at once. */
  robots: 1280,
  viewers: 256,
  panels: 64,
  /** Time until a newcomer has said who it is (ms). */
  introductionMs: 5000,
  /** The same for panels, behind which people may sit (ms). */
  helloMs: 60_000,
  /** Time to say goodbye in; then the connection is cut (ms). */
  closeMs: 2000,
  /** Lines that make no sense, of who has nothing to say. */
  badLines: 20,
  /** Time until all programs that were started have connected (ms). */
  connectMs: 60_000,
} as const;
