/** Edits JSON text in place; everything else stays as written. */
import { indentAt, type ListEntry, printJson, relisted, type Splice } from '@kineko/editor';
import type { JsonNode, JsonObject } from '../format/json-tree.js';

type JsonArray = JsonNode & { readonly kind: 'array' };

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
  const list = {
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
  const added = Object.entries(changes).filter(([name, value]) => value !== undefined && !node.members.has(name));
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
  const list = {
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
