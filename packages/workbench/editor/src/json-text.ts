/** Edits JSON text in place; everything else stays as written. */
import type { JsonNode } from '@kineko/formats/json';
import { indentAt, type ListEntry, type ListText, relisted, type Splice } from './splices.js';

type JsonObject = JsonNode & { readonly kind: 'object' };
type JsonArray = JsonNode & { readonly kind: 'array' };

/** Preferred maximum length of a line. */
const WIDTH = 100;

/** On one line if it fits. */
export function printJson(value: unknown, indent = '', isYaml = false): string {
  const line = oneLine(value, isYaml);
  if (line.length + indent.length <= WIDTH || typeof value !== 'object' || value === null) return line;
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((each) => printJson(each, inner, isYaml))
    : membersOf(value).map(([name, each]) => `${keyOf(name, isYaml)}: ${printJson(each, inner, isYaml)}`);
  const body = parts.map((part) => `${inner}${part}`).join(',\n');
  return isList ? `[\n${body}\n${indent}]` : `{\n${body}\n${indent}}`;
}

function oneLine(value: unknown, isYaml: boolean): string {
  if (Array.isArray(value)) return `[${value.map((each) => oneLine(each, isYaml)).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = membersOf(value).map(([name, each]) => `${keyOf(name, isYaml)}: ${oneLine(each, isYaml)}`);
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  }
  return scalar(value, isYaml);
}

function membersOf(value: object): (readonly [string, unknown])[] {
  return Object.entries(value).filter(([, each]) => each !== undefined);
}

/** A word that YAML reads as a string. */
const PLAIN = /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[a-z_][\w./-]*$/i;

function keyOf(name: string, isYaml: boolean): string {
  return isYaml && /^[\w.]+$/.test(name) ? name : JSON.stringify(name);
}

function scalar(value: unknown, isYaml: boolean): string {
  if (isYaml && typeof value === 'string' && PLAIN.test(value)) return value;
  return JSON.stringify(value);
}

/** Changes members; undefined removes them. `text` starts at the offset `origin` of the file. */
export function withMembers(
  text: string,
  node: JsonObject,
  origin: number,
  changes: Readonly<Record<string, unknown>>,
): string {
  const own = text.slice(node.offset - origin, node.end - origin);
  const members = [...node.members];
  const isBroken = /\n/.test(own.slice(0, (members[0]?.[1].offset ?? node.offset) - node.offset));
  const indent = isBroken ? indentAt(text, members[0]![1].offset - origin) : indentAt(text, node.offset - origin);
  const list: ListText = {
    text: own,
    inside: { start: 1, end: own.length - 1 },
    items: members.map(([, { offset, end }]) => ({ start: offset - node.offset, end: end - node.offset })),
    separator: isBroken ? `,\n${indent}` : ', ',
    lead: ' ',
    tail: ' ',
  };
  const kept = members.flatMap(([name, { offset, value }], was): ListEntry[] => {
    const at = (where: number): number => where - node.offset;
    if (!Object.hasOwn(changes, name)) return [{ was, text: own.slice(at(offset), at(value.end)) }];
    if (changes[name] === undefined) return [];
    return [{ was, text: `${own.slice(at(offset), at(value.offset))}${printJson(changes[name], indent)}` }];
  });
  const added = membersOf(changes).filter(([name]) => !node.members.has(name));
  const entries = [...kept, ...added.map(([name, value]) => ({ text: `"${name}": ${printJson(value, indent)}` }))];
  return `{${relisted(list, entries)}}`;
}

/** Replaces the items of a list, with changed, new and removed ones. */
export function relistedJson(text: string, node: JsonArray, entries: readonly ListEntry[]): Splice {
  const inside = { start: node.offset + 1, end: node.end - 1 };
  const [first] = node.items;
  const outer = indentAt(text, node.offset);
  const isBroken = first === undefined || text.slice(inside.start, first.offset).includes('\n');
  const indent = first === undefined ? `${outer}  ` : indentAt(text, first.offset);
  const list: ListText = {
    text,
    inside,
    items: node.items.map(({ offset, end }) => ({ start: offset, end })),
    separator: isBroken ? `,\n${indent}` : ', ',
    lead: `\n${indent}`,
    tail: `\n${outer}`,
  };
  return { ...inside, text: relisted(list, entries) };
}

/** Adds a member after all others. */
export function withMember(text: string, node: JsonObject, name: string, value: unknown): Splice {
  return { start: node.offset, end: node.end, text: withMembers(text, node, 0, { [name]: value }) };
}
