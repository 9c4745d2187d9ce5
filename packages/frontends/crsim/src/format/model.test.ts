import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { InputError } from '@kineko/formats/problem';
import fc from 'fast-check';
import { isCrsimModel } from './files.js';
import { readCrsimModel } from './model-reader.js';
import { ENVIRONMENT_XSD } from './environment-xsd.js';
import { writeCrsimModel } from '../../test/model-writer.js';

const EXAMPLE = `<environment width="100" depth="100" timeStepMillis="100">
  <object name="crate" type="BOX" x="20" y="1" z="30" rotation="0.5" width="4" height="2" depth="3"
          color="0.6 0.4 0.2" heat="0" ir="0.2"/>
  <object name="lamp" type="CYLINDER" x="60" y="1" z="40" radius="1" height="2" heat="40"/>
  <robot name="r1" type="CYLINDER" x="10" y="0.5" z="10" rotation="0" radius="1" height="1" color="1 0 0">
    <sensor id="0" type="bump"/> <sensor id="1" type="heat" radius="30"/>
    <sensor id="2" type="sonar" rotation="0" range="25"/> <sensor id="3" type="sonar" rotation="1.5708" range="25"/>
  </robot>
</environment>
`;

async function refusal(text: string): Promise<string[]> {
  try {
    await readCrsimModel(text, 'm.xml');
  } catch (error) {
    if (error instanceof InputError) return error.message.split('\n');
    throw error;
  }
  throw new Error('it was read');
}

test('the schema in the program equals the file; KINEKO_WRITE=1 rewrites it', () => {
  const file = fileURLToPath(new URL('environment.xsd', import.meta.url));
  const schema = readFileSync(file, 'utf8');
  if (process.env['KINEKO_WRITE'] === '1' && schema !== ENVIRONMENT_XSD) {
    const head = '/** The file environment.xsd, for hosts without files. The test of the model writes it. */';
    writeFileSync(
      file.replace('environment.xsd', 'environment-xsd.ts'),
      `${head}\nexport const ENVIRONMENT_XSD = \`${schema}\`;\n`,
    );
  }
  expect(ENVIRONMENT_XSD).toBe(schema);
});

test('reads the example', async () => {
  const model = await readCrsimModel(EXAMPLE, 'm.xml');
  expect(model).toMatchObject({ width: 100, depth: 100, timeStepMillis: 100, map: 'exact', walls: false });
  expect(model.objects.map(({ name, heat, shapes }) => [name, heat, shapes[0]?.type])).toEqual([
    ['crate', 0, 'BOX'],
    ['lamp', 40, 'CYLINDER'],
  ]);
  expect(model.objects[0]).toMatchObject({
    color: [0.6, 0.4, 0.2],
    ir: 0.2,
    shapes: [{ width: 4, height: 2, depth: 3 }],
  });
  expect(model.robots[0]!.sensors.map(({ id, type, range, radius }) => ({ id, type, range, radius }))).toEqual([
    { id: 0, type: 'bump' },
    { id: 1, type: 'heat', radius: 30 },
    { id: 2, type: 'sonar', range: 25 },
    { id: 3, type: 'sonar', range: 25 },
  ]);
});

test('recognises models by their root element', () => {
  expect(isCrsimModel(EXAMPLE)).toBe(true);
  expect(isCrsimModel(`<?xml version="1.0"?><!-- <simulation/> -->\n${EXAMPLE}`)).toBe(true);
  expect(isCrsimModel('<simulation/>')).toBe(false);
});

describe('reports all problems with their places', () => {
  test('found by the schema', async () => {
    expect(
      await refusal('<environment width="a" depth="5"><object name="x" x="1" z="1" typ="BOX"/><tree/></environment>'),
    ).toEqual([
      'm.xml:1:14: width of <environment>: expected a number, got "a"',
      expect.stringContaining("m.xml:1:63: <object>: unknown attribute 'typ'; did you mean 'type'?"),
      'm.xml:1:74: <tree>: not allowed here, or not again',
      'm.xml:1:34: <object>: expected either a type or <shape> elements, got neither',
    ]);
  });

  test('found beyond the schema', async () => {
    const text = `<environment width="0" depth="1e9" timeStepMillis="99999" grid="0.5" gridPolicy="exakt">
<communications network="smoke" loss="2"/>
<object name="a" type="BOX" x="1" z="1" width="1" depth="1"/>
<object name="a" type="SPHERE" x="INF" z="1" radius="-1" height="3" color="red"/>
<robot name="" type="BOX" x="1" z="1" radius="1"><sensor id="1" type="bump"/><sensor id="1" type="heat"/></robot>
</environment>`;
    expect(await refusal(text)).toEqual([
      'm.xml:1:14: width of <environment>: expected a number above 0, at most 1e6, got "0"',
      'm.xml:1:24: depth of <environment>: expected a number above 0, at most 1e6, got "1e9"',
      'm.xml:1:36: timeStepMillis of <environment>: expected an integer from 1 to 60000, got "99999"',
      'm.xml:1:70: gridPolicy of <environment>: expected exact or blocked, got "exakt"',
      'm.xml:2:17: network of <communications>: expected basic, random or metric, got "smoke"',
      'm.xml:2:33: loss of <communications>: expected a number from 0 to 1, got "2"',
      'm.xml:3:1: <object> of type BOX needs a height',
      'm.xml:4:9: name of <object>: expected a unique name, got "a", the name in line 3',
      'm.xml:4:32: x of <object>: expected a number from -1e6 to 1e6, got "INF"',
      'm.xml:4:69: color of <object>: expected red, green and blue from 0 to 1, as in "0.6 0.4 0.2", got "red"',
      'm.xml:4:58: height of <object>: SPHERE has radius only',
      'm.xml:4:46: radius of <object>: expected a number above 0, at most 1e6, got "-1"',
      'm.xml:5:16: type of <robot>: expected CYLINDER or SPHERE, got "BOX"',
      expect.stringContaining('m.xml:5:8: name of <robot>: expected 1 to 64 characters'),
      'm.xml:5:86: id of <sensor>: expected a unique id, got 1, the id of another sensor',
    ]);
  });

  test('including a grid that is too fine', async () => {
    expect(await refusal('<environment width="1e6" depth="1e6" grid="0.1"/>')).toEqual([
      'm.xml:1:38: grid of <environment>: expected at most 4194304 cells, got more with 0.1',
    ]);
  });
});

