/** Finds a port and listens there, on all addresses of one server. */
import type { Server } from 'node:http';
import { InputError } from '@kineko/formats/problem';

/** Where to look for a port if none is asked for: the same as last time, as a rule. */
export const FIRST_PORT = 7365;
const PORTS_TRIED = 20;
const TRIES_OF_ANY = 10;

export interface Listening {
  readonly servers: readonly Server[];
  readonly port: number;
}

/**
 * Makes a server for each address and has them listen on one port. The first address must be had; another one may be
 * missing on this machine, but whoever sits on its port would get what is meant for us. Throws an `InputError`.
 */
export async function listenOn(
  addresses: readonly string[],
  port: number | undefined,
  make: () => Server,
): Promise<Listening> {
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65535)) {
    throw refusal(`the port is ${port}; it must be a whole number from 0 to 65535, 0 for any free one`);
  }
  for (const candidate of candidates(port)) {
    const result = await tryPort(addresses, candidate, make);
    if (!('taken' in result)) return result;
    if (port !== undefined && port !== 0) {
      throw refusal(
        `cannot listen on port ${port} of ${result.taken}: another program does; ` +
          'end that one, choose another port, or 0 for any free one',
      );
    }
  }
  throw refusal(`cannot listen on ${addresses[0]}: no port was free`);
}

function candidates(port: number | undefined): number[] {
  const any = new Array<number>(TRIES_OF_ANY).fill(0);
  if (port === 0) return any;
  if (port !== undefined) return [port];
  return [...Array.from({ length: PORTS_TRIED }, (_, i) => FIRST_PORT + i), ...any];
}

async function tryPort(
  addresses: readonly string[],
  wanted: number,
  make: () => Server,
): Promise<Listening | { readonly taken: string }> {
  const servers: Server[] = [];
  let port = wanted;
  for (const [i, address] of addresses.entries()) {
    const server = make();
    const problem = await listen(server, address, port);
    if (problem === undefined) {
      servers.push(server);
      port = (server.address() as { port: number }).port;
    } else if (problem === 'EADDRINUSE') {
      await Promise.all(servers.map(ended));
      return { taken: address };
    } else if (i === 0) {
      throw refusal(`cannot listen on port ${wanted} of ${address}: ${REASONS[problem] ?? problem}`);
    }
  }
  return { servers, port };
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

function ended(server: Server): Promise<void> {
  return new Promise((resolve) => void server.close(() => resolve()));
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not; choose a port above 1023, or 0 for any free one',
  EADDRNOTAVAIL: 'this machine does not have that address; choose one of its own',
  ENOTFOUND: 'there is no machine of that name; choose an address of this one',
};

function refusal(text: string): InputError {
  return new InputError([{ severity: 'error', text }]);
}
