/** Documents that pages send, with the formats of all front ends. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { CHIRP, openChirp } from '@kineko/chirp/editing';
import { CRSIM, openCrsim } from '@kineko/crsim/editing';
import { DEECO, openDeeco } from '@kineko/deeco/editing';
import { openRobotsim, ROBOTSIM } from '@kineko/robotsim/editing';
import { REPOSITORY } from '@kineko/tools/shared/workspaces';
import fc from 'fast-check';
import { readDocument } from './document-shape.js';
import { TOOLS } from './world-format.js';

const FORMATS = [CHIRP, CRSIM, DEECO, ROBOTSIM];
const EXAMPLES = `${REPOSITORY}examples/`;
const found = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' }).toSorted();

describe.each([
  { format: CHIRP, open: openChirp, files: /^chirp\/.*\/world\.json$/ },
  { format: CRSIM, open: openCrsim, files: /^crsim\/[^/]*\.xml$/ },
  { format: DEECO, open: openDeeco, files: /^deeco\/[^/]*\.xml$/ },
  { format: ROBOTSIM, open: openRobotsim, files: /\.config$/ },
])('a document of $format.name', ({ format, open, files }) => {
  test.each(found.filter((path) => files.test(path)))('is read back unchanged: %s', async (path) => {
    const { document } = await open(readFileSync(`${EXAMPLES}${path}`, 'utf8'), path);
    expect(readDocument(JSON.parse(JSON.stringify(document)), format)).toEqual(document);
  });
});

describe('a foreign document', () => {
  const shape = {
    id: 0,
    kind: 'Chirp',
    x: 0,
    y: 0,
    angle: 0,
    form: { kind: 'disc', radius: 5 },
    properties: { id: 0 },
  };
  const document = { format: 'chirp', shapes: [shape], properties: {} };

  test('is read', () => expect(readDocument(document, CHIRP)).toEqual(document));

  test.each([
    [null, 'expected an object, got null'],
    [{ ...document, format: 'deeco' }, 'format: expected chirp, for Chirp worlds, got "deeco"'],
    [{ ...document, more: 1 }, "unknown key 'more'; expected format, shapes or properties"],
    [{ ...document, shapes: [shape, shape] }, 'expected shapes with different ids'],
    [{ ...document, shapes: [{ ...shape, kind: 'Tree' }] }, "shapes[0].kind: unknown kind 'Tree'; expected Chirp, "],
    [
      { ...document, shapes: [{ ...shape, x: 1e300 }] },
      'shapes[0].x: expected a number from -1000000000 to 1000000000, got 1e+300',
    ],
    [
      { ...document, shapes: [{ ...shape, x: '1' }] },
      'shapes[0].x: expected a number from -1000000000 to 1000000000, got "1"',
    ],
    [{ ...document, shapes: [{ ...shape, like: -1 }] }, 'shapes[0].like: expected an integer from 0 on, got -1'],
    [
      { ...document, shapes: [{ ...shape, properties: { constructor: 1 } }] },
      "shapes[0].properties: unknown key 'constructor'",
    ],
    [
      { ...document, shapes: [{ ...shape, properties: { controller: 'x'.repeat(5000) } }] },
      'shapes[0].properties.controller: expected a finite number, true, false, or a string of at most 4096',
    ],
    [
      { ...document, shapes: [{ ...shape, form: { kind: 'path', points: 5, width: 1 } }] },
      'shapes[0].form.points: expected a list of at most 200000, got 5',
    ],
    [
      { ...document, shapes: [{ ...shape, form: { kind: 'cloud' } }] },
      "shapes[0].form.kind: unknown kind 'cloud'; expected disc, box, source, path or polygons",
    ],
    [
      { ...document, shapes: new Array(20_001).fill(shape) },
      'shapes: expected a list of at most 20000, got a list of 20001',
    ],
  ])('is rejected: %#', (value, message) => expect(() => readDocument(value, CHIRP)).toThrow(message));

  test('is read or rejected, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...FORMATS), (value, format) => {
        try {
          readDocument({ format: format.name, shapes: [value], properties: {} }, format);
        } catch (error) {
          return error instanceof Error;
        }
        return true;
      }),
      { seed: 4, numRuns: 300 },
    );
  });
});

test.each(FORMATS)('$name has a tool, or a reason why not, for everything', ({ tools, kinds }) => {
  for (const name of TOOLS) {
    const tool = tools[name];
    const isRight = 'missing' in tool ? tool.missing.endsWith('.') : kinds.some((kind) => kind.name === tool.kind);
    expect([name, isRight]).toEqual([name, true]);
  }
});
