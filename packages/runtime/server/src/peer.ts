/** The client at the other end of a web socket. */
export interface Peer {
  /** Bytes that have not left this process. */
  readonly bufferedBytes: number;
  /** Has no effect after the connection has ended. The bytes must not be changed afterwards. */
  send(data: string | Uint8Array): void;
  /** Closes the connection with a code of the web socket protocol; cuts it if the client does not answer. */
  close(code: number, reason: string): void;
}

export interface PeerListener {
  /** Errors that it throws are caught and counted; the connection stays open. */
  message(data: string | Uint8Array): void;
  /** The connection has ended, from either side. */
  closed(): void;
}

/** Serves the clients of one path. */
export type SocketService = (peer: Peer) => PeerListener;

/** Codes with which connections are closed; those from 4000 on are our own. */
export const CLOSE = {
  serverEnds: 1001,
  badMessages: 1008,
  failure: 1011,
  /** Another run replaces this one and can be watched by connecting again. */
  anotherRun: 4001,
  tooSlow: 4008,
} as const;

/** An invalid message; its text says why. */
export class BadMessage extends Error {
  override readonly name = 'BadMessage';
}
