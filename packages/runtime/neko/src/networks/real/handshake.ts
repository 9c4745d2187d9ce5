/**
 * The handshake of a TCP connection: both ends prove that they have the key of the run without sending it. The
 * connecting side speaks first.
 */
import { randomBytes } from 'node:crypto';
import { createConnection } from 'node:net';
import { messageOf } from '@kineko/kernel';
import { type Address, shownAddress } from './address.js';
import { RealNetworkError, RefusedError } from './errors.js';
import { type Frame, type FrameKind, frameOfKind, type FrameOf, readFrame, VERSION } from './frames.js';
import { LineConnection } from './lines.js';
import type { RealLimits } from './limits.js';
import { isProof, type Key, proofOf } from './token.js';

export type Greeting = Pick<FrameOf<'hello'>, 'purpose' | 'from' | 'to'>;

/**
 * Connects and authenticates; resolves with the connection and the number of messages received by the other end. The
 * signal aborts it.
 */
export async function connectTo(
  address: Address,
  greeting: Greeting,
  key: Key,
  limits: RealLimits,
  signal: AbortSignal,
): Promise<{ connection: LineConnection; received: number }> {
  const connection = await open(address, limits, signal);
  try {
    const frames = new HandshakeFrames(connection, limits.handshakeMs, shownAddress(address));
    const mine = nonce();
    connection.send({ kind: 'hello', version: VERSION, ...greeting, nonce: mine });
    const challenge = await frames.next('challenge');
    if (!isProof(key, proven('listener', greeting, mine, challenge.nonce), challenge.proof)) {
      throw new RefusedError(
        `${shownAddress(address)} does not have the same token: give all processes of the run the same one`,
      );
    }
    connection.send({ kind: 'answer', proof: proofOf(key, proven('caller', greeting, mine, challenge.nonce)) });
    const { received } = await frames.next('welcome');
    return { connection, received };
  } catch (error) {
    connection.destroy();
    throw error;
  }
}

/**
 * Authenticates an incoming connection. `admit` returns the number for the welcome, or throws why the connection is
 * refused; it is called only if the other side has the key.
 */
export async function acceptFrom(
  connection: LineConnection,
  key: Key,
  limits: RealLimits,
  admit: (greeting: Greeting) => number,
): Promise<Greeting> {
  try {
    const frames = new HandshakeFrames(connection, limits.handshakeMs, 'a newcomer');
    const hello = await frames.next('hello');
    if (hello.version !== VERSION) {
      throw new RealNetworkError(`it speaks version ${hello.version} of the protocol, not ${VERSION}`);
    }
    const greeting: Greeting = { purpose: hello.purpose, from: hello.from, to: hello.to };
    const mine = nonce();
    connection.send({
      kind: 'challenge',
      nonce: mine,
      proof: proofOf(key, proven('listener', greeting, hello.nonce, mine)),
    });
    const answer = await frames.next('answer');
    if (!isProof(key, proven('caller', greeting, hello.nonce, mine), answer.proof)) {
      throw new RealNetworkError('it does not have the same token: give all processes of the run the same one');
    }
    connection.send({ kind: 'welcome', received: admit(greeting) });
    return greeting;
  } catch (error) {
    const reason = messageOf(error);
    connection.send({ kind: 'refuse', reason });
    connection.finish();
    // Close the connection if the other side does not.
    setTimeout(() => connection.destroy(), limits.handshakeMs).unref();
    throw error;
  }
}

/** One end of a handshake, in which the order of frames is fixed. It reads one line at a time and leaves the rest. */
class HandshakeFrames {
  private readonly deadline: number;

  constructor(
    private readonly connection: LineConnection,
    private readonly maxMs: number,
    private readonly other: string,
  ) {
    this.deadline = Date.now() + maxMs;
  }

  async next<K extends FrameKind>(kind: K): Promise<FrameOf<K>> {
    return frameOfKind(this.frameOf(await this.line(kind)), kind, this.other);
  }

  private line(kind: string): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer);
        this.connection.unlisten();
      };
      const fail = (what: string): void => {
        settle();
        reject(this.error(what));
      };
      const timer = setTimeout(
        () => fail(`it did not send ${kind} within ${this.maxMs} ms: is it a process of this kind, and alive?`),
        Math.max(0, this.deadline - Date.now()),
      );
      this.connection.listen({
        line: (bytes) => {
          settle();
          resolve(bytes);
        },
        oversize: () => fail('it sent a line that is too long'),
        closed: () => fail('it closed the connection'),
      });
    });
  }

  private frameOf(bytes: Buffer): Frame {
    try {
      return readFrame(bytes);
    } catch (cause) {
      throw this.error('it sent something that makes no sense', cause);
    }
  }

  private error(what: string, cause?: unknown): RealNetworkError {
    return new RealNetworkError(`${this.other}: ${what}`, { cause });
  }
}

function open(address: Address, limits: RealLimits, signal: AbortSignal): Promise<LineConnection> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host: address.host, port: address.port });
    const timer = setTimeout(
      () => socket.destroy(new Error(`no answer within ${limits.handshakeMs} ms`)),
      limits.handshakeMs,
    );
    const connection = new LineConnection(socket, limits.frameBytes);
    let why = 'it closed the connection';
    socket.once('error', (error) => (why = error.message));
    // The socket's own signal option would keep its listener after the socket is closed.
    const abort = (): void => void socket.destroy();
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    socket.once('close', () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      reject(new RealNetworkError(`cannot connect to ${shownAddress(address)}: ${why}`));
    });
    socket.once('connect', () => {
      clearTimeout(timer);
      resolve(connection);
    });
  });
}

/** Each side proves a different text, so that a proof cannot be reflected. */
function proven(
  side: 'listener' | 'caller',
  { purpose, from, to }: Greeting,
  caller: string,
  listener: string,
): string {
  return [side, VERSION, purpose, from, to, caller, listener].join(' ');
}

function nonce(): string {
  return randomBytes(16).toString('hex');
}
