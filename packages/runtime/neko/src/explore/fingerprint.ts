import { RandomStream } from '@kineko/kernel';
import { TaskProtocol } from '../task-protocol.js';
import type { NekoProcess } from '../process.js';
import { Timer } from '../timer.js';

// Read once, since access to a global costs as much as the rest of a step in some hosts.
const { imul } = Math;
const { isArray } = Array;
const { keys } = Object;
const AnyMap = Map;
const AnySet = Set;

/**
 * The state of a process as a text: all fields of its protocols and of the objects they refer to, with the classes of
 * these objects. Two states with the same text continue in the same way if protocols keep their state in fields:
 * `#private` fields and captured variables are not visible. Undefined for a protocol with a task, whose position is not
 * visible either.
 *
 * @param opaque Objects that are not part of the state.
 */
export function stateOf(process: NekoProcess, stack: unknown, opaque: ReadonlySet<unknown>): string | undefined {
  const known = new Map<object, number>();
  const { now } = process;
  const parts: string[] = [];
  let hasTask = false;

  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) {
      visitText(typeof value, String(value));
      return;
    }
    if (opaque.has(value)) {
      parts.push('-');
      return;
    }
    const number = known.get(value);
    if (number !== undefined) {
      parts.push(`@${number}`);
      return;
    }
    known.set(value, known.size);
    if (value instanceof TaskProtocol) hasTask = true;
    else if (value instanceof Timer) visitText(`timer ${value.isScheduled ? value.nextTime - now : '-'}`, value.effect);
    else if (value instanceof RandomStream) parts.push(JSON.stringify(value.save()));
    else visitInside(value);
  };

  /** With its length, so that no text looks like several parts. For a function, the text is its source. */
  const visitText = (type: string, text: string): void => {
    parts.push(type, `${text.length}`, text);
  };

  const visitInside = (value: object): void => {
    if (isArray(value)) {
      parts.push('[');
      for (let i = 0; i < value.length; i++) visit(value[i]);
    } else if (value instanceof AnyMap) {
      parts.push('M');
      for (const [key, item] of value as ReadonlyMap<unknown, unknown>) {
        visit(key);
        visit(item);
      }
    } else if (value instanceof AnySet) {
      parts.push('S');
      for (const item of value as ReadonlySet<unknown>) visit(item);
    } else {
      if (value instanceof Error) visitText('error', value.message);
      visitFields(value as Readonly<Record<string, unknown>>);
    }
    parts.push('}');
  };

  const visitFields = (value: Readonly<Record<string, unknown>>): void => {
    visitText('{', value.constructor?.name ?? '');
    for (const key of keys(value)) {
      // Handlers are not state.
      if (key === 'handlers') continue;
      visitText('.', key);
      visit(value[key]);
    }
  };

  visit(process.dispatcher);
  visit(stack);
  return hasTask ? undefined : parts.join(' ');
}

/** A 128-bit hash as a short text: no collisions among many millions of texts. */
export function hashed(text: string): string {
  let a = 0x243f6a88;
  let b = 0x85a308d3;
  let c = 0x13198a2e;
  let d = 0x03707344;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = imul(a ^ unit, 0x9e3779b1) ^ (d >>> 15);
    b = imul(b ^ unit, 0x85ebca6b) ^ (a >>> 13);
    c = imul(c ^ unit, 0xc2b2ae35) ^ (b >>> 16);
    d = imul(d ^ unit, 0x27d4eb2f) ^ (c >>> 14);
  }
  return `${a ^ (b >>> 15)} ${b ^ (c >>> 13)} ${c ^ (d >>> 16)} ${d ^ (a >>> 14)}`;
}
