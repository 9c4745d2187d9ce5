/** What viewers may say, read strictly: whoever has the token may still send anything. */
import type { ServerLimits } from './limits.js';
import { BadMessage } from './peer.js';

/** What whoever drives the run is asked to do. */
export type Order =
  | { readonly type: 'pause' }
  | { readonly type: 'resume' }
  /** Simulated seconds per second; Infinity for as fast as can be. */
  | { readonly type: 'speed'; readonly factor: number }
  /** So many events of a run that is paused. */
  | { readonly type: 'step'; readonly events: number };

/** To take control, or to let go of it. */
export type ControlWish = { readonly type: 'take' } | { readonly type: 'release' };

export interface ViewerMessage {
  /** Comes back with the answer. */
  readonly id: number | undefined;
  readonly content: Order | ControlWish;
}

type Members = Readonly<Record<string, unknown>>;
type Reader = (members: Members, limits: ServerLimits) => Order | ControlWish;

interface Kind {
  /** Besides `type` and `id`. */
  readonly members: readonly string[];
  readonly read: Reader;
}

const KINDS: ReadonlyMap<unknown, Kind> = new Map<unknown, Kind>([
  ['take', { members: [], read: () => ({ type: 'take' }) }],
  ['release', { members: [], read: () => ({ type: 'release' }) }],
  ['pause', { members: [], read: () => ({ type: 'pause' }) }],
  ['resume', { members: [], read: () => ({ type: 'resume' }) }],
  ['speed', { members: ['factor'], read: readSpeed }],
  ['step', { members: ['events'], read: readStep }],
]);

/** Throws a `BadMessage`. */
export function readViewerMessage(data: string | Uint8Array, limits: ServerLimits): ViewerMessage {
  if (typeof data !== 'string') throw new BadMessage('a message must be a text, and this one is bytes');
  if (data.length > limits.orderCharacters) {
    throw new BadMessage(`the message has ${data.length} characters; at most ${limits.orderCharacters} are read`);
  }
  const members = membersOf(data);
  const kind = KINDS.get(members['type']);
  if (kind === undefined) throw new BadMessage(`type must be one of ${[...KINDS.keys()].join(', ')}`);
  const known = ['type', 'id', ...kind.members];
  const isStrange = Object.keys(members).some((key) => !known.includes(key));
  if (isStrange) throw new BadMessage(`this message has the members ${known.join(', ')}, and no others`);
  return { id: readId(members['id']), content: kind.read(members, limits) };
}

function membersOf(text: string): Members {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new BadMessage('the message is no JSON', { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new BadMessage('a message must be an object');
  }
  return value as Members;
}

function readId(id: unknown): number | undefined {
  if (id === undefined || (Number.isSafeInteger(id) && (id as number) >= 0)) return id as number | undefined;
  throw new BadMessage('id must be a whole number from 0 on');
}

function readSpeed({ factor }: Members, { orderSpeed }: ServerLimits): Order {
  // JSON has no Infinity.
  if (factor === null) return { type: 'speed', factor: Infinity };
  if (typeof factor === 'number' && factor >= 1 / orderSpeed && factor <= orderSpeed) return { type: 'speed', factor };
  throw new BadMessage(
    `factor must be a number from ${1 / orderSpeed} to ${orderSpeed}, or null for as fast as can be`,
  );
}

function readStep({ events = 1 }: Members, { orderSteps }: ServerLimits): Order {
  if (Number.isInteger(events) && (events as number) >= 1 && (events as number) <= orderSteps) {
    return { type: 'step', events: events as number };
  }
  throw new BadMessage(`events must be a whole number from 1 to ${orderSteps}`);
}
