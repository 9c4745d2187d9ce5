/** The addresses that a server listens on, and the host names that requests may use for it. */
import { networkInterfaces } from 'node:os';
import { InputError } from '@kineko/formats/problem';
import { checkToken, isSameToken, newToken } from './token.js';

interface ExposureOptions {
  /** Address to listen on (default: loopback); any other needs a token. */
  readonly listen?: string | undefined;
  readonly token?: string | undefined;
  /** More host names of this machine. */
  readonly hosts?: readonly string[] | undefined;
}

interface Exposure {
  /** The first one is required, the others are used if the machine has them. */
  readonly addresses: readonly string[];
  /** Host names as in a URL; the first one is printed. */
  readonly hosts: readonly string[];
  /** Warnings to print at the start. */
  readonly warnings: readonly string[];
  /** The given token, or a new one. */
  readonly token: string;
  readonly isToken: (text: string) => boolean;
}

const LOOPBACK = ['127.0.0.1', '::1'];
const WILDCARDS = ['0.0.0.0', '::'];

/** Throws an `InputError` if other machines could reach the server without a given token. */
export function exposureOf(options: ExposureOptions): Exposure {
  const addresses = addressesOf(options);
  const { token = newToken() } = options;
  return { ...addresses, token, isToken: (text) => isSameToken(text, token) };
}

function addressesOf({
  listen,
  token,
  hosts = [],
}: ExposureOptions): Pick<Exposure, 'addresses' | 'hosts' | 'warnings'> {
  if (token !== undefined) checkToken(token);
  const address = unbracketed(listen);
  const own = [...LOOPBACK, 'localhost', ...hosts];
  if (address === undefined || address === 'localhost') {
    return { addresses: LOOPBACK, hosts: own.map(bracketed), warnings: [] };
  }
  if (isLocalOnly(address)) return { addresses: [address], hosts: [address, ...own].map(bracketed), warnings: [] };
  if (token === undefined) {
    const text =
      `listening on ${address}, which other machines may reach, needs a token: set KINEKO_TOKEN to 32 new hexadecimal ` +
      'digits, or listen on 127.0.0.1';
    throw new InputError([{ severity: 'error', text }]);
  }
  const names = WILDCARDS.includes(address) ? [...own, ...ownAddresses()] : [address, ...own];
  const warning =
    `listening on ${address}: other machines can reach it; everyone with the token can watch and control it, ` +
    'and traffic is not encrypted';
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

/** Only the machine's own addresses: accepting any address would let pages that are served from it in. */
function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((of) => (of ?? []).map(({ address }) => address));
}

function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host.toLowerCase();
}
