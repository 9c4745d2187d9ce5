import { expect, test } from '@jest/globals';
import {
  checkShape,
  described,
  integerFrom,
  numberFrom,
  numberWhere,
  type Path,
  readMessage,
  readShape,
} from './shape.js';
import * as z from 'zod/mini';

const point = z.strictObject({ x: numberFrom(-10, 10), y: numberFrom(-10, 10) });
const shape = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('disc'), radius: numberWhere('a length above 0', (n) => n > 0) }),
  z.strictObject({ kind: z.literal('line'), points: z.array(point) }),
]);
const drawing = z.strictObject({
  name: z.optional(z.string(described('the name of the drawing'))),
  count: z.optional(integerFrom(1, 9)),
  shapes: z.array(shape),
});

function textsOf(data: unknown): readonly string[] {
  return checkShape(drawing, { data }).problems.map(({ text }) => text);
}

test('returns the value of data that has the shape', () => {
  const data = { count: 2, shapes: [{ kind: 'line', points: [{ x: 1, y: 2 }] }] };
  expect(readShape(drawing, { data })).toStrictEqual(data);
});

test('reports all problems, each with its path', () => {
  const shapes = [
    { kind: 'disc', radius: -1 },
    { kind: 'line', points: [{ x: 11, depth: 2 }] },
  ];
  expect(textsOf({ name: 7, count: 1.5, shapes })).toStrictEqual([
    'name: expected the name of the drawing, got 7',
    'count: expected an integer from 1 to 9, got 1.5',
    'shapes[0].radius: expected a length above 0, got -1',
    'shapes[1].points[0].x: expected a number from -10 to 10, got 11',
    'shapes[1].points[0].y: expected a number from -10 to 10, got nothing',
    "shapes[1].points[0]: unknown key 'depth'; expected x or y",
  ]);
});

test('names the discriminator of a union', () => {
  expect(textsOf({ shapes: [{ kind: 'disk' }] })).toStrictEqual([
    "shapes[0].kind: unknown kind 'disk'; did you mean 'disc'?",
  ]);
  expect(textsOf({ shapes: [{ kind: 4 }, {}, 4] })).toStrictEqual([
    'shapes[0].kind: expected disc or line, got 4',
    'shapes[1].kind: expected disc or line, got nothing',
    'shapes[2]: expected an object, got 4',
  ]);
});

test('of a union, reports what the member that takes such values expects', () => {
  const either = z.union([z.string(), z.array(z.boolean()), point], described('a name, flags or a point'));
  const problems = (data: unknown) => checkShape(either, { data }).problems.map(({ text }) => text);
  expect(problems([true, 3])).toStrictEqual(['[1]: expected true or false, got 3']);
  expect(problems({ x: 1 })).toStrictEqual(['y: expected a number from -10 to 10, got nothing']);
  expect(problems(7)).toStrictEqual(['expected a name, flags or a point, got 7']);
});

test.each(['__proto__', 'constructor', 'prototype'])('refuses the key %s', (key) => {
  const data: unknown = JSON.parse(`{"shapes":[],"${key}":{"name":"x"}}`);
  expect(textsOf(data)).toStrictEqual([`unknown key '${key}'; expected name, count or shapes`]);
});

test('adds the place of the value, of the unknown key, or of what lacks a key', () => {
  const placeOf = (path: Path, isKey: boolean) => ({ file: `${['$', ...path].join('.')}${isKey ? ' (key)' : ''}` });
  const { problems } = checkShape(drawing, { data: { count: 0, sname: 'x' }, placeOf, root: '$' });
  expect(problems.map(({ place, text }) => [place?.file, text])).toStrictEqual([
    ['$.count', '$.count: expected an integer from 1 to 9, got 0'],
    ['$.shapes', '$.shapes: expected a list, got nothing'],
    ['$.sname (key)', "$: unknown key 'sname'; did you mean 'name'?"],
  ]);
});

test('keeps the answer to a hostile message short', () => {
  const data = { shapes: Array.from({ length: 1000 }, () => 0) };
  const fail = (text: string): Error => new RangeError(text);
  const refused = (): unknown => readMessage(drawing, data, fail);
  expect(refused).toThrow(RangeError);
  expect(refused).toThrow(/^(shapes\[\d\]: expected an object, got 0; ){5}and 995 more$/);
});

test('evaluates no code, so that it works under a content policy', () => {
  const { Function: original } = globalThis;
  globalThis.Function = class {
    constructor() {
      throw new EvalError('forbidden by the content policy');
    }
  } as unknown as FunctionConstructor;
  try {
    expect(textsOf({ shapes: 1 })).toStrictEqual(['shapes: expected a list, got 1']);
  } finally {
    globalThis.Function = original;
  }
});
