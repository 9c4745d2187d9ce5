/** The requests of controllers in a step. They are checked strictly: a connected controller may send anything. */
import { expected } from '@kineko/formats/problem';
import { described, numberFrom, numberWhere, parseMessage, readMessage } from '@kineko/formats/shape';
import { REFUSED_KEYS } from '@kineko/formats/text';
import * as z from 'zod/mini';
import type { TraceValue } from '@kineko/formats/trace';

export type RobotRequest =
  | { readonly type: 'ACTIONEVENT'; readonly messageAction: string; readonly messageAmount: number }
  | { readonly type: 'SENSOREVENT'; readonly messageAction: string; readonly sensorid: number }
  | { readonly type: 'COMMEVENT'; readonly messageAction: 'SENDMESSAGE'; readonly message: OutgoingMessage }
  | { readonly type: 'NOPEVENT' };

export interface OutgoingMessage {
  /** Name of a robot, or null for all others. */
  readonly to: string | null;
  readonly content: TraceValue;
}

/** An invalid line; the message says what was expected. */
export class BadLine extends Error {
  override readonly name = 'BadLine';
}

/** The requests that a robot supports. */
export interface RobotAbilities {
  /** The action of a sensor, or undefined if the robot has none with this id. */
  sensorAction(id: number): string | undefined;
  hasEffector(action: string): boolean;
  isRobot(name: string): boolean;
}

const MOVEMENTS: readonly string[] = ['MOVE', 'TURNLEFT', 'TURNRIGHT'];

/** Units, or radians. */
const MAX_AMOUNT = 1e6;
const MAX_DEPTH = 16;

/** Clients that send all members set unused ones to null. */
const unused = z.optional(z.null(described('null in a request of this type')));
const MEMBERS = {
  last: z.nullish(z.boolean()),
  messageAction: unused,
  messageAmount: unused,
  sensorid: unused,
  message: unused,
};
const shape = z.discriminatedUnion('type', [
  z.strictObject({
    ...MEMBERS,
    type: z.literal('ACTIONEVENT'),
    messageAction: z.string(),
    messageAmount: numberFrom(-MAX_AMOUNT, MAX_AMOUNT),
  }),
  z.strictObject({
    ...MEMBERS,
    type: z.literal('SENSOREVENT'),
    messageAction: z.string(),
    sensorid: numberWhere('the id of a sensor', Number.isFinite),
  }),
  z.strictObject({
    ...MEMBERS,
    type: z.literal('COMMEVENT'),
    messageAction: z.literal('SENDMESSAGE'),
    message: z.strictObject({ to: z.nullish(z.string()), content: z.optional(z.unknown()) }),
  }),
  z.strictObject({ ...MEMBERS, type: z.literal('NOPEVENT') }),
]);
type Given<T> = z.infer<typeof shape> & { readonly type: T };

export interface ReadRequest {
  readonly request: RobotRequest;
  /** Whether it is the last of its step. */
  readonly last: boolean;
}

/** Throws a `BadLine`. */
export function readRequest(value: unknown, abilities: RobotAbilities): ReadRequest {
  const given = isCommon(value) ? value : readLine(shape, value);
  return { request: requestOf(given, abilities), last: given.last ?? false };
}

/**
 * Whether a value is a valid request to act or to sense, which nearly all are: the schema takes far longer to check it. It
 * reports what is wrong with any other value.
 */
function isCommon(value: unknown): value is Given<'ACTIONEVENT' | 'SENSOREVENT'> {
  if (typeof value !== 'object' || value === null) return false;
  const { type, messageAction, messageAmount, sensorid, message, last } = value as Record<string, unknown>;
  if (typeof messageAction !== 'string' || message !== undefined) return false;
  if (last !== undefined && typeof last !== 'boolean') return false;
  for (const key in value) if (!COMMON_KEYS.has(key)) return false;
  if (type === 'ACTIONEVENT') {
    return typeof messageAmount === 'number' && Math.abs(messageAmount) <= MAX_AMOUNT && sensorid === undefined;
  }
  return type === 'SENSOREVENT' && Number.isFinite(sensorid) && messageAmount === undefined;
}

