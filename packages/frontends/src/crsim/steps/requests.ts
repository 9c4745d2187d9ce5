/** What robots ask for in a step, read strictly: whoever has connected may still send anything. */
import type { TraceObject, TraceValue } from '@kineko/formats/trace';

export type RobotRequest =
  | { readonly type: 'ACTIONEVENT'; readonly messageAction: string; readonly messageAmount: number }
  | { readonly type: 'SENSOREVENT'; readonly messageAction: string; readonly sensorid: number }
  | { readonly type: 'COMMEVENT'; readonly messageAction: 'SENDMESSAGE'; readonly message: OutgoingMessage }
  | { readonly type: 'NOPEVENT' };

export interface OutgoingMessage {
  /** The name of a robot; null for all others. */
  readonly to: string | null;
  readonly content: TraceValue;
}

/** A line that makes no sense: says why, and what would be right. */
export class BadLine extends Error {
  override readonly name = 'BadLine';
}

/** What a robot may ask for. */
export interface RobotAbilities {
  /** The action of the sensor of that id; undefined if there is none. */
  sensorAction(id: number): string | undefined;
  /** Whether there is an effector of that name besides the movements. */
  hasEffector(action: string): boolean;
  /** Whether there is a robot of that name. */
  isRobot(name: string): boolean;
}

const MOVEMENTS: readonly string[] = ['MOVE', 'TURNLEFT', 'TURNRIGHT'];

/** Units, or radians. */
const MOST_AMOUNT = 1e6;
const MOST_DEPTH = 16;

const MEMBERS: ReadonlyMap<unknown, readonly string[]> = new Map<unknown, readonly string[]>([
  ['ACTIONEVENT', ['messageAction', 'messageAmount']],
  ['SENSOREVENT', ['messageAction', 'sensorid']],
  ['COMMEVENT', ['messageAction', 'message']],
  ['NOPEVENT', []],
]);
const ALL_MEMBERS = ['type', 'last', 'messageAction', 'messageAmount', 'sensorid', 'message'];

export interface ReadRequest {
  readonly request: RobotRequest;
  /** Whether it is the last of its step. */
  readonly last: boolean;
}

/** Throws a `BadLine`. */
export function readRequest(value: unknown, abilities: RobotAbilities): ReadRequest {
  const members = membersOf(value);
  const own = MEMBERS.get(members['type']);
  if (own === undefined) throw new BadLine(`type must be one of ${[...MEMBERS.keys()].join(', ')}`);
  for (const [key, member] of Object.entries(members)) {
    if (!ALL_MEMBERS.includes(key))
      throw new BadLine(`a request has the members ${ALL_MEMBERS.join(', ')}, and no others`);
    // Those who send all fields leave null in the ones that mean nothing.
    const isEmpty = member === null || member === undefined;
    if (!isEmpty && key !== 'type' && key !== 'last' && !own.includes(key)) {
      throw new BadLine(`a ${String(members['type'])} has no ${key}`);
    }
  }
  const last = members['last'] ?? false;
  if (typeof last !== 'boolean') throw new BadLine('last must be true or false');
  return { request: requestOf(members, abilities), last };
}

function requestOf(members: Members, abilities: RobotAbilities): RobotRequest {
  switch (members['type']) {
    case 'ACTIONEVENT':
      return actionOf(members, abilities);
    case 'SENSOREVENT':
      return sensingOf(members, abilities);
    case 'COMMEVENT':
      return messageOf(members, abilities);
    default:
      return { type: 'NOPEVENT' };
  }
}

function actionOf({ messageAction, messageAmount }: Members, abilities: RobotAbilities): RobotRequest {
  const isKnown =
    typeof messageAction === 'string' && (MOVEMENTS.includes(messageAction) || abilities.hasEffector(messageAction));
  if (!isKnown)
    throw new BadLine(`the messageAction of an ACTIONEVENT must be ${MOVEMENTS.join(', ')}, TAG or of a plug-in`);
  const isAmount = typeof messageAmount === 'number' && Math.abs(messageAmount) <= MOST_AMOUNT;
  if (!isAmount) throw new BadLine('messageAmount must be a number from -1e6 to 1e6');
  if (messageAmount < 0 && !MOVEMENTS.includes(messageAction)) {
    throw new BadLine(`the messageAmount of ${messageAction} must not be negative`);
  }
  return { type: 'ACTIONEVENT', messageAction, messageAmount: 0 + messageAmount };
}

function sensingOf({ messageAction, sensorid }: Members, abilities: RobotAbilities): RobotRequest {
  const action = typeof sensorid === 'number' ? abilities.sensorAction(sensorid) : undefined;
  if (action === undefined) throw new BadLine('sensorid must be the id of a sensor that this robot has');
  if (messageAction !== action)
    throw new BadLine(`the sensor of this sensorid is asked with the messageAction ${action}`);
  return { type: 'SENSOREVENT', messageAction: action, sensorid: sensorid as number };
}

function messageOf({ messageAction, message }: Members, abilities: RobotAbilities): RobotRequest {
  if (messageAction !== 'SENDMESSAGE') throw new BadLine('the messageAction of a COMMEVENT must be SENDMESSAGE');
  const members = membersOf(message, 'a message');
  const isStrange = Object.keys(members).some((key) => key !== 'to' && key !== 'content');
  if (isStrange) throw new BadLine('a message has the members to, content, and no others');
  const { to = null, content = null } = members;
  const isReceiver = to === null || (typeof to === 'string' && abilities.isRobot(to));
  if (!isReceiver) throw new BadLine('to must be the name of a robot, or null for all others');
  return { type: 'COMMEVENT', messageAction: 'SENDMESSAGE', message: { to, content: plainCopy(content, 0) } };
}

type Members = Readonly<Record<string, unknown>>;

export function membersOf(value: unknown, what = 'a line'): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new BadLine(`${what} must be an object`);
  return value as Members;
}

/** Throws a `BadLine` if it is no JSON. */
export function parseLine(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new BadLine('this is no JSON', { cause });
  }
}

const REFUSED_KEYS: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/** Field by field into objects without a prototype, so that no name in it means anything here. */
function plainCopy(value: unknown, depth: number): TraceValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  if (depth >= MOST_DEPTH) throw new BadLine(`the content of a message is nested deeper than ${MOST_DEPTH} levels`);
  if (Array.isArray(value)) return value.map((item) => plainCopy(item, depth + 1));
  if (typeof value !== 'object') throw new BadLine('the content of a message must be JSON');
  const copy = Object.create(null) as Record<string, TraceValue>;
  for (const [key, member] of Object.entries(value)) {
    if (REFUSED_KEYS.includes(key))
      throw new BadLine(`the content of a message has a member ${key}; any other name is allowed`);
    copy[key] = plainCopy(member, depth + 1);
  }
  return copy;
}

// As a part of the record of a run.

/** The requests of a step, by the names of robots, in the order of their ids. */
export type StepRequests = readonly (readonly [robot: string, requests: readonly RobotRequest[]])[];

export function isStepRequests(value: TraceValue | undefined): boolean {
  return (
    Array.isArray(value) &&
    value.every((entry) => Array.isArray(entry) && typeof entry[0] === 'string' && Array.isArray(entry[1]))
  );
}

export function recorded(requests: StepRequests): TraceValue {
  return requests as unknown as readonly TraceValue[] satisfies TraceValue | TraceObject;
}
