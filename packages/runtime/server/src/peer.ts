/** The other end of a web socket, as those see it who serve it. */
export interface Peer {
  /** Bytes that have not left this process. */
  readonly bufferedBytes: number;
  /** Has no effect on one that is gone. The bytes must not be changed afterwards. */
  send(data: string | Uint8Array): void;
  /** Says goodbye, with a code of the web socket protocol; soon afterwards it is gone, whether it listens or not. */
  close(code: number, reason: string): void;
}

export interface PeerListener {
  /** Whatever it throws is caught and counted; the connection goes on. */
  message(data: string | Uint8Array): void;
  /** It is gone, whoever has ended it. */
  closed(): void;
}

/** Serves whoever connects to a path. */
export type SocketService = (peer: Peer) => PeerListener;

/** Codes with which connections end. */
export const CLOSE = {
  done: 1000,
  serverEnds: 1001,
  badMessages: 1008,
  failure: 1011,
  /** Our own: another run takes the place of this one, and can be watched by connecting again. */
  anotherRun: 4001,
  /** Our own: too slow. */
  behind: 4008,
} as const;

/** A message that makes no sense: said why. */
export class BadMessage extends Error {
  override readonly name = 'BadMessage';
}
