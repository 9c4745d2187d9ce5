/** Commands of controllers: plain data that is recorded and replayed. */
import { expected } from '@kineko/formats/problem';
import type { TraceObject, TraceValue } from '@kineko/formats/trace';
import { SENSORS } from './sensing.js';

export type ChirpCommand =
  | { readonly kind: 'setspeed'; readonly robot: number; readonly left: number; readonly right: number }
  /** To the robots that one sensor (1 to 8) or any sensor sees. */
  | { readonly kind: 'sendmessage'; readonly robot: number; readonly text: string; readonly sensor?: number }
  | { readonly kind: 'shutdown' };

export const MAX_MESSAGE_CHARACTERS = 400;

const COMMAND =
  '{ kind: "setspeed", robot, left, right }, { kind: "sendmessage", robot, text, sensor? } or { kind: "shutdown" }';

/** Why a command is invalid, or undefined. */
export function problemOfCommand(command: TraceValue, hasRobot: (id: number) => boolean): string | undefined {
  if (!isObject(command)) return expected(COMMAND, command);
  const { kind, robot, left, right, text, sensor } = command;
  if (kind === 'shutdown') return undefined;
  if (kind !== 'setspeed' && kind !== 'sendmessage')
    return `kind: ${expected('setspeed, sendmessage or shutdown', kind)}`;
  if (typeof robot !== 'number' || !hasRobot(robot)) return `robot: ${expected('the id of a robot', robot)}`;
  if (kind === 'setspeed') {
    return isFinite(left) && isFinite(right) ? undefined : 'left, right: expected finite numbers';
  }
  if (typeof text !== 'string' || text.length > MAX_MESSAGE_CHARACTERS) {
    return `text: ${expected(`a string of at most ${MAX_MESSAGE_CHARACTERS} characters`, text)}`;
  }
  const isSensor =
    sensor === undefined || (Number.isInteger(sensor) && Number(sensor) >= 1 && Number(sensor) <= SENSORS);
  return isSensor ? undefined : `sensor: ${expected(`an integer from 1 to ${SENSORS}`, sensor)}`;
}

function isFinite(value: TraceValue | undefined): boolean {
  return typeof value === 'number' && Number.isFinite(value);
}

function isObject(value: TraceValue): value is TraceObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
