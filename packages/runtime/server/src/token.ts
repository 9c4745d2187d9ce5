/**
 * The token of a server, 128 random bits, gives access to it. Users get it in the fragment (`#`) of the address, which browsers
 * do not send; pages and programs send it with each request. It is never logged.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { InputError } from '@kineko/formats/problem';

const TOKEN = /^[0-9a-f]{32}$/;

/** 128 random bits, as 32 hexadecimal digits. */
export function newToken(): string {
  return randomBytes(16).toString('hex');
}

/** Throws an `InputError` that gives the length, not the text: it may be a secret with a typing error. */
export function checkToken(token: string): void {
  if (TOKEN.test(token)) return;
  const text =
    `token: expected 32 hexadecimal digits (0-9, a-f), got ${token.length} characters; ` +
    '`openssl rand -hex 16` prints a new token';
  throw new InputError([{ severity: 'error', text }]);
}

/** Compares in constant time. */
export function isSameToken(given: string, token: string): boolean {
  return TOKEN.test(given) && timingSafeEqual(Buffer.from(given), Buffer.from(token));
}
