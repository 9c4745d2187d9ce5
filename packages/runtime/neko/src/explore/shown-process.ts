import { RandomStream } from '@kineko/kernel';
import { PROTOCOL } from '../protocol.js';
import { Timer } from '../timer.js';
import type { LocalRun } from './local-run.js';

/** A field of a protocol, or an entry of stable storage. */
export interface ShownField {
  readonly name: string;
  readonly text: string;
}

/** The state of a process, in words. */
export interface ShownProcess {
  readonly isCrashed: boolean;
  readonly protocols: readonly { readonly name: string; readonly fields: readonly ShownField[] }[];
  readonly stable: readonly ShownField[];
  /** Its waiting tasks and its timers. */
  readonly waits: readonly string[];
}

/** Parts of every protocol that are not its state. */
const NOT_STATE = new Set([
  'handlers',
  'process',
  'sender',
  'receiver',
  'mailbox',
  'listeners',
  'options',
  'dispatcher',
]);
const MAX_DEPTH = 4;
const MAX_LENGTH = 300;

export function shownProcess<Stack>(run: LocalRun<Stack>): ShownProcess {
  const { process, protocols: stack } = run;
  const found = new Set<object>(process.isCrashed ? [] : process.dispatcher.receivers);
  if (!process.isCrashed && typeof stack === 'object' && stack !== null) found.add(stack);
  return {
    isCrashed: process.isCrashed,
    protocols: [...found].map((protocol) => ({ name: nameOf(protocol), fields: fieldsOf(protocol, process.now) })),
    stable: process.stable.entries('').map(([name, value]) => ({ name, text: textOf(value, process.now) })),
    waits: run.waits,
  };
}

function nameOf(protocol: object): string {
  const { name } = protocol.constructor;
  return isProtocol(protocol) && protocol.id !== undefined ? `${protocol.id} (${name})` : name;
}

function isProtocol(value: object): value is { readonly id?: string } {
  return (value.constructor as { readonly [PROTOCOL]?: unknown })[PROTOCOL] === true;
}

function fieldsOf(protocol: object, now: number): ShownField[] {
  return Object.entries(protocol).flatMap(([name, value]) => {
    if (NOT_STATE.has(name) || isNoState(value)) return [];
    return [{ name, text: textOf(value, now) }];
  });
}

/** Functions, other protocols and random streams. */
function isNoState(value: unknown): boolean {
  if (typeof value === 'function') return true;
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.length > 0 && value.every(isNoState);
  return value instanceof RandomStream || isProtocol(value);
}

function textOf(value: unknown, now: number): string {
  const text = written(value, now, 0);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
}

function written(value: unknown, now: number, depth: number): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'function') return 'function';
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof Timer) return value.isScheduled ? `in ${Number((value.nextTime - now).toFixed(3))} s` : 'off';
  if (depth === MAX_DEPTH) return '…';
  const inside = (each: unknown): string => written(each, now, depth + 1);
  if (Array.isArray(value)) return `[${value.map(inside).join(', ')}]`;
  if (value instanceof Set) return `{${[...(value as ReadonlySet<unknown>)].map(inside).join(', ')}}`;
  const entries: (readonly [string, unknown])[] =
    value instanceof Map
      ? [...(value as ReadonlyMap<unknown, unknown>)].map(([key, item]) => [inside(key), item])
      : Object.entries(value).filter(([name, item]) => !NOT_STATE.has(name) && !isNoState(item));
  return `{${entries.map(([name, item]) => `${name}: ${inside(item)}`).join(', ')}}`;
}
