/** Makes servers listen on one port of all their addresses. */
import type { Server } from 'node:net';
import { expected, InputError } from '@kineko/formats/problem';

/** Tried first if no port is given, so that the address usually stays the same. */
export const FIRST_PORT = 7365;
const PORTS_TRIED = 20;
const TRIES_OF_ANY = 10;

export interface ListenOptions<S extends Server> {
  /** The first one is required; others may be missing on this machine. */
  readonly addresses: readonly string[];
  /** 0: any free one; undefined: the first free one from 7365 on. */
  readonly port: number | undefined;
  readonly make: () => S;
  /** The clients, for error messages: `robots`. */
  readonly clients?: string;
}

/**
 * Starts a server on each address, all on one port. A port that another program uses on any of the addresses is not taken:
 * it would receive our requests. Throws an `InputError`.
 */
export async function listenOn<S extends Server>({ addresses, port, make, clients }: ListenOptions<S>) {
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65535)) {
    throw failure(`port: ${expected('an integer from 0 (any free port) to 65535', port)}`);
  }
  const task = `cannot listen${clients === undefined ? '' : ` for ${clients}`} on`;
  for (const candidate of candidates(port)) {
    const servers: S[] = [];
    let bound = candidate;
    let taken: string | undefined;
    for (const [i, address] of addresses.entries()) {
      const server = make();
      const code = await listen(server, address, bound);
      if (code === undefined) {
        servers.push(server);
        bound = (server.address() as { port: number }).port;
      } else if (code === 'EADDRINUSE') {
        taken = address;
        break;
      } else if (i === 0) {
        throw failure(`${task} port ${candidate} of ${address}: ${REASONS[code] ?? code}`);
      }
    }
    /** Resolves when all have closed. */
    const close = async (): Promise<void> => void (await Promise.all(servers.map(closed)));
    if (taken === undefined) return { servers, port: bound, close };
    await close();
    if (port !== undefined && port !== 0) {
      throw failure(
        `${task} port ${port} of ${taken}: another program uses it; choose another port, or 0 for any free one`,
      );
    }
  }
  throw failure(`${task} ${addresses[0]}: no free port found`);
}

function candidates(port: number | undefined): number[] {
  const any = new Array<number>(TRIES_OF_ANY).fill(0);
  if (port === 0) return any;
  if (port !== undefined) return [port];
  return [...Array.from({ length: PORTS_TRIED }, (_, i) => FIRST_PORT + i), ...any];
}

/** Resolves to the code of the error, or undefined if the server listens. */
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

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => void server.close(() => resolve()));
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied; choose a port above 1023, or 0 for any free one',
  EADDRNOTAVAIL: 'this machine does not have that address',
  ENOTFOUND: 'unknown host name',
};

function failure(text: string): InputError {
  return new InputError([{ severity: 'error', text }]);
}
