import { describe, expect, test } from '@jest/globals';
import { InputError } from '@kineko/formats/problem';
import { readXml } from '@kineko/formats/xml';
import fc from 'fast-check';
import { CONFIGS, textOf } from '../../../test/files.js';
import { readVisualization } from './visualization-reader.js';
import {
  type Visualization,
  type ComponentLayer,
  DEFAULT_VISUALIZATION,
  type Fill,
  fillOf,
  type VisualizationLayer,
  plainComponents,
  type Rules,
} from './visualization.js';
import { writeVisualization } from './visualization-writer.js';
import { readColour, type Rgba } from './colours.js';
import { VISUALIZATION_XSD } from '../xsd/visualization-xsd.js';

const BLACK: Rgba = { red: 0, green: 0, blue: 0, alpha: 1 };
const RED: Rgba = { ...BLACK, red: 1 };
const GREEN: Rgba = { ...BLACK, green: 1 };

/** All problems of a text, line by line. */
async function refusal(text: string): Promise<string[]> {
  try {
    await readVisualization(text, 'v.xml');
  } catch (error) {
    if (error instanceof InputError) return error.message.split('\n');
    throw error;
  }
  throw new Error('it was read');
}

describe('the examples of the playground', () => {
  test.each(CONFIGS)('%s is read, written and read back to the same', async (path) => {
    const read = await readVisualization(textOf(path), path);
    const written = writeVisualization(read);
    expect(await readVisualization(written, path)).toEqual(read);
    expect((await readXml(written, path, VISUALIZATION_XSD)).problems).toEqual([]);
  });

  test('have the expected contents', async () => {
    const { zoom, maxCps, rewindSpeed, fontColor, layers } = await readVisualization(
      textOf('configs/firefighters-config.xml'),
      'firefighters-config.xml',
    );
    expect([zoom, maxCps, rewindSpeed, fontColor]).toEqual([6, 15, 10, GREEN]);
    expect(layers.map(({ kind }) => kind)).toEqual(['additional', 'objects', 'robots', 'map']);
    expect(layers[0]).toEqual({
      kind: 'additional',
      className: 'cz.cuni.mff.d3s.deeco.playground.examples.firefighters.environment.TemperatureLayer',
      arg: 'simulation-logs/firemap.bin',
    });
    const robots = layers[2] as ComponentLayer;
    expect(robots).toMatchObject({
      displayNumbers: true,
      displayTags: false,
      enableRotation: true,
      circularShape: false,
    });
    const tagged = (tag: string): Fill => fillOf(robots, { number: 0, className: 'a.B', tag });
    expect([tagged('FIGHT'), tagged('fight')]).toEqual([
      { texture: 'examples/images/robot_blue.png' },
      { texture: 'examples/images/robot.png' },
    ]);
  });
});

describe('a missing part', () => {
  test('has the default of the playground', async () => {
    expect(await readVisualization('<visualization/>', 'v.xml')).toEqual(DEFAULT_VISUALIZATION);
    const { layers, ...numbers } = DEFAULT_VISUALIZATION;
    expect(numbers).toEqual({ zoom: 5, maxCps: 30, rewindSpeed: 10, fontColor: BLACK });
    expect(layers).toEqual([
      { kind: 'map', fill: { color: BLACK } },
      plainComponents('objects'),
      plainComponents('robots'),
    ]);
    const nobody = { number: 0, className: '', tag: '' };
    expect(fillOf(plainComponents('robots'), nobody)).toEqual({ color: RED });
    expect(fillOf(plainComponents('objects'), nobody)).toEqual({ color: { ...RED, green: 1 } });
  });

  test('comes on top of the named ones, in the order map, objects, robots', async () => {
    const { layers } = await readVisualization(
      '<visualization><objects/><background color="red"/></visualization>',
      'v.xml',
    );
    expect(layers.map(({ kind }) => kind)).toEqual(['objects', 'background', 'map', 'robots']);
  });
});

