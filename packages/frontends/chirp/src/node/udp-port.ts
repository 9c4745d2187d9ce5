/** The port for controllers: UDP, this machine only unless told otherwise. */
import { createSocket, type Socket } from 'node:dgram';
import type { Caller, RequestHandler } from './request-handler.js';
import { kernelDrops } from './kernel-drops.js';
import { CHIRP_LIMITS } from './port-limits.js';

export const CHIRP_PORT = 37875;

export interface UdpPortOptions {
  /** Default: 127.0.0.1. */
  readonly address?: string;
  /** Default: 37875; 0 for any that is free. */
  readonly port?: number;
  readonly handler: Pick<RequestHandler, 'receive'>;
  /** Is told of what goes wrong with the socket; nobody is stopped by it. */
  readonly onError?: (error: Error) => void;
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

  /** Datagrams that the system threw away; undefined where it does not tell. */
  drops(): Promise<number | undefined> {
    return kernelDrops(this.port);
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.socket.close(() => resolve());
    });
  }
}

/** One object for each who calls, so that a request makes none. */
class Callers {
  private readonly known = new Map<string, Caller>();

  constructor(
    private readonly socket: Socket,
    private readonly onError: ((error: Error) => void) | undefined,
  ) {}

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

  /** Whatever happens to a reply is nothing to the run. */
  private send(text: string, port: number, address: string): void {
    try {
      this.socket.send(text, port, address, (error) => {
        if (error !== null) this.onError?.(error);
      });
    } catch (error) {
      this.onError?.(error as Error);
    }
  }
}
