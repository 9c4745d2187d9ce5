/** Where a server listens, and by which names it may be called there. */
import { networkInterfaces } from 'node:os';
import { InputError } from '@kineko/formats/problem';
import { checkToken } from './token.js';

export interface ExposureOptions {
  /** The address to listen on. Default: this machine only; any other needs a token. */
  readonly listen?: string | undefined;
  readonly token?: string | undefined;
  /** Further names by which it may be called there. */
  readonly hosts?: readonly string[] | undefined;
}

export interface Exposure {
  /** The first one must be had, the others if the machine has them. */
  readonly addresses: readonly string[];
  /** What people may write between `http://` and the port. The first one is for the address that is shown to them. */
  readonly hosts: readonly string[];
  /** What whoever starts it should be told. */
  readonly warnings: readonly string[];
}

const LOOPBACK = ['127.0.0.1', '::1'];
const WILDCARDS = ['0.0.0.0', '::'];

/** Nobody opens a door to others by accident, or without a lock: throws an `InputError`. */
export function exposureOf({ listen, token, hosts = [] }: ExposureOptions): Exposure {
  if (token !== undefined) checkToken(token);
  const address = unbracketed(listen);
  const own = [...LOOPBACK, 'localhost', ...hosts];
  if (address === undefined || address === 'localhost') {
    return { addresses: LOOPBACK, hosts: own.map(bracketed), warnings: [] };
  }
  if (isLocalOnly(address)) return { addresses: [address], hosts: [address, ...own].map(bracketed), warnings: [] };
  if (token === undefined) {
    const text =
      `to listen on ${address}, where other machines may reach it, a token must be given: ` +
      '32 hexadecimal digits, made anew for this; or listen on 127.0.0.1, where nobody else can';
    throw new InputError([{ severity: 'error', text }]);
  }
  const names = WILDCARDS.includes(address) ? [...own, ...ownAddresses()] : [address, ...own];
  const warning =
    `listens on ${address}: other machines can reach it, whoever has the token can look and steer, ` +
    'and nothing that is sent is encrypted';
  return { addresses: [address], hosts: names.map(bracketed), warnings: [warning] };
}

/** Whether only this machine can reach a server that listens on an address. */
export function isLocalOnly(listen: string | undefined): boolean {
  const address = unbracketed(listen) ?? 'localhost';
  return address === 'localhost' || address === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(address);
}

function unbracketed(address: string | undefined): string | undefined {
  return address?.replace(/^\[(.*)\]$/, '$1');
}

/** Exactly those that the machine has: to take any number for its own would open it to pages that are served from there. */
function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((of) => (of ?? []).map(({ address }) => address));
}

function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host.toLowerCase();
}
