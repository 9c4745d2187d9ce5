import type { Socket as UdpSocket } from 'node:dgram';
import type { Server } from 'node:net';
import { expected } from '@kineko/formats/problem';
import { RealNetworkError } from './errors.js';
import { checkToken } from './token.js';

export interface Address {
  readonly host: string;
  readonly port: number;
}

export interface ListenOptions {
  /** The address to listen on. Default: 127.0.0.1; any other needs a token. */
  readonly host?: string;
  /** Default: 0, any free one. */
  readonly port?: number;
}

export const LOOPBACK = '127.0.0.1';

/** Whether only this machine can reach it. */
export function isLoopback(host: string): boolean {
  return /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host) || host === '::1' || host === 'localhost';
}

/** A token is required wherever other machines can connect. */
export function checkExposure(host: string, token: string | undefined): void {
  if (token !== undefined) checkToken(token);
  else if (!isLoopback(host)) {
    throw new RealNetworkError(
      `to listen on ${host}, where other machines may reach it, a token is needed: give all processes the same one, or listen on ${LOOPBACK}`,
    );
  }
}

export function shownAddress({ host, port }: Address): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/** Reads `host:port`. */
export function addressOf(text: string): Address {
  const [, bracketed, plain, port] = /^(?:\[([^[\]]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined || Number(port) > 65535) {
    throw new RealNetworkError(`address: ${expected('host:port with a port from 0 to 65535', text)}`);
  }
  return { host, port: Number(port) };
}

export function isPort(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 65535;
}

/** Waits until a TCP server listens; returns its port. */
export function listenTcp(server: Server, { host, port }: Address): Promise<number> {
  return listening(server, { host, port }, 'TCP', (done) => server.listen({ host, port, exclusive: true }, done));
}

/** Waits until a UDP socket is bound; returns its port. */
export function bindUdp(socket: UdpSocket, { host, port }: Address): Promise<number> {
  return listening(socket, { host, port }, 'UDP', (done) =>
    socket.bind({ address: host, port, exclusive: true }, done),
  );
}

function listening(
  socket: Server | UdpSocket,
  address: Address,
  kind: 'TCP' | 'UDP',
  start: (done: () => void) => void,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => reject(listenError(error, address, kind));
    socket.once('error', fail);
    start(() => {
      socket.removeListener('error', fail);
      resolve((socket.address() as { port: number }).port);
    });
  });
}

function listenError(error: Error, address: Address, kind: string): RealNetworkError {
  const where = `${kind} port ${address.port} of ${address.host}`;
  const { code } = error as NodeJS.ErrnoException;
  const why =
    code === 'EADDRINUSE'
      ? 'it is taken by another program: end that one, choose another port, or 0 for any free one'
      : code === 'EACCES'
        ? 'this user may not: choose a port above 1023, or 0 for any free one'
        : code === 'EADDRNOTAVAIL'
          ? 'this machine does not have that address: choose one of its own'
          : error.message;
  return new RealNetworkError(`cannot listen on ${where}: ${why}`, { cause: error });
}