describe('rules', () => {
  async function robotsOf(rules: string): Promise<ComponentLayer> {
    const { layers } = await readVisualization(`<visualization><robots>${rules}</robots></visualization>`, 'v.xml');
    return layers.find((layer): layer is ComponentLayer => layer.kind === 'robots')!;
  }

  test('by number may be many; unused numbers are ignored', async () => {
    const robots = await robotsOf(
      '<number-based><number number="0" color="green"/><number number=" +2 " color="0,1,0"/>' +
        '<number number="-7" color="blue"/><number number="99999999999999999999" color="blue"/></number-based>',
    );
    const fills = [0, 1, 2].map((number) => fillOf(robots, { number, className: 'a.B', tag: '' }));
    expect(fills).toEqual([{ color: GREEN }, { color: RED }, { color: GREEN }]);
  });

  test('by class may be repeated; the last one holds', async () => {
    const robots = await robotsOf(
      '<class-based><default texture="d.png"/><class name="a.B" color="red"/><class name="a.B" texture="b.png"/></class-based>',
    );
    const fills = ['a.B', 'b'].map((className) => fillOf(robots, { number: 0, className, tag: '' }));
    expect(fills).toEqual([{ texture: 'b.png' }, { texture: 'd.png' }]);
  });

  test('accept only the word true', async () => {
    const { layers } = await readVisualization(
      '<visualization><robots displayTags="true" displayNumbers="1" enableRotation="false"/></visualization>',
      'v.xml',
    );
    expect(layers).toContainEqual({ ...plainComponents('robots'), displayTags: true });
  });
});

describe('colours', () => {
  test.each([
    ['Transparent', [0, 0, 0, 0]],
    ['clear', [0, 0, 0, 0]],
    ['GRAY', [127 / 255, 127 / 255, 127 / 255, 1]],
    ['orange', [1, 165 / 255, 0, 1]],
    ['brown', [139 / 255, 69 / 255, 19 / 255, 1]],
    ['1,0.5,.25', [1, 0.5, 0.25, 1]],
    ['1e-1, 0 ,1.,0.5', [0.1, 0, 1, 0.5]],
  ])('%s is read', (text, [red, green, blue, alpha]) => {
    expect(readColour(text)).toEqual({ red, green, blue, alpha });
  });

  test.each([
    '',
    'grey',
    '#ff0000',
    '1,1',
    '1,1,1,1,1',
    '1,1,1.5',
    '-0.1,0,0',
    '1,,1',
    'NaN,0,0',
    '0x1,0,0',
    'red,0,0',
  ])('%j is none', (text) => {
    expect(readColour(text)).toBeUndefined();
  });
});

describe('an invalid file', () => {
  test('is refused with all problems, those of the schema first', async () => {
    const text = `<visualization zoom="0" fontColor="grey">
  <map color="red" texture="a.png" shade="1"/>
  <background/>
  <robots>
    <tag-based><default/><tag name="a" color="1,2,3"/></tag-based>
  </robots>
  <robots><number-based><number color="red"/></number-based></robots>
  <map/>
</visualization>`;
    expect(await refusal(text)).toEqual([
      'v.xml:1:16: zoom of <visualization>: expected an integer from 1 on, got "0"',
      "v.xml:2:36: <map>: unknown attribute 'shade'; expected color or texture",
      "v.xml:7:25: <number>: missing attribute 'number'",
      expect.stringMatching(/^v\.xml:1:25: fontColor of <visualization>: expected one of transparent, .*, got "grey"$/),
      'v.xml:2:20: <map> has both a color and a texture: expected one of them',
      'v.xml:3:3: <background> has neither a color nor a texture: expected one of them',
      'v.xml:5:16: <default> has neither a color nor a texture: expected one of them',
      expect.stringMatching(/^v\.xml:5:40: color of <tag>: expected .*, got "1,2,3"$/),
      'v.xml:7:3: duplicate <robots>: the first one is in line 4',
      'v.xml:8:3: duplicate <map>: the first one is in line 2',
    ]);
  });

  test.each([
    [
      '<visualization zoom="3000000000"/>',
      'v.xml:1:16: zoom of <visualization>: expected an integer from 1 to 2147483647, got "3000000000"',
    ],
    [
      '<visualization><map texture=""/></visualization>',
      'v.xml:1:21: texture of <map>: expected the name of a file, got ""',
    ],
    [
      '<visualization><robots><tag-based/><class-based/></robots></visualization>',
      'v.xml:1:36: <class-based>: not allowed here, or not again',
    ],
    ['<simulation/>', 'v.xml:1:1: expected <visualization>, got <simulation>'],
  ])('%s is refused', async (text, problem) => {
    expect(await refusal(text)).toEqual([problem]);
  });
});

