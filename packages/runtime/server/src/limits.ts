/** All limits of Kineko's servers: what they accept from clients, and how long they wait. */
export const LIMITS = {
  /** TCP connections per server; more are closed at once. */
  connections: 512,
  /** Web sockets per server; more are refused. */
  sockets: 256,
  /** Bytes of the headers of a request. */
  headerBytes: 8192,
  /** Characters of the path of a request, with its query. */
  targetCharacters: 2048,
  /** Bytes of the body of a request. */
  bodyBytes: 1 << 20,
  /** Requests of one connection: at once, and per second in the long run. */
  requestBurst: 500,
  requestsPerSecond: 100,
  /** Time for the headers of a request (ms). */
  headersMs: 5000,
  /** Time for a whole request (ms). */
  requestMs: 30_000,
  /** Time after which a connection without requests is closed (ms). */
  idleMs: 10_000,

  /** Bytes of a message over a web socket; a larger one ends the connection. */
  messageBytes: 1 << 16,
  /** Fragments of a message, and unread chunks. */
  messageFragments: 64,
  messagePieces: 1024,
  /** Messages and pings of one socket: at once, and per second in the long run; more are ignored. */
  messageBurst: 60,
  messagesPerSecond: 20,
  /** Messages of one socket that were invalid or too fast; one more ends the connection. */
  badMessages: 200,
  /** Time between pings; a client that has not answered by the next one is disconnected (ms). */
  pingMs: 30_000,
  /** Time for closing a connection in order; then it is cut (ms). */
  closeMs: 2000,

  /** Bytes buffered for a viewer; beyond that it is sent nothing. */
  viewerBytes: 1 << 20,
  /** Time for which a viewer may take none of its data; then it is disconnected (ms). */
  behindMs: 10_000,
  /** Time between updates of viewers: about 30 per second (ms). */
  tickMs: 33,
  /** Bytes of a frame of records, unless a single record is larger. */
  frameBytes: 1 << 18,
  /** Bytes for all viewers together per update, so that viewers that catch up do not slow the run down. */
  tickBytes: 1 << 24,
  /** Bytes of records kept in memory for late viewers, without and with a trace to read older ones from. */
  historyBytes: 1 << 26,
  recentBytes: 1 << 22,

  /** Characters of a message from a viewer. */
  commandCharacters: 1024,
  /** Events per step command. */
  commandSteps: 10_000,
  /** Largest simulated seconds per second; the smallest is its inverse. */
  commandSpeed: 1e6,
  /** Time after which an idle viewer loses control to another one that requests it (ms). */
  leaseMs: 60_000,

  /** Files and bytes of a folder of pages. */
  pageFiles: 2000,
  pageBytes: 1 << 26,
} as const;

export type ServerLimits = { readonly [K in keyof typeof LIMITS]: number };

export function limitsWith(changes: Partial<ServerLimits> = {}): ServerLimits {
  return { ...LIMITS, ...changes };
}
