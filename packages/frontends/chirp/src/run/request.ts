/**
 * What controllers say, one datagram at a time: the text begins with the robot's id. Read by hand: 200 controllers send one each
 * 62.5 times a second.
 */
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
/** No hexadecimal, no Infinity, nothing that a wheel could not do. */
const DECIMAL = /^[+-]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:[eE][+-]?\d{1,3})?$/;
const KINDS: readonly string[] = ['light', 'heat', 'gas', 'line'];

export function readRequest(bytes: Uint8Array): ReadRequest {
  if (bytes.length > MAX_REQUEST_BYTES) return { error: `a request has at most ${MAX_REQUEST_BYTES} bytes` };
  const text = asciiOf(bytes);
  if (text === undefined) return { error: 'a request is printable ASCII' };
  const [, id, word, rest = ''] = REQUEST.exec(text) ?? [];
  if (id === undefined) return { error: 'a request is <id> <word> ...' };
  return readWord(Number(id), word!, rest);
}

function readWord(robot: number, word: string, rest: string): ReadRequest {
  switch (word) {
    case 'setspeed':
      return readSpeeds(robot, rest);
    case 'getsensors':
      if (rest === '') return { request: { kind: 'getsensors', robot, sensors: 'distance' } };
      if (!KINDS.includes(rest)) return { error: `sensors are ${KINDS.join(', ')}` };
      return { request: { kind: 'getsensors', robot, sensors: rest as SensorKind } };
    case 'sendmessage':
      return withText(rest, (message) => ({ kind: 'sendmessage', robot, text: message }));
    case 'sendmessageon':
      return readMessageOn(robot, rest);
    case 'getmessages':
    case 'subscribe':
    case 'unsubscribe':
      return rest === '' ? { request: { kind: word, robot } } : { error: `${word} takes nothing` };
    default:
      return { error: 'unknown request' };
  }
}

function readSpeeds(robot: number, rest: string): ReadRequest {
  const speeds = rest.split(/ +/);
  if (speeds.length !== 2 || !speeds.every((speed) => DECIMAL.test(speed))) {
    return { error: 'right is setspeed <left> <right>' };
  }
  const [left, right] = speeds.map(Number) as [number, number];
  if (!Number.isFinite(left) || !Number.isFinite(right)) return { error: 'a speed is too large' };
  return { request: { kind: 'setspeed', robot, left, right } };
}

function readMessageOn(robot: number, rest: string): ReadRequest {
  const [, digit, text] = /^(\d) +(.*)$/.exec(rest) ?? [];
  const sensor = Number(digit);
  if (!(sensor >= 1 && sensor <= SENSORS)) return { error: `right is sendmessageon <1 to ${SENSORS}> <text>` };
  return withText(text!, (message) => ({ kind: 'sendmessage', robot, text: message, sensor }));
}

function withText(text: string, make: (text: string) => ChirpRequest): ReadRequest {
  if (text === '') return { error: 'a message has a text' };
  const message = decoded(text);
  return message.length > MAX_MESSAGE_CHARACTERS
    ? { error: `a message has at most ${MAX_MESSAGE_CHARACTERS} characters` }
    : { request: make(message) };
}

/** What is beyond ASCII comes percent-encoded; a text that is not meant so stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

declare function decodeURIComponent(text: string): string;

/** Blanks and line ends behind it are left out; undefined if there is anything but printable ASCII. */
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