test('reads composed objects, plug-ins and communications', async () => {
  const text = `<environment width="10" depth="10" grid="0.5" gridPolicy="blocked" walls="true">
    <communications network="random" delay="0.2" loss="0.1" range="5"/>
    <object name="table" x="5" z="5" rotation="1"><shape type="BOX" width="2" height="1" depth="1" z="-1"/>
      <shape type="STAR" radius="1"><param name="points" value="5"/></shape></object>
    <robot name="r" x="1" z="1" radius="0.5"><sensor id="0" type="scent"><param name="of" value="tea"/></sensor></robot>
  </environment>`;
  const model = await readCrsimModel(text, 'm.xml');
  expect(model).toMatchObject({ map: 'grid', grid: 0.5, gridPolicy: 'blocked', walls: true });
  expect(model.communications).toEqual({ enabled: true, network: 'random', delay: 0.2, loss: 0.1, range: 5 });
  expect(model.objects[0]!.shapes.map(({ type, z, params }) => [type, z, params])).toEqual([
    ['BOX', -1, {}],
    ['STAR', 0, { points: '5' }],
  ]);
  expect(model.robots[0]).toMatchObject({ shapes: [{ type: 'CYLINDER', radius: 0.5, height: 0.5 }] });
  expect(model.robots[0]!.sensors[0]!.params).toEqual({ of: 'tea' });
});

test('reading what was written returns the same model', async () => {
  const number = fc.double({ min: -1000, max: 1000, noNaN: true }).map((value) => 0 + value);
  const size = fc.double({ min: 0.001, max: 1000, noNaN: true });
  const share = fc.double({ min: 0, max: 1, noNaN: true }).map((value) => 0 + value);
  const name = fc
    .string({ minLength: 1, maxLength: 12 })
    .filter((text) => /^[^\s\p{Cc}][^\p{Cc}]*$/u.test(text) && text.trim() === text);
  const shape = fc.record({
    type: fc.constant('BOX'),
    x: number,
    y: number,
    z: number,
    rotation: number,
    width: size,
    height: size,
    depth: size,
    params: fc.constant({}),
  });
  const thing = {
    x: number,
    y: number,
    z: number,
    rotation: number,
    color: fc.tuple(share, share, share),
    heat: size,
    ir: share,
  };
  const object = fc.record({ name, ...thing, shapes: fc.array(shape, { minLength: 1, maxLength: 3 }) });
  const objects = fc.uniqueArray(object, { selector: (each) => each.name, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(objects, size, async (list, width) => {
      const model = {
        width,
        depth: width,
        timeStepMillis: 50,
        walls: true,
        map: 'exact',
        grid: undefined,
        gridPolicy: 'exact' as const,
        communications: { enabled: false, network: 'metric' as const, delay: 1, loss: 0.5, range: 7 },
        objects: list,
        robots: [],
      };
      const read = await readCrsimModel(writeCrsimModel(model), 'm.xml');
      const objectsRead = read.objects.map(({ place: _place, ...rest }) => rest);
      expect({ ...read, objects: objectsRead }).toEqual(model);
    }),
    { seed: 7, numRuns: 60 },
  );
  const example = await readCrsimModel(EXAMPLE, 'm.xml');
  const again = writeCrsimModel(example);
  expect(writeCrsimModel(await readCrsimModel(again, 'm.xml'))).toBe(again);
});

test('distinguishes a sensor at the centre from one without a position', async () => {
  const sensors = '<sensor id="0" type="sonar"/><sensor id="1" type="sonar" z="0"/><sensor id="2" type="sonar" y="1"/>';
  const text = EXAMPLE.replace(/<sensor[^]*?(?=<\/robot>)/, sensors);
  const model = await readCrsimModel(text, 'm.xml');
  const again = await readCrsimModel(writeCrsimModel(model), 'm.xml');
  for (const { robots } of [model, again]) {
    expect(robots[0]!.sensors.map(({ hasPosition }) => hasPosition)).toEqual([false, true, false]);
  }
});

test('rejects damaged files with a place', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(EXAMPLE.length - 1), fc.string({ maxLength: 6 }), fc.nat(40), async (at, inserted, cut) => {
      const text = EXAMPLE.slice(0, at) + inserted + EXAMPLE.slice(at + cut);
      const problems = await readCrsimModel(text, 'm.xml').then(
        () => [],
        (error: unknown) => (error as InputError).problems,
      );
      for (const { place } of problems) expect(place?.file).toBe('m.xml');
    }),
    { seed: 3, numRuns: 400 },
  );
});

test('reports an invalid id once', async () => {
  const text = `<environment width="9" depth="9"><robot name=" r" x="1" z="1" radius="1">
<sensor id="0" type="bump"/><sensor id="-1" type="bump"/></robot></environment>`;
  expect(await refusal(text)).toEqual([
    expect.stringContaining('characters without control characters or spaces around them'),
    'm.xml:2:37: id of <sensor>: expected an integer from 0 to 65535, got "-1"',
  ]);
});
