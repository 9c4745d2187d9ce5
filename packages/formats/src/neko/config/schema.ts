/**
 * The keys as a JSON Schema (2020-12), for editors of YAML and JSON: keys with dots, maps inside maps, and anything
 * between, as the reader takes them.
 */
import { PATTERNS, type Pattern, sourceOf } from './keys/find-key.js';
import type { KeyRow } from './keys/row.js';
import type { Schema } from './values/codec.js';
import { codecOf } from './values/values.js';

/** A step of a key: what it is itself, and what follows it. */
interface Step {
  pattern?: Pattern;
  readonly next: Map<string, Step>;
}

type Definitions = Record<string, Schema>;

export function configSchema(): object {
  const definitions: Definitions = {};
  for (const entry of ENTRIES) definitions[entry] = codecOf(entry).schema({ type: entry });
  // Other names of keys are for old files.
  const patterns = PATTERNS.filter(({ row }) => row.aliasOf === undefined);
  for (const { name, row, general } of patterns) if (general === undefined) definitions[nameIn(name)] = keySchema(row);
  const top = mapSchema(treeOf(patterns), '', definitions);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A run of Kineko',
    description: 'Robots, their world, their network and what they do. Keys may be written with dots or as maps.',
    ...top,
    // The settings of classes, which nobody knows beforehand; their names begin with a capital letter.
    patternProperties: { ...(top['patternProperties'] as object), '^([\\w$]+\\.)*[A-Z][\\w$]*(\\.[\\w$.]+)?$': {} },
    $defs: definitions,
  };
}

const ENTRIES = ['obstacle', 'object', 'fault'] as const;

/** The name of a definition: without what cannot stand in a URL. */
function nameIn(key: string): string {
  return `key.${key.replaceAll(/[<>$]/g, '')}`;
}

function treeOf(patterns: readonly Pattern[]): Step {
  const root: Step = { next: new Map() };
  for (const pattern of patterns) {
    let step = root;
    for (const name of stepsOf(pattern.name)) {
      const next = step.next.get(name) ?? { next: new Map() };
      step.next.set(name, next);
      step = next;
    }
    step.pattern = pattern;
  }
  return root;
}

/** `.level` and `<name>.level` have one step: anything may be a map, but not for the sake of loggers. */
function stepsOf(name: string): string[] {
  return /^(?:\.|<name>)/.test(name) ? [name] : name.split('.');
}

/** A map of all that follows a step, near and far. */
function mapSchema(step: Step, path: string, definitions: Definitions): Schema {
  const properties: Record<string, Schema> = {};
  const patternProperties: Record<string, Schema> = {};
  for (const { name, below } of follow(step, '')) {
    const key = path === '' ? name : `${path}.${name}`;
    const source = sourceOf(name);
    const schema = stepSchema(below, key, definitions);
    if (source === undefined) properties[name] = schema;
    else patternProperties[`^${source}$`] = schema;
  }
  // A value beside what follows it.
  if (step.pattern !== undefined) properties['value'] = valueSchema(step.pattern.row);
  return { type: 'object', properties, patternProperties, additionalProperties: false };
}

function* follow(step: Step, before: string): Generator<{ readonly name: string; readonly below: Step }> {
  for (const [name, below] of step.next) {
    const whole = before === '' ? name : `${before}.${name}`;
    yield { name: whole, below };
    yield* follow(below, whole);
  }
}

function stepSchema(step: Step, key: string, definitions: Definitions): Schema {
  const { pattern } = step;
  const value = pattern && { $ref: `#/$defs/${nameIn(pattern.general ?? pattern.name)}` };
  if (step.next.size === 0) return value!;
  const name = `keys.${key.replaceAll(/[<>]/g, '')}`;
  definitions[name] ??= mapSchema(step, key, definitions);
  const map = { $ref: `#/$defs/${name}` };
  return value === undefined ? map : { anyOf: [value, map] };
}

function keySchema(row: KeyRow): Schema {
  return {
    description: describeRow(row),
    ...(row.effect !== undefined && { deprecated: true }),
    ...(row.default !== undefined && row.default !== '' && { default: exampleOf(row, row.default) }),
    ...(row.example !== undefined && { examples: [exampleOf(row, row.example)] }),
    ...valueSchema(row),
  };
}

function valueSchema(row: KeyRow): Schema {
  const { type } = row;
  if (type === 'obstacle' || type === 'object') return { $ref: `#/$defs/${type}` };
  if (type !== 'entries') return codecOf(type).schema(row);
  return { anyOf: [{ type: 'array', items: { $ref: `#/$defs/${row.of!}` } }, { type: 'string' }] };
}

/** Its meaning, its unit, and where it comes from. */
function describeRow({ doc, unit, derived, effect }: KeyRow): string {
  const parts = [
    ...(effect === undefined ? [] : ['without effect here']),
    doc,
    ...(derived === undefined ? [] : [`default: ${derived}`]),
  ];
  return `${parts.join('; ')}${unit === undefined ? '' : ` (${unit})`}`;
}

/** As YAML would have it. */
function exampleOf({ type }: KeyRow, text: string): unknown {
  switch (type) {
    case 'boolean':
      return text === 'true';
    case 'integer':
    case 'number':
      return Number(text);
    case 'numbers':
    case 'point':
      return text.split(/,\s*/).map(Number);
    case 'classes':
    case 'texts':
    case 'words':
    case 'files':
      return text.split(/,\s*/);
    default:
      return text;
  }
}
