/**
 * Who may look and steer: whoever has the token of this start of a server, 128 random bits. People get it behind the `#`
 * of an address, which browsers keep to themselves; pages and programs show it with each request. It is never logged.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { InputError } from '@kineko/formats/problem';

const TOKEN = /^[0-9a-f]{32}$/;

/** 128 random bits, as 32 hexadecimal digits. */
export function newToken(): string {
  return randomBytes(16).toString('hex');
}

/** Says how long it is and not what it is: it might be one with a slip of the pen. */
export function checkToken(token: string): void {
  if (TOKEN.test(token)) return;
  const text =
    `the token has ${token.length} characters; it must be 32 hexadecimal digits (0-9, a-f), ` +
    'which are 128 random bits: `openssl rand -hex 16` makes one';
  throw new InputError([{ severity: 'error', text }]);
}

/** Takes as long for one that is nearly right as for any other. */
export function isSameToken(given: string, token: string): boolean {
  return TOKEN.test(given) && timingSafeEqual(Buffer.from(given), Buffer.from(token));
}

/** For other programs of the same user: a new file that nobody else may read. Throws if there is one already. */
export function writeTokenFile(path: string, token: string): void {
  writeFileSync(path, `${token}\n`, { mode: 0o600, flag: 'wx' });
}
