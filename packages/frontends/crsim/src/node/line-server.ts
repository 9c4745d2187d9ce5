/** A TCP server of connections that exchange lines. */
import { createServer } from 'node:net';
import { listenOn } from '@kineko/server';
import { LineSocket, Outbox } from './line-socket.js';

export interface LineServerOptions {
  /** The first one is required, the others are used if the machine has them. */
  readonly addresses: readonly string[];
  /** 0 for any free one. */
  readonly port: number;
  /** For error messages: `robots`. */
  readonly clients: string;
  readonly maxConnections: number;
  readonly serve: (socket: LineSocket) => void;
}

export interface LineServer {
  readonly port: number;
  /** Accepts no more connections; open ones stay. */
  stop(): void;
  /** Closes all connections; resolves when the port is free. */
  close(): Promise<void>;
}

/** Throws an `InputError` if it cannot listen on the port. */
export async function startLineServer(options: LineServerOptions): Promise<LineServer> {
  const sockets = new Set<LineSocket>();
  const outbox = new Outbox();
  const make = () =>
    createServer({ allowHalfOpen: true }, (connection) => {
      if (sockets.size >= options.maxConnections) {
        connection.on('error', () => {});
        connection.destroy();
        return;
      }
      const socket = new LineSocket(connection, outbox);
      sockets.add(socket);
      connection.on('close', () => sockets.delete(socket));
      options.serve(socket);
    });
  const { port, close } = await listenOn({ ...options, make });
  return {
    port,
    stop: () => void close(),
    close: async () => {
      const ended = close();
      for (const socket of sockets) socket.close();
      await ended;
    },
  };
}
