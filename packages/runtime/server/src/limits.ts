/** What a server takes from whoever connects, and for how long it waits: all the limits of Kineko's servers, in one place. */
export const LIMITS = {
  /** TCP connections of a server at one time; more are closed at once. */
  connections: 512,
  /** Web sockets of a server at one time; more are refused. */
  sockets: 256,
  /** Bytes of the headers of a request. */
  headerBytes: 8192,
  /** Characters of the path of a request, with what follows its question mark. */
  targetCharacters: 2048,
  /** Bytes of the body of a request. */
  bodyBytes: 1 << 20,
  /** Requests of one connection: so many at once, and so many a second in the long run. */
  requestBurst: 500,
  requestsPerSecond: 100,
  /** Time until a newcomer has said what it wants, all of its headers (ms). */
  headersMs: 5000,
  /** Time until all of a request is there, body included (ms). */
  requestMs: 30_000,
  /** Time for which a connection without requests is kept (ms). */
  idleMs: 10_000,

  /** Bytes of a message that comes in over a web socket; the connection ends with a larger one. */
  messageBytes: 1 << 16,
  /** Parts that a message may come in, and pieces of them that may lie around unread. */
  messageFragments: 64,
  messagePieces: 1024,
  /** Messages and pings of one socket: so many at once, and so many a second in the long run; more are not looked at. */
  messageBurst: 60,
  messagesPerSecond: 20,
  /** Messages of one socket that made no sense or came too fast; with one more the connection ends. */
  badMessages: 200,
  /** How often it is asked whether the other end is still there; who has not answered by the next time is gone (ms). */
  pingMs: 30_000,
  /** Time to say goodbye in; then the connection is cut (ms). */
  closeMs: 2000,

  /** Bytes that wait for a viewer to take them; beyond that it is sent nothing. */
  viewerBytes: 1 << 20,
  /** Time for which a viewer may take nothing of what waits for it; then it is shown the door (ms). */
  behindMs: 10_000,
  /** Time between two looks at what is new for the viewers: about 30 frames a second (ms). */
  tickMs: 33,
  /** Bytes of a frame of records, unless a single record is larger. */
  frameBytes: 1 << 18,
  /** Bytes for all viewers together between two looks, so that many who catch up leave the run its time. */
  tickBytes: 1 << 24,
  /** Bytes of a run's records that are kept in memory for late viewers if there is no trace to read them from. */
  historyBytes: 1 << 26,
  /** … and if there is one. */
  recentBytes: 1 << 22,

  /** Characters of an order from a viewer. */
  commandCharacters: 1024,
  /** Events that one order may ask for. */
  commandSteps: 10_000,
  /** Simulated seconds per second, at most, and at least its inverse. */
  commandSpeed: 1e6,
  /** Time for which a viewer that gives no orders stays in control while others wish to have it (ms). */
  leaseMs: 60_000,

  /** Files of a folder of pages, and their bytes together. */
  pageFiles: 2000,
  pageBytes: 1 << 26,
} as const;

export type ServerLimits = { readonly [K in keyof typeof LIMITS]: number };

/** The limits, some of them changed. */
export function limitsWith(changes: Partial<ServerLimits> = {}): ServerLimits {
  return { ...LIMITS, ...changes };
}
