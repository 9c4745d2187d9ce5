/**
 * The frames that processes exchange besides messages: one table, from which types and checks are derived. Anything
 * else is refused.
 */
import { type Address, isPort } from './address.js';
import { RealNetworkError, RefusedError } from './errors.js';

export const VERSION = 1;

export const NETWORK_KINDS = ['tcp', 'udp'] as const;
export type NetworkKind = (typeof NETWORK_KINDS)[number];

/** For names and explanations. */
export const MAX_TEXT = 4096;
/** Maximum nesting of an algorithm's parameters. */
const MAX_DEPTH = 32;

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= MAX_TEXT;
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
const isSeconds = (value: unknown): value is number => Number.isFinite(value) && (value as number) >= 0;
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
const isHex = (value: unknown): value is string => typeof value === 'string' && /^(?:[0-9a-f]{32}){1,2}$/.test(value);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isAnything = (_value: unknown): _value is unknown => true;
const isPurpose = (value: unknown): value is 'control' | 'link' => value === 'control' || value === 'link';
const isKind = (value: unknown): value is NetworkKind => NETWORK_KINDS.includes(value as NetworkKind);
const isAddress = (value: unknown): value is Address =>
  isObject(value) && Object.keys(value).length === 2 && isText(value['host']) && isPort(value['port']);
const isCounts = (value: unknown): value is Record<string, number> =>
  isObject(value) && Object.values(value).every(isCount);

const listOf =
  <T>(isItem: (value: unknown) => value is T) =>
  (value: unknown): value is T[] =>
    Array.isArray(value) && value.every(isItem);

const SHAPES = {
  // Handshake: hello and answer by the connecting side, challenge and welcome (or refuse) by the listening side.
  hello: { version: isCount, purpose: isPurpose, from: isCount, to: isCount, nonce: isHex },
  challenge: { nonce: isHex, proof: isHex },
  answer: { proof: isHex },
  /** `received`: number of the last message received over earlier connections of the link. */
  welcome: { received: isCount },
  refuse: { reason: isText },
  /** On a link, in reverse direction: all messages up to this number have been delivered. */
  ack: { upTo: isCount },

  // The start, in this order, alternately by the master and the slave.
  assign: {
    run: isHex,
    id: isCount,
    n: isCount,
    seed: isWhole,
    algorithm: isText,
    parameters: isAnything,
    networks: listOf(isKind),
    records: isFlag,
  },
  listening: { ports: listOf(isPort) },
  connect: { addresses: listOf(listOf(isAddress)) },
  connected: {},
  /** `age`: estimated seconds since the start of the run when this frame is read. */
  start: { age: isSeconds },

  // The run.
  ping: { number: isCount },
  pong: { number: isCount },
  gone: { process: isCount },
  request: { reason: isText },
  failed: { message: isText },
  /** By a slave: it makes no more records before this time. */
  passed: { time: isSeconds },
  /** By a slave: its algorithm has finished. */
  finished: {},

  // The end, in phases.
  announce: { reason: isText },
  drained: {},
  close: {},
  closed: { counts: isCounts },
} as const;

type Checked<C> = C extends ((value: unknown) => value is infer T) ? T : never;

export type FrameKind = keyof typeof SHAPES;
export type FrameOf<K extends FrameKind> = { readonly kind: K } & {
  readonly [F in keyof (typeof SHAPES)[K]]: Checked<(typeof SHAPES)[K][F]>;
};
export type Frame = { [K in FrameKind]: FrameOf<K> }[FrameKind];

/** An invalid frame; only counted. */
export class BadFrame extends Error {
  override readonly name = 'BadFrame';
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads a line as a frame of the table. Without a schema library, since acknowledgements are frequent. */
export function readFrame(bytes: Uint8Array): Frame {
  const json = parse(bytes);
  if (!isObject(json)) throw new BadFrame('a frame is an object');
  const { kind, ...fields } = json;
  if (typeof kind !== 'string' || !Object.hasOwn(SHAPES, kind)) throw new BadFrame('a frame of an unknown kind');
  const shape: Readonly<Record<string, (value: unknown) => boolean>> = SHAPES[kind as FrameKind];
  const names = Object.keys(shape);
  const stray = Object.keys(fields).find((name) => !Object.hasOwn(shape, name));
  if (stray !== undefined) throw new BadFrame(`a frame ${kind} with an unknown field`);
  const wrong = names.find((name) => !Object.hasOwn(fields, name) || !shape[name]!(fields[name]));
  if (wrong !== undefined) throw new BadFrame(`a frame ${kind} whose ${wrong} is missing or invalid`);
  return { kind, ...fields } as Frame;
}

/** Returns the frame if it is of the expected kind; otherwise throws an error that names the other side. */
export function frameOfKind<K extends FrameKind>(frame: Frame, kind: K, other: string): FrameOf<K> {
  if (frame.kind === 'refuse') throw new RefusedError(`${other} refused: ${frame.reason}`);
  if (frame.kind === 'failed') throw new RealNetworkError(`${other} failed: ${frame.message}`);
  if (frame.kind !== kind) throw new RealNetworkError(`${other}: expected the frame ${kind}, got ${frame.kind}`);
  return frame as FrameOf<K>;
}

function parse(bytes: Uint8Array): unknown {
  let json: unknown;
  try {
    json = JSON.parse(utf8.decode(bytes));
  } catch (cause) {
    throw new BadFrame('a line that is no JSON in UTF-8', { cause });
  }
  checkDeep(json, 0);
  return json;
}

/** Rejects names with a special meaning in JavaScript, and deep nesting. */
function checkDeep(json: unknown, depth: number): void {
  if (typeof json !== 'object' || json === null) return;
  if (depth >= MAX_DEPTH) throw new BadFrame(`a frame that is nested deeper than ${MAX_DEPTH} levels`);
  for (const [name, member] of Object.entries(json)) {
    if (name === '__proto__' || name === 'constructor' || name === 'prototype') {
      throw new BadFrame(`a frame with a member ${name}`);
    }
    checkDeep(member, depth + 1);
  }
}
