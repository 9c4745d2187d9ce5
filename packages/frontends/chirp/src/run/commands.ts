/** What controllers can order: plain data, so that it can be put on record and given again. */
import type { TraceObject, TraceValue } from '@kineko/formats/trace';
import { SENSORS } from './sensing.js';

export type ChirpCommand =
  | { readonly kind: 'setspeed'; readonly robot: number; readonly left: number; readonly right: number }
  /** On one sensor (1 to 8), or on all. */
  | { readonly kind: 'sendmessage'; readonly robot: number; readonly text: string; readonly sensor?: number }
  | { readonly kind: 'shutdown' };

/** Characters of a message. */
export const MAX_MESSAGE_CHARACTERS = 400;

const RIGHT =
  'right would be { kind: "setspeed", robot, left, right }, { kind: "sendmessage", robot, text, sensor? } or { kind: "shutdown" }';

/** Why an order makes no sense; undefined if it does. */
export function problemOfCommand(command: TraceValue, hasRobot: (id: number) => boolean): string | undefined {
  if (!isObject(command)) return `an order is an object; ${RIGHT}`;
  const { kind, robot, left, right, text, sensor } = command;
  if (kind === 'shutdown') return undefined;
  if (kind !== 'setspeed' && kind !== 'sendmessage')
    return `the kind of the order is ${JSON.stringify(kind)}; ${RIGHT}`;
  if (typeof robot !== 'number' || !hasRobot(robot)) return `there is no robot ${JSON.stringify(robot)}`;
  if (kind === 'setspeed') {
    return isFinite(left) && isFinite(right) ? undefined : 'the speeds of the wheels are finite numbers';
  }
  if (typeof text !== 'string' || text.length > MAX_MESSAGE_CHARACTERS) {
    return `a message is a text of at most ${MAX_MESSAGE_CHARACTERS} characters`;
  }
  const isSensor =
    sensor === undefined || (Number.isInteger(sensor) && Number(sensor) >= 1 && Number(sensor) <= SENSORS);
  return isSensor ? undefined : `the sensors are numbered from 1 to ${SENSORS}`;
}

function isFinite(value: TraceValue | undefined): boolean {
  return typeof value === 'number' && Number.isFinite(value);
}

function isObject(value: TraceValue): value is TraceObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
