/**
 * The keys as a JSON Schema (2020-12), for editors of YAML and JSON: keys with dots, nested maps and mixtures of both, as
 * the reader accepts them.
 */
import { ValueReader } from './codec.js';
import { lineOf } from './raw.js';
import type { KeyRow } from './row.js';
import { type Pattern, type SettingsTable, sourceOf } from './table.js';

/** A step of a key in the tree of all keys. */
interface Step {
  pattern?: Pattern;
  readonly next: Map<string, Step>;
}

type Schema = object;
type Definitions = Record<string, Schema>;

export interface SchemaOptions {
  readonly title: string;
  readonly description: string;
  /** Types of values that are defined once and referenced. */
  readonly shared: readonly string[];
  /** Regular expression for keys that are in no table. */
  readonly foreign: string;
}

export function schemaOf(table: SettingsTable, { title, description, shared, foreign }: SchemaOptions): object {
  const definitions: Definitions = {};
  const valueSchema = (row: KeyRow): Schema =>
    shared.includes(row.type) ? { $ref: `#/$defs/${row.type}` } : table.codecOf(row).schema(row);

  /** A map of all keys below a step, at any depth. */
  const mapSchema = (step: Step, path: string) => {
    const properties: Record<string, Schema> = {};
    const patternProperties: Record<string, Schema> = {};
    for (const { name, below } of follow(step, '')) {
      const source = sourceOf(name);
      const schema = stepSchema(below, path === '' ? name : `${path}.${name}`);
      if (source === undefined) properties[name] = schema;
      else patternProperties[`^${source}$`] = schema;
    }
    // The value of a key that also has keys below it.
    if (step.pattern !== undefined) properties['value'] = valueSchema(step.pattern.row);
    return { type: 'object', properties, patternProperties, additionalProperties: false };
  };

  const stepSchema = (step: Step, key: string): Schema => {
    const { pattern } = step;
    const value = pattern && { $ref: `#/$defs/${nameIn(pattern.general ?? pattern.name)}` };
    if (step.next.size === 0) return value!;
    const name = `keys.${key.replaceAll(/[<>]/g, '')}`;
    definitions[name] ??= mapSchema(step, key);
    const map = { $ref: `#/$defs/${name}` };
    return value === undefined ? map : { anyOf: [value, map] };
  };

  for (const type of shared) definitions[type] = table.codecOf({ type }).schema({ type });
  // Aliases are for old files only.
  const patterns = table.patterns.filter(({ row }) => row.aliasOf === undefined);
  for (const { name, row, general } of patterns) {
    if (general === undefined) definitions[nameIn(name)] = { ...aboutKey(row, table), ...valueSchema(row) };
  }
  const top = mapSchema(treeOf(patterns), '');
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title,
    description,
    ...top,
    patternProperties: { ...top.patternProperties, [foreign]: {} },
    $defs: definitions,
  };
}

/** The name of a definition, without characters that are invalid in a URL. */
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

/** `.level` and `<name>.level` are one step: otherwise any name could be a map because of loggers. */
function stepsOf(name: string): string[] {
  return /^(?:\.|<name>)/.test(name) ? [name] : name.split('.');
}

function* follow(step: Step, before: string): Generator<{ readonly name: string; readonly below: Step }> {
  for (const [name, below] of step.next) {
    const whole = before === '' ? name : `${before}.${name}`;
    yield { name: whole, below };
    yield* follow(below, whole);
  }
}

function aboutKey(row: KeyRow, table: SettingsTable): Schema {
  const example = (text: string): unknown => exampleOf(table, row, text);
  return {
    description: describeRow(row),
    ...(row.effect !== undefined && { deprecated: true }),
    ...(row.default !== undefined && row.default !== '' && { default: example(row.default) }),
    ...(row.example !== undefined && { examples: [example(row.example)] }),
  };
}

function describeRow({ doc, unit, derived, effect }: KeyRow): string {
  const parts = [
    ...(effect === undefined ? [] : ['without effect here']),
    doc,
    ...(derived === undefined ? [] : [`default: ${derived}`]),
  ];
  return `${parts.join('; ')}${unit === undefined ? '' : ` (${unit})`}`;
}

/** An example in YAML; objects are shown in their shorter text form. */
function exampleOf(table: SettingsTable, row: KeyRow, text: string): unknown {
  const value = table.codecOf(row).read(lineOf(text, { file: '' }), row, new ValueReader('', () => {}));
  return value === undefined || (typeof value === 'object' && !Array.isArray(value)) ? text : value;
}
