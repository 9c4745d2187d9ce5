/** Listens for those who speak in lines, on all addresses of an environment. */
import { createServer, type Server } from 'node:net';
import { InputError } from '@kineko/formats/problem';
import { LineSocket } from './line-socket.js';

export interface LineServerOptions {
  /** The first one must be had, the others if the machine has them. */
  readonly addresses: readonly string[];
  /** 0 for any. */
  readonly port: number;
  /** For messages: `robots`. */
  readonly who: string;
  readonly mostConnections: number;
  readonly serve: (socket: LineSocket) => void;
}

export interface LineServer {
  readonly port: number;
  /** Takes nobody any more; who is connected stays. */
  stop(): void;
  /** Lets everybody go; resolves when the port is free. */
  close(): Promise<void>;
}

const TRIES_OF_ANY = 10;

/** Throws an `InputError` if the port cannot be had. */
export async function startLineServer(options: LineServerOptions): Promise<LineServer> {
  const sockets = new Set<LineSocket>();
  const make = (): Server =>
    createServer({ allowHalfOpen: true }, (connection) => {
      if (sockets.size >= options.mostConnections) {
        connection.on('error', () => {});
        connection.destroy();
        return;
      }
      const socket = new LineSocket(connection);
      sockets.add(socket);
      connection.on('close', () => sockets.delete(socket));
      options.serve(socket);
    });
  const { servers, port } = await listenOn(options, make);
  return {
    port,
    stop: () => {
      for (const server of servers) server.close();
    },
    close: async () => {
      const ended = servers.map((server) => new Promise<void>((resolve) => void server.close(() => resolve())));
      for (const socket of sockets) socket.close();
      await Promise.all(ended);
    },
  };
}

async function listenOn({ addresses, port, who }: LineServerOptions, make: () => Server) {
  const tries = port === 0 ? TRIES_OF_ANY : 1;
  for (let i = 0; i < tries; i++) {
    const servers: Server[] = [];
    let found = port;
    let problem: string | undefined;
    for (const [index, address] of addresses.entries()) {
      const server = make();
      const code = await listen(server, address, found);
      if (code === undefined) {
        servers.push(server);
        found = (server.address() as { port: number }).port;
      } else if (index === 0 || code === 'EADDRINUSE') {
        // Whoever sits on the port of another address of ours would get what is meant for us.
        problem = `${address}: ${REASONS[code] ?? code}`;
        break;
      }
    }
    if (problem === undefined) return { servers, port: found };
    for (const server of servers) server.close();
    if (i === tries - 1) {
      const text = `cannot listen for ${who} on port ${port} of ${problem}`;
      throw new InputError([{ severity: 'error', text }]);
    }
  }
  throw new Error('no port was tried');
}

/** Resolves to the code of what is in the way. */
function listen(server: Server, host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException): void => resolve(error.code ?? error.message);
    server.once('error', fail);
    server.listen({ host, port, exclusive: true }, () => {
      server.removeListener('error', fail);
      resolve(undefined);
    });
  });
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program does; end that one, choose another port, or 0 for any free one',
  EACCES: 'this user may not; choose a port above 1023, or 0 for any free one',
  EADDRNOTAVAIL: 'this machine does not have that address; choose one of its own',
};