const COMMON_KEYS: ReadonlySet<string> = new Set(['type', 'messageAction', 'messageAmount', 'sensorid', 'last']);

function requestOf(given: z.infer<typeof shape>, abilities: RobotAbilities): RobotRequest {
  switch (given.type) {
    case 'ACTIONEVENT':
      return actionOf(given, abilities);
    case 'SENSOREVENT':
      return sensingOf(given, abilities);
    case 'COMMEVENT':
      return sendingOf(given, abilities);
    case 'NOPEVENT':
      return { type: 'NOPEVENT' };
  }
}

function actionOf({ messageAction, messageAmount }: Given<'ACTIONEVENT'>, abilities: RobotAbilities): RobotRequest {
  const isMovement = MOVEMENTS.includes(messageAction);
  if (!isMovement && !abilities.hasEffector(messageAction)) {
    const what = `${MOVEMENTS.join(', ')}, TAG or an action of a plug-in`;
    throw new BadLine(`messageAction: ${expected(what, messageAction)}`);
  }
  if (messageAmount < 0 && !isMovement) {
    throw new BadLine(`messageAmount: ${expected(`a non-negative number for ${messageAction}`, messageAmount)}`);
  }
  return { type: 'ACTIONEVENT', messageAction, messageAmount: 0 + messageAmount };
}

function sensingOf({ messageAction, sensorid }: Given<'SENSOREVENT'>, abilities: RobotAbilities): RobotRequest {
  const action = abilities.sensorAction(sensorid);
  if (action === undefined) throw new BadLine(`sensorid: ${expected('the id of a sensor of this robot', sensorid)}`);
  if (messageAction !== action)
    throw new BadLine(`messageAction: ${expected(`${action} for sensor ${sensorid}`, messageAction)}`);
  return { type: 'SENSOREVENT', messageAction: action, sensorid };
}

function sendingOf(
  { message: { to = null, content = null } }: Given<'COMMEVENT'>,
  abilities: RobotAbilities,
): RobotRequest {
  if (to !== null && !abilities.isRobot(to))
    throw new BadLine(`message.to: ${expected('the name of a robot, or null for all others', to)}`);
  return { type: 'COMMEVENT', messageAction: 'SENDMESSAGE', message: { to, content: plainCopy(content, 0) } };
}

const badLine = (text: string, cause?: unknown): BadLine => new BadLine(text, { cause });

/** Throws a `BadLine`. */
export function readLine<S extends z.ZodMiniType>(lineShape: S, value: unknown): z.output<S> {
  return readMessage(lineShape, value, badLine);
}

/** Throws a `BadLine` if the text is not JSON. */
export function parseLine(text: string | Uint8Array): unknown {
  return parseMessage(text, badLine);
}

/** Copies into objects without a prototype, so that no key has a special meaning. */
function plainCopy(value: unknown, depth: number): TraceValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  if (depth >= MAX_DEPTH) throw new BadLine(`message.content: expected at most ${MAX_DEPTH} levels of nesting`);
  if (Array.isArray(value)) return value.map((item) => plainCopy(item, depth + 1));
  if (typeof value !== 'object') throw new BadLine(`message.content: ${expected('JSON', value)}`);
  const copy = Object.create(null) as Record<string, TraceValue>;
  for (const [key, member] of Object.entries(value)) {
    if (REFUSED_KEYS.includes(key)) throw new BadLine(`message.content: the key ${key} is refused`);
    copy[key] = plainCopy(member, depth + 1);
  }
  return copy;
}

/** The requests of a step, by the names of robots, in the order of their ids. */
export type StepRequests = readonly (readonly [robot: string, requests: readonly RobotRequest[]])[];

export function isStepRequests(value: TraceValue | undefined): boolean {
  return (
    Array.isArray(value) &&
    value.every((entry) => Array.isArray(entry) && typeof entry[0] === 'string' && Array.isArray(entry[1]))
  );
}
