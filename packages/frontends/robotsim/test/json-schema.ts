/** As much of JSON Schema (2020-12) as the schema of configurations uses; anything else in a schema is an error. */

type Schema = Readonly<Record<string, unknown>>;

const CHECKS: Readonly<Record<string, (value: unknown, operand: never, schema: Schema, root: Schema) => boolean>> = {
  type: (value, types: string | readonly string[]) => [types].flat().some((type) => isType(value, type)),
  const: (value, operand: unknown) => value === operand,
  enum: (value, words: readonly unknown[]) => words.includes(value),
  minimum: (value, bound: number) => typeof value !== 'number' || value >= bound,
  maximum: (value, bound: number) => typeof value !== 'number' || value <= bound,
  exclusiveMinimum: (value, bound: number) => typeof value !== 'number' || value > bound,
  minLength: (value, bound: number) => typeof value !== 'string' || value.length >= bound,
  minItems: (value, bound: number) => !Array.isArray(value) || value.length >= bound,
  maxItems: (value, bound: number) => !Array.isArray(value) || value.length <= bound,
  pattern: (value, source: string) => typeof value !== 'string' || new RegExp(source, 'u').test(value),
  required: (value, names: readonly string[]) => !isObject(value) || names.every((name) => Object.hasOwn(value, name)),
  items: (value, items: Schema, _schema, root) =>
    !Array.isArray(value) || value.every((item) => fits(item, items, root)),
  anyOf: (value, schemas: readonly Schema[], _schema, root) => schemas.some((each) => fits(value, each, root)),
  $ref: (value, ref: string, _schema, root) => fits(value, definition(ref, root), root),
  properties: (value, properties: Readonly<Record<string, Schema>>, _schema, root) =>
    !isObject(value) ||
    Object.entries(properties).every(([name, each]) => !Object.hasOwn(value, name) || fits(value[name], each, root)),
  patternProperties: (value, patterns: Readonly<Record<string, Schema>>, _schema, root) =>
    !isObject(value) ||
    Object.entries(patterns).every(([source, each]) =>
      Object.entries(value).every(([name, member]) => !new RegExp(source, 'u').test(name) || fits(member, each, root)),
    ),
  additionalProperties: (value, allowed: false, { properties = {}, patternProperties = {} }) =>
    !isObject(value) ||
    allowed ||
    Object.keys(value).every(
      (name) =>
        Object.hasOwn(properties as object, name) ||
        Object.keys(patternProperties as object).some((source) => new RegExp(source, 'u').test(name)),
    ),
};

/** They say something and check nothing. */
const REMARKS = ['$schema', '$defs', 'title', 'description', 'default', 'examples', 'deprecated'];

export function fits(value: unknown, schema: Schema, root: Schema = schema): boolean {
  return Object.entries(schema).every(([name, operand]) => {
    if (REMARKS.includes(name)) return true;
    const check = CHECKS[name];
    if (check === undefined) throw new Error(`unsupported keyword of the schema: ${name}`);
    return check(value, operand as never, schema, root);
  });
}

function definition(ref: string, root: Schema): Schema {
  const found = (root['$defs'] as Readonly<Record<string, Schema>>)[ref.replace('#/$defs/', '')];
  if (found === undefined) throw new Error(`the schema refers to ${ref}, which is not there`);
  return found;
}

function isType(value: unknown, type: string): boolean {
  switch (type) {
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'integer':
      return Number.isInteger(value);
    case 'null':
      return value === null;
    default:
      return typeof value === type;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
