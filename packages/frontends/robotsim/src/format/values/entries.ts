/** Reads obstacles, objects and faults: maps of YAML or JSON. */
import { expected, oneOf as oneOfNames, type Place, unknownName } from '@kineko/formats/problem';
import { type Codec, itemsOf, oneOf, type Raw, type RawOf, type ValueReader } from '@kineko/run/settings';
import {
  type EntryKinds,
  FAULT_KINDS,
  type FieldRow,
  type FieldTable,
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
    if (map === undefined) return reader.misfit(raw, this.expects(row));
    return readKind(map, OBSTACLE_KINDS, reader) as ObstacleSpec | undefined;
  },
  print: printObstacle,
  expects: () => 'a kind and its numbers, such as box, 0, 0, 10, 20',
  schema: () => ({ anyOf: [...schemasOfKinds(OBSTACLE_KINDS), { type: 'array' }, { type: 'string' }] }),
  takesMap: true,
};

export const object: Codec<ObjectSpec> = {
  read(raw, row, reader) {
    const map = mapOf(raw, objectMap);
    if (map === undefined) return reader.misfit(raw, this.expects(row));
    return readFields(map, OBJECT_FIELDS, undefined, reader) as ObjectSpec | undefined;
  },
  print: printObject,
  expects: () => `${OBJECT_ORDER.join(', ')} (all but x and y may be omitted)`,
  schema: () => ({ anyOf: [schemaOfFields(OBJECT_FIELDS), { type: 'array' }, { type: 'string' }] }),
  takesMap: true,
};

export const fault: Codec<FaultSpec> = {
  read(raw, row, reader) {
    if (raw.kind !== 'map') return reader.misfit(raw, this.expects(row));
    return readKind(raw, FAULT_KINDS, reader) as FaultSpec | undefined;
  },
  print: (value) => JSON.stringify(value),
  expects: () => 'a map with kind and at',
  schema: () => ({ anyOf: schemasOfKinds(FAULT_KINDS) }),
};

/** Lists of such maps, or the name of a file with one; `structured.ts` reads them, since files are read asynchronously. */
export const entries: Codec<undefined> = {
  read: () => undefined,
  print: () => '',
  expects: () => 'a list of maps, or the name of a file with one',
  schema: ({ of }) => ({ anyOf: [{ type: 'array', items: { $ref: `#/$defs/${of!}` } }, { type: 'string' }] }),
  takesMap: true,
};

function mapOf(
  raw: Raw,
  ofItems: (items: readonly Raw[], whole: Raw) => RawOf<'map'> | undefined,
): RawOf<'map'> | undefined {
  if (raw.kind === 'map') return raw;
  if (raw.kind === 'repeated') return undefined;
  if (raw.kind === 'line' && looksInline(raw.text)) {
    const inline = inlineJson(raw.text, raw.place);
    return inline === undefined ? undefined : mapOf(inline, ofItems);
  }
  return ofItems(itemsOf(raw) ?? [], raw);
}

function readKind(map: RawOf<'map'>, kinds: EntryKinds, reader: ValueReader): object | undefined {
  const member = map.members.find(({ key }) => key === 'kind');
  const kind = member && oneOf(member.value)?.text;
  if (kind === undefined || !Object.hasOwn(kinds, kind)) {
    const what = oneOfNames(Object.keys(kinds));
    if (member !== undefined) return reader.inside('.kind').misfit(member.value, what, member.place);
    reader.complain(map.place, `${reader.who}.kind: ${expected(what, undefined)}`);
    return undefined;
  }
  return readFields(map, kinds[kind]!.fields, kind, reader);
}

function readFields(
  map: RawOf<'map'>,
  fields: FieldTable,
  kind: string | undefined,
  reader: ValueReader,
): object | undefined {
  // Without a prototype, any name in a file is an ordinary member.
  const record = Object.create(null) as Record<string, unknown>;
  if (kind !== undefined) record['kind'] = kind;
  let isValid = true;
  const complain = (place: Place, text: string): void => {
    isValid = false;
    reader.complain(place, `${reader.who}${text}`);
  };
  const members = new Map(map.members.map((member) => [member.key, member]));
  for (const [name, field] of Object.entries(fields)) {
    const member = members.get(name);
    if (member !== undefined) {
      record[name] = codecOf(field).read(member.value, field, reader.inside(`.${name}`));
      if (record[name] === undefined) isValid = false;
    } else if (field.default !== undefined) record[name] = field.default;
    else if (field.isNeeded === true)
      complain(map.place, `.${name}: ${expected(codecOf(field).expects(field), undefined)}`);
  }
  const known = [...(kind === undefined ? [] : ['kind']), ...Object.keys(fields)];
  for (const { key: name, place } of map.members) {
    if (!known.includes(name)) complain(place, `: ${unknownName('field', name, known)}`);
  }
  return isValid ? record : undefined;
}

function codecOf(field: FieldRow): Codec<unknown> {
  return SIMPLE[field.type];
}

function schemasOfKinds(kinds: EntryKinds): object[] {
  return Object.entries(kinds).map(([kind, { doc, fields }]) => schemaOfFields(fields, { kind, doc }));
}

function schemaOfFields(fields: FieldTable, kind?: { readonly kind: string; readonly doc: string }): object {
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