describe('a written file', () => {
  // All characters that XML allows.
  const text = fc
    .string({ unit: 'grapheme', maxLength: 8 })
    .map((any) => any.replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd]/g, '&'));
  const part = fc.double({ min: 0, max: 1, noNaN: true });
  const color = fc.oneof(
    fc.constantFrom('red', 'transparent', 'brown').map((name) => readColour(name)!),
    fc.record({ red: part, green: part, blue: part, alpha: part }),
  );
  const fill: fc.Arbitrary<Fill> = fc.oneof(
    fc.record({ color }),
    fc.record({ texture: text.map((path) => `a${path}`) }),
  );
  const maybeDefault = fc.record({ default: fill }, { requiredKeys: [] });
  const rules: fc.Arbitrary<Rules> = fc.oneof(
    fc
      .tuple(fc.constantFrom('tag' as const, 'class' as const), maybeDefault, fc.array(fc.tuple(text, fill)))
      .map(([by, otherwise, fills]) => ({ by, ...otherwise, fills: new Map(fills) })),
    fc
      .tuple(maybeDefault, fc.array(fc.tuple(fc.maxSafeInteger(), fill)))
      .map(([otherwise, fills]) => ({ by: 'number' as const, ...otherwise, fills: new Map(fills) })),
  );
  const components = (kind: ComponentLayer['kind']): fc.Arbitrary<ComponentLayer> =>
    fc.record(
      {
        kind: fc.constant(kind),
        displayNumbers: fc.boolean(),
        displayTags: fc.boolean(),
        enableRotation: fc.boolean(),
        circularShape: fc.boolean(),
        fontColor: color,
        rules,
      },
      { requiredKeys: ['kind', 'displayNumbers', 'displayTags', 'enableRotation', 'circularShape', 'fontColor'] },
    );
  const others: fc.Arbitrary<VisualizationLayer> = fc.oneof(
    fc.record({ kind: fc.constant('background' as const), fill }),
    fc.record(
      { kind: fc.constant('additional' as const), className: text, arg: text },
      { requiredKeys: ['kind', 'className'] },
    ),
  );
  const layers: fc.Arbitrary<VisualizationLayer[]> = fc
    .tuple(
      fc.record({ kind: fc.constant('map' as const), fill }),
      components('robots'),
      components('objects'),
      fc.array(others),
    )
    .chain(([map, robots, objects, more]) => {
      const all: VisualizationLayer[] = [map, robots, objects, ...more];
      return fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length });
    });
  const whole = fc.integer({ min: 1, max: 2 ** 31 - 1 });
  const visualization: fc.Arbitrary<Visualization> = fc.record({
    zoom: fc.oneof(whole, fc.constant(5)),
    maxCps: whole,
    rewindSpeed: whole,
    fontColor: color,
    layers,
  });

  test('is read back to the same, and valid by the schema of the playground except for several numbers', async () => {
    await fc.assert(
      fc.asyncProperty(visualization, async (given) => {
        const written = writeVisualization(given);
        expect(await readVisualization(written, 'v.xml')).toEqual(given);
        const hasOtherThanOneNumber = given.layers.some(
          (layer) => 'rules' in layer && layer.rules?.by === 'number' && layer.rules.fills.size !== 1,
        );
        const { problems } = await readXml(written, 'v.xml', VISUALIZATION_XSD);
        expect(problems.length > 0).toBe(hasOtherThanOneNumber);
      }),
      { seed: 5, numRuns: 300 },
    );
  });

  test.each<[string, Partial<Visualization>, string]>([
    ['a zoom of 0', { zoom: 0 }, 'zoom: expected an integer from 1 to 2147483647, got 0'],
    ['a colour out of range', { fontColor: { ...RED, red: 2 } }, 'colour: expected numbers from 0 to 1, got "2,0,0,1"'],
    [
      'two maps',
      { layers: [0, 1].map(() => ({ kind: 'map', fill: { color: RED } })) },
      'layers of the kind map: expected one, got 2',
    ],
    [
      'an empty texture',
      { layers: [{ kind: 'map', fill: { texture: '' } }] },
      'texture: expected the name of a file, got ""',
    ],
    ['invalid XML', { layers: [{ kind: 'map', fill: { texture: 'a\0' } }] }, 'a character that XML does not allow'],
    [
      'half a robot',
      { layers: [{ ...plainComponents('robots'), rules: { by: 'number', fills: new Map([[0.5, { color: RED }]]) } }] },
      'number of a rule: expected an integer, got 0.5',
    ],
  ])('is never %s', (_what, changed, message) => {
    expect(() => writeVisualization({ ...DEFAULT_VISUALIZATION, ...changed })).toThrow(message);
  });
});
