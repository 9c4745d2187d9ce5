/** The UDP port for controllers; by default only this machine can reach it. */
import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { CHIRP_LIMITS } from './port-limits.js';
import type { Caller, RequestHandler } from './request-handler.js';

export const CHIRP_PORT = 37875;

export interface UdpPortOptions {
  /** Default: 127.0.0.1. */
  readonly address?: string | undefined;
  /** Default: 37875; 0 for any free one. */
  readonly port?: number | undefined;
  readonly handler: Pick<RequestHandler, 'receive'>;
  /** Called with errors of the socket, which do not stop the run. */
  readonly onError?: ((error: Error) => void) | undefined;
}

export class UdpPort {
  private constructor(
    private readonly socket: Socket,
    readonly address: string,
    readonly port: number,
  ) {}

  static async open(options: UdpPortOptions): Promise<UdpPort> {
    const { address = '127.0.0.1', port = CHIRP_PORT, handler, onError } = options;
    const socket = createSocket({
      type: address.includes(':') ? 'udp6' : 'udp4',
      recvBufferSize: CHIRP_LIMITS.receiveBytes,
      sendBufferSize: CHIRP_LIMITS.receiveBytes,
      lookup: (host, _options, found) => {
        if (isIP(host) === 0) lookup(host, { family: 0 }, found);
        // Callers have numeric addresses: no look-up, and no wait for the next turn, for each reply.
        else found(null, host, isIP(host));
      },
    });
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.bind({ address, port, exclusive: true }, () => {
        socket.off('error', reject);
        resolve();
      });
    });
    socket.on('error', (error) => onError?.(error));
    const callers = new Callers(socket, onError);
    socket.on('message', (datagram, { address: from, port: fromPort }) => {
      try {
        handler.receive(datagram, callers.at(from, fromPort));
      } catch (error) {
        onError?.(error instanceof Error ? error : new Error(String(error)));
      }
    });
    return new UdpPort(socket, address, socket.address().port);
  }

  /** Datagrams that the operating system dropped; undefined where it does not count them. */
  async drops(): Promise<number | undefined> {
    const tables = await Promise.all(
      ['/proc/net/udp', '/proc/net/udp6'].map((path) => readFile(path, 'utf8').catch(() => '')),
    );
    const found = tables.flatMap((table) => dropsIn(table, this.port));
    return found.length === 0 ? undefined : found.reduce((sum, drops) => sum + drops, 0);
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.socket.close(() => resolve());
    });
  }
}

/** The drops of a port's sockets in a table with the rows: number, local address:port in hexadecimal, …, drops. */
export function dropsIn(table: string, port: number): number[] {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return table.split('\n').flatMap((line) => {
    const fields = line.trim().split(/\s+/);
    const drops = Number(fields.at(-1));
    return fields[1]?.endsWith(wanted) === true && Number.isInteger(drops) ? [drops] : [];
  });
}

/** One object per source, so that requests allocate none. */
class Callers {
  private readonly known = new Map<string, Caller>();

  /** Called after each reply; undefined if nothing is to be reported, since each call is a tick of its own. */
  private readonly sent: ((error: Error | null) => void) | undefined;

  constructor(
    private readonly socket: Socket,
    private readonly onError: ((error: Error) => void) | undefined,
  ) {
    if (onError !== undefined) this.sent = (error) => void (error !== null && onError(error));
  }

  at(address: string, port: number): Caller {
    const key = `${address}:${port}`;
    let caller = this.known.get(key);
    if (caller === undefined) {
      if (this.known.size >= CHIRP_LIMITS.sources) this.known.delete(this.known.keys().next().value!);
      caller = { key, send: (text) => this.send(text, port, address) };
      this.known.set(key, caller);
    }
    return caller;
  }

  /** A reply that cannot be sent does not affect the run. */
  private send(text: string, port: number, address: string): void {
    try {
      this.socket.send(text, port, address, this.sent);
    } catch (error) {
      this.onError?.(error as Error);
    }
  }
}
