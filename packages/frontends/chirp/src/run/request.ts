/** The requests of controllers: one datagram each, beginning with the robot's id. Parsed by hand: 12,500 arrive per second. */
import { oneOf } from '@kineko/formats/problem';
import { MAX_MESSAGE_CHARACTERS } from './commands.js';
import { SENSORS, type SensorKind } from './sensing.js';

export type ChirpRequest =
  | { readonly kind: 'setspeed'; readonly robot: number; readonly left: number; readonly right: number }
  | { readonly kind: 'getsensors'; readonly robot: number; readonly sensors: SensorKind }
  | { readonly kind: 'sendmessage'; readonly robot: number; readonly text: string; readonly sensor?: number }
  | { readonly kind: 'getmessages'; readonly robot: number }
  | { readonly kind: 'subscribe' | 'unsubscribe'; readonly robot: number };

export type ReadRequest = { readonly request: ChirpRequest } | { readonly error: string };

/** Bytes of a datagram. */
export const MAX_REQUEST_BYTES = 512;

const REQUEST = /^(-?\d{1,15}) +([a-z]+)(?: +(.*))?$/;
/** No hexadecimal numbers, no Infinity. */
const DECIMAL = /^[+-]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:[eE][+-]?\d{1,3})?$/;
const KINDS: readonly string[] = ['light', 'heat', 'gas', 'line'];

export function readRequest(bytes: Uint8Array): ReadRequest {
  if (bytes.length > MAX_REQUEST_BYTES) return { error: `expected at most ${MAX_REQUEST_BYTES} bytes` };
  const text = asciiOf(bytes);
  if (text === undefined) return { error: 'expected printable ASCII' };
  const [, id, word, rest = ''] = REQUEST.exec(text) ?? [];
  if (id === undefined) return { error: 'expected <id> <word> ...' };
  return readWord(Number(id), word!, rest);
}

function readWord(robot: number, word: string, rest: string): ReadRequest {
  switch (word) {
    case 'setspeed':
      return readSpeeds(robot, rest);
    case 'getsensors':
      if (rest === '') return { request: { kind: 'getsensors', robot, sensors: 'distance' } };
      if (!KINDS.includes(rest)) return { error: `expected ${oneOf(KINDS)}` };
      return { request: { kind: 'getsensors', robot, sensors: rest as SensorKind } };
    case 'sendmessage':
      return withText(rest, (message) => ({ kind: 'sendmessage', robot, text: message }));
    case 'sendmessageon':
      return readMessageOn(robot, rest);
    case 'getmessages':
    case 'subscribe':
    case 'unsubscribe':
      return rest === '' ? { request: { kind: word, robot } } : { error: `${word} takes no arguments` };
    default:
      return { error: 'unknown request' };
  }
}

function readSpeeds(robot: number, rest: string): ReadRequest {
  const speeds = rest.split(/ +/);
  if (speeds.length !== 2 || !speeds.every((speed) => DECIMAL.test(speed))) {
    return { error: 'expected setspeed <left> <right>' };
  }
  const [left, right] = speeds.map(Number) as [number, number];
  if (!Number.isFinite(left) || !Number.isFinite(right)) return { error: 'speed too large' };
  return { request: { kind: 'setspeed', robot, left, right } };
}

function readMessageOn(robot: number, rest: string): ReadRequest {
  const [, digit, text] = /^(\d) +(.*)$/.exec(rest) ?? [];
  const sensor = Number(digit);
  if (!(sensor >= 1 && sensor <= SENSORS)) return { error: `expected sendmessageon <1 to ${SENSORS}> <text>` };
  return withText(text!, (message) => ({ kind: 'sendmessage', robot, text: message, sensor }));
}

function withText(text: string, make: (text: string) => ChirpRequest): ReadRequest {
  if (text === '') return { error: 'empty message' };
  const message = decoded(text);
  return message.length > MAX_MESSAGE_CHARACTERS
    ? { error: `expected at most ${MAX_MESSAGE_CHARACTERS} characters` }
    : { request: make(message) };
}

/** Non-ASCII texts are percent-encoded; a text that is not stays unchanged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

declare function decodeURIComponent(text: string): string;

/** The text without blanks and line ends after it; undefined if it is not printable ASCII. */
function asciiOf(bytes: Uint8Array): string | undefined {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] === 0x20 || bytes[end - 1] === 0x0a || bytes[end - 1] === 0x0d)) end--;
  let text = '';
  for (let i = 0; i < end; i++) {
    const byte = bytes[i]!;
    if (byte < 0x20 || byte > 0x7e) return undefined;
    text += String.fromCharCode(byte);
  }
  return text;
}
