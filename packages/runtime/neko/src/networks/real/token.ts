/**
 * Authentication. A token is 128 random bits that users give to every process beforehand; it is never sent: each side
 * proves that it has it. Nothing is encrypted.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { RealNetworkError } from './errors.js';

const TOKEN = /^[0-9a-f]{32}$/;

/** Bytes of the proof at the start of a datagram. */
export const DATAGRAM_PROOF_BYTES = 16;

/** 128 random bits, as 32 hexadecimal digits. */
export function newToken(): string {
  return randomBytes(16).toString('hex');
}

export function checkToken(token: string): void {
  if (!TOKEN.test(token)) {
    throw new RealNetworkError(
      `the token has ${token.length} characters: a token is 32 hexadecimal digits (0-9, a-f), 128 random bits; newToken() makes one`,
    );
  }
}

export type Key = Buffer;

/**
 * The key of control connections. Without a token, every process on this machine has it, and only this machine can
 * connect.
 */
export function controlKey(token: string | undefined): Key {
  if (token !== undefined) checkToken(token);
  return mac(Buffer.alloc(0), `control ${token ?? ''}`);
}

/** The key of links and datagrams of one run: it cannot be computed from the run's id without the token. */
export function runKey(token: string | undefined, run: string): Key {
  return mac(controlKey(token), `run ${run}`);
}

export function proofOf(key: Key, text: string): string {
  return mac(key, text).toString('hex');
}

export function isProof(key: Key, text: string, proof: string): boolean {
  return areEqual(mac(key, text), Buffer.from(proof, 'hex'));
}

export function datagramProof(key: Key, bytes: Uint8Array): Buffer {
  return createHmac('sha256', key).update(bytes).digest().subarray(0, DATAGRAM_PROOF_BYTES);
}

export function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

function mac(key: Key, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
