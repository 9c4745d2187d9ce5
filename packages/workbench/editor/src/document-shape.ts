/** Reads documents of the page strictly: a client with the token may still send anything. */
import { described, integerFrom, listUpTo, numberFrom, numberWhere, readMessage } from '@kineko/formats/shape';
import * as z from 'zod/mini';
import type { Field, WorldFormat } from './world-format.js';
import type { WorldDocument } from './model.js';

const MAX_SHAPES = 20_000;
/** Limit for all shapes together. */
const MAX_POINTS = 200_000;
const MAX_CHARACTERS = 4096;

const id = integerFrom(0);
const length = numberFrom(-1e9, 1e9);
const points = listUpTo(z.strictObject({ x: length, y: length }), MAX_POINTS);
const form = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('disc'), radius: length }),
  z.strictObject({ kind: z.literal('box'), width: length, height: length }),
  z.strictObject({ kind: z.literal('source'), reach: length }),
  z.strictObject({ kind: z.literal('path'), points, width: length }),
  z.strictObject({ kind: z.literal('polygons'), parts: listUpTo(points, MAX_POINTS) }),
]);

/** The type of a field; the front end checks the values. */
const VALUE = described(`a finite number, true, false, or a string of at most ${MAX_CHARACTERS} characters`);
const property = z.union(
  [z.boolean(), numberWhere('a number', Number.isFinite), z.string().check(z.maxLength(MAX_CHARACTERS, VALUE))],
  VALUE,
);

function propertiesOf(fields: readonly Field[]) {
  return z.strictObject(Object.fromEntries(fields.map(({ name }) => [name, z.optional(property)])));
}

function shapesOf({ kinds }: WorldFormat) {
  const shapes = kinds.map(({ name, fields }) =>
    z.strictObject({
      id,
      kind: z.literal(name),
      x: length,
      y: length,
      angle: length,
      form,
      properties: propertiesOf(fields),
      like: z.optional(id),
    }),
  );
  return z.discriminatedUnion('kind', shapes as [(typeof shapes)[0], ...typeof shapes]);
}

const made = new Map<string, ReturnType<typeof makeShape>>();

/** The schema of documents of a format. */
export function documentShape(format: WorldFormat): ReturnType<typeof makeShape> {
  let shape = made.get(format.name);
  if (shape === undefined) made.set(format.name, (shape = makeShape(format)));
  return shape;
}

function makeShape(format: WorldFormat) {
  return z
    .strictObject({
      format: z.literal(format.name, described(`${format.name}, for ${format.title}`)),
      shapes: listUpTo(shapesOf(format), MAX_SHAPES),
      properties: propertiesOf(format.fields),
    })
    .check(
      z.refine(
        ({ shapes }) => new Set(shapes.map((shape) => shape.id)).size === shapes.length,
        'expected shapes with different ids',
      ),
      z.refine(
        ({ shapes }) => shapes.reduce((sum, shape) => sum + pointsIn(shape.form), 0) <= MAX_POINTS,
        `expected at most ${MAX_POINTS} points`,
      ),
    );
}

function pointsIn(each: z.infer<typeof form>): number {
  if (each.kind === 'path') return each.points.length;
  return each.kind === 'polygons' ? each.parts.reduce((sum, part) => sum + part.length, 0) : 0;
}

/** Throws an Error with the problem if it is invalid. */
export function readDocument(value: unknown, format: WorldFormat): WorldDocument {
  return readMessage(documentShape(format), value, (text) => new Error(text)) as WorldDocument;
}
