import { describe, expect, test } from '@jest/globals';
import { describePlace, describeProblem, InputError } from '@kineko/formats/problem';
import { readXml, type XmlElement } from '@kineko/formats/xml';
import fc from 'fast-check';
import { SIMULATION_XSD } from './xsd/simulation-xsd.js';
import { VISUALIZATION_XSD } from './xsd/visualization-xsd.js';

const [MAX_TEXT, MAX_DEPTH, MAX_ELEMENTS] = [1_048_576, 64, 10_240];

const read = (text: string) => readXml(text, 'x.xml', SIMULATION_XSD);

async function refusal(text: string): Promise<string> {
  try {
    await read(text);
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  throw new Error('it was read');
}

async function problemsOf(text: string): Promise<string[]> {
  return (await read(text)).problems.map(describeProblem);
}

function* all(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of element.children) yield* all(child);
}

const simulation = (content: string): string => `<simulation cycles="1" logfile="a">${content}</simulation>`;

describe('an XML file', () => {
  test('is elements and attributes with their places', async () => {
    const text = `\ufeff<?xml version="1.0" encoding="windows-1250"?>
<!-- <robots> --><?robots <a> ?>
<simulation cycles="5"
            logfile = 'a "b" &amp;&#10;>'>
  <robots><robot class="č" posX="1" posY="2" angle="3"
    arg="1 &lt; 2"></robot></robots><![CDATA[<robots>]]>
</simulation>`;
    const { root, problems } = await read(text);
    const places = [...all(root)].map(({ name, place, attributes }) => [
      `${name} ${describePlace(place)}`,
      [...attributes].map(([key, attribute]) => `${key} ${describePlace(attribute.place)} ${attribute.value}`),
    ]);
    expect(places).toEqual([
      ['simulation x.xml:3:1', ['cycles x.xml:3:13 5', 'logfile x.xml:4:13 a "b" &\n>']],
      ['robots x.xml:5:3', []],
      [
        'robot x.xml:5:11',
        ['class x.xml:5:18 č', 'posX x.xml:5:28 1', 'posY x.xml:5:37 2', 'angle x.xml:5:46 3', 'arg x.xml:6:5 1 < 2'],
      ],
    ]);
    expect(problems.map(describeProblem)).toEqual(['x.xml:3:1: <simulation>: expected no text in it']);
  });

  test('is read without its processing instructions, wherever they stand', async () => {
    const text = simulation('<?a ?><robots><?b <robot/> ?></robots><?c?><objects/><?d?>');
    const { root, problems } = await read(`${text}<?e?>`);
    expect([...all(root)].map(({ name, place }) => `${name} ${describePlace(place)}`)).toEqual([
      'simulation x.xml:1:1',
      'robots x.xml:1:42',
      'objects x.xml:1:79',
    ]);
    expect(problems).toEqual([]);
  });

  test.each([
    ['', 'x.xml: expected an XML document, got an empty file'],
    ['<a>\n<b></c></a>', 'x.xml:2:8: not well-formed XML: Opening and ending tag mismatch: b line 2 and c'],
    [
      '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
      'x.xml:1:1: expected no document type, got <!DOCTYPE …>',
    ],
    [
      // The comment has not ended, so the text that follows is not an element.
      '<!--> <a> -->\n<!DOCTYPE a><a/>',
      'x.xml:2:1: expected no document type, got <!DOCTYPE …>',
    ],
    ['<a>&nbsp;</a>', "x.xml:1:10: not well-formed XML: Entity 'nbsp' not defined"],
  ])('%j is refused', async (text, problem) => {
    expect(await refusal(text)).toBe(problem);
  });

  test('has limits to its size, its depth and its elements', async () => {
    expect(await refusal(' '.repeat(MAX_TEXT + 1))).toBe(
      `x.xml: expected at most ${MAX_TEXT} characters, got ${MAX_TEXT + 1}`,
    );
    expect(await refusal('<a>'.repeat(MAX_DEPTH + 1) + '</a>'.repeat(MAX_DEPTH + 1))).toBe(
      `x.xml:1:${3 * MAX_DEPTH + 1}: expected at most ${MAX_DEPTH} nested elements`,
    );
    expect(await refusal('<a>'.repeat(300) + '</a>'.repeat(300))).toContain('Excessive depth in document');
    expect(await refusal(`<a>${'<b/>'.repeat(MAX_ELEMENTS)}</a>`)).toContain(
      `expected at most ${MAX_ELEMENTS} elements`,
    );
  });

  test('loads nothing that it names', async () => {
    const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
    for (const where of ['http://127.0.0.1:9/x.xsd', 'file:///etc/hostname', 'Simulation.xsd']) {
      const text = `<simulation ${xsi} xsi:noNamespaceSchemaLocation="${where}" cycles="1" logfile="a"/>`;
      expect(await problemsOf(text)).toEqual([]);
    }
    // An inclusion is an element like any other, which the schema does not know.
    const text = simulation('<x:include xmlns:x="http://www.w3.org/2001/XInclude" href="file:///etc/hostname"/>');
    expect(await problemsOf(text)).toHaveLength(1);
  });
});

