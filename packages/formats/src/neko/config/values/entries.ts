/** Obstacles, objects and faults: maps of YAML or JSON, and what is wrong with them. */
import { itemsOf, oneOf, quoted, type Raw, type RawMap } from '../raw.js';
import type { Codec, Schema, ValueReader } from './codec.js';
import { emptyRecord } from './data.js';
import {
  type EntryKinds,
  FAULT_KINDS,
  type FieldRow,
  type Fields,
  OBJECT_FIELDS,
  OBSTACLE_KINDS,
} from './entry-fields.js';
import { OBJECT_ORDER, objectMap, obstacleMap, printObject, printObstacle } from './entry-form.js';
import type { FaultSpec, ObjectSpec, ObstacleSpec } from './entry-specs.js';
import { inlineJson, looksInline } from './inline.js';
import { SIMPLE } from './simple.js';

export const obstacle: Codec<ObstacleSpec> = {
  read(raw, row, reader) {
    const map = mapOf(raw, obstacleMap);
    if (map === undefined) return reader.misfit(raw, this.right(row));
    return readKind(map, OBSTACLE_KINDS, reader) as ObstacleSpec | undefined;
  },
  print: printObstacle,
  right: () => 'a kind and its numbers, such as box, 0, 0, 10, 20,',
  schema: () => ({ anyOf: [...schemasOfKinds(OBSTACLE_KINDS), { type: 'array' }, { type: 'string' }] }),
};

export const object: Codec<ObjectSpec> = {
  read(raw, row, reader) {
    const map = mapOf(raw, objectMap);
    if (map === undefined) return reader.misfit(raw, this.right(row));
    return readFields(map, OBJECT_FIELDS, undefined, reader) as ObjectSpec | undefined;
  },
  print: printObject,
  right: () => `${OBJECT_ORDER.join(', ')} (from size on they may be left out)`,
  schema: () => ({ anyOf: [schemaOfFields(OBJECT_FIELDS), { type: 'array' }, { type: 'string' }] }),
};

export const fault: Codec<FaultSpec> = {
  read(raw, row, reader) {
    if (raw.kind !== 'map') return reader.misfit(raw, this.right(row));
    return readKind(raw, FAULT_KINDS, reader) as FaultSpec | undefined;
  },
  print: (value) => JSON.stringify(value),
  right: () => 'a map with kind and at',
  schema: () => ({ anyOf: schemasOfKinds(FAULT_KINDS) }),
};

function mapOf(raw: Raw, ofItems: (items: readonly Raw[], whole: Raw) => RawMap | undefined): RawMap | undefined {
  if (raw.kind === 'map') return raw;
  if (raw.kind === 'repeated') return undefined;
  if (raw.kind === 'line' && looksInline(raw.text)) {
    const inline = inlineJson(raw.text, raw.place);
    return inline === undefined ? undefined : mapOf(inline, ofItems);
  }
  return ofItems(itemsOf(raw) ?? [], raw);
}

function readKind(map: RawMap, kinds: EntryKinds, reader: ValueReader): object | undefined {
  const member = map.members.find(({ name }) => name === 'kind');
  const kind = member && oneOf(member.value)?.text;
  if (kind === undefined || !Object.hasOwn(kinds, kind)) {
    const found = member === undefined ? 'has no kind' : `has the kind ${quoted(kind ?? '')}`;
    reader.complain((member ?? map).place, `${reader.who} ${found}: there are ${Object.keys(kinds).join(', ')}`);
    return undefined;
  }
  return readFields(map, kinds[kind]!.fields, kind, reader);
}

function readFields(map: RawMap, fields: Fields, kind: string | undefined, reader: ValueReader): object | undefined {
  const record = emptyRecord();
  if (kind !== undefined) record['kind'] = kind;
  let isRight = true;
  const complain = (place: RawMap['place'], text: string): void => {
    isRight = false;
    reader.complain(place, `${reader.who} ${text}`);
  };
  const members = new Map(map.members.map((member) => [member.name, member]));
  for (const [name, field] of Object.entries(fields)) {
    const member = members.get(name);
    if (member !== undefined) {
      record[name] = codecOf(field).read(member.value, field, reader.inside(`.${name}`));
      if (record[name] === undefined) isRight = false;
    } else if (field.default !== undefined) record[name] = field.default;
    else if (field.isNeeded === true) complain(map.place, `has no ${name}: ${codecOf(field).right(field)} is right`);
  }
  const known = [...(kind === undefined ? [] : ['kind']), ...Object.keys(fields)];
  for (const { name, place } of map.members) {
    if (!known.includes(name)) complain(place, `has an unknown field ${quoted(name)}: there are ${known.join(', ')}`);
  }
  return isRight ? record : undefined;
}

function codecOf(field: FieldRow): Codec<unknown> {
  return SIMPLE[field.type];
}

function schemasOfKinds(kinds: EntryKinds): Schema[] {
  return Object.entries(kinds).map(([kind, { doc, fields }]) => schemaOfFields(fields, { kind, doc }));
}

function schemaOfFields(fields: Fields, kind?: { readonly kind: string; readonly doc: string }): Schema {
  const properties = Object.entries(fields).map(([name, field]) => {
    const { unit, doc } = field;
    const description = unit === undefined ? doc : `${doc} (${unit})`;
    return [name, { description, ...codecOf(field).schema(field) }] as const;
  });
  const needed = Object.keys(fields).filter((name) => fields[name]!.isNeeded);
  return {
    type: 'object',
    ...(kind && { description: kind.doc }),
    properties: { ...(kind && { kind: { const: kind.kind } }), ...Object.fromEntries(properties) },
    required: [...(kind ? ['kind'] : []), ...needed],
    additionalProperties: false,
  };
}