describe('the schema', () => {
  test.each([
    [simulation('<robots/><robots/>'), 'x.xml:1:45: <robots>: not allowed here, or not again'],
    [simulation('<sensors><sensor processor="p"/></sensors>'), "x.xml:1:45: <sensor>: missing attribute 'name'"],
    [
      simulation('<objects><object class="c" posX="left" posY="1" size="1"/></objects>'),
      'x.xml:1:63: posX of <object>: expected a number, got "left"',
    ],
    [simulation('hello'), 'x.xml:1:1: <simulation>: expected no text in it'],
    [
      simulation('<ensembles><ensemble class="c"><a/></ensemble></ensembles>'),
      'x.xml:1:47: <ensemble>: expected no elements in it',
    ],
    [
      '<simulation cycles="1" logfile="a" speed="2"/>',
      "x.xml:1:36: <simulation>: unknown attribute 'speed'; expected cycles, logfile, bitmap, sizeX, sizeY or processingTime",
    ],
    ['<simulation xmlns="urn:a" cycles="1" logfile="a"/>', 'x.xml:1:1: expected <simulation>, got <{urn:a}simulation>'],
  ])('reports the problem of %s and its place', async (text, problem) => {
    expect(await problemsOf(text)).toEqual([problem]);
  });

  test('reports a hundred problems one by one', async () => {
    const problems = await problemsOf(simulation(`<robots>${'<robot/>'.repeat(50)}</robots>`));
    expect(problems).toHaveLength(101);
    expect(problems[0]).toBe("x.xml:1:44: <robot>: missing attribute 'class'");
    expect(problems[100]).toBe('x.xml:1:1: 100 more problems');
  });

  test('reports the other problems where an element is missing', async () => {
    const { problems } = await readXml(
      '<visualization><robots><number-based/></robots></visualization>',
      'x.xml',
      VISUALIZATION_XSD,
    );
    expect(problems.map(describeProblem)).toEqual([
      'x.xml:1:24: <number-based>: missing element: expected one of default, number',
    ]);
  });
});

/** Undefined if it is refused. */
async function readIfPossible(text: string): Promise<XmlElement | undefined> {
  try {
    return (await read(text)).root;
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

test('whatever a text is, it is read or refused with a reason', async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '<',
      '>',
      '/',
      '</',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<?',
      '?>',
      '"',
      "'",
      '=',
      '&',
      ';',
      '<!DOCTYPE',
    ),
    fc.constantFrom(
      '<simulation',
      '<robots>',
      '</robots>',
      '<robot/>',
      ' cycles="1"',
      '</simulation>',
      '\n',
      '\0',
      '\ud800',
    ),
    fc.string({ maxLength: 3 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 12 }), fc.boolean(), async (pieces, isInside) => {
      const text = isInside ? simulation(pieces.join('')) : pieces.join('');
      const root = await readIfPossible(text);
      const lines = text.split('\n');
      // Every position is that of its element.
      return [...(root === undefined ? [] : all(root))].every(({ name, place: { line, column } }) =>
        lines[line! - 1]!.startsWith(`<${name}`, column! - 1),
      );
    }),
    { seed: 6, numRuns: 2000 },
  );
});
