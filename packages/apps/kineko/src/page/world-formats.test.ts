/** Opens, edits and writes files of all formats: what was not edited stays, byte for byte. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { type Form, placed, type Shape, tidyPoint, type WorldDocument } from '@kineko/editor';
import { REPOSITORY } from '@kineko/tools/shared/workspaces';
import { FRONT_ENDS } from '../front-ends.js';
import { type FormatName, openWorld, WORLD_FORMATS } from './world-formats.js';

const EXAMPLES = `${REPOSITORY}examples/`;

const found = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(?:json|xml|config|yaml)$/.test(path) && !path.includes('node_modules'))
  .toSorted();
const worlds = found.flatMap((path): { path: string; format: FormatName; text: string }[] => {
  const text = readFileSync(`${EXAMPLES}${path}`, 'utf8');
  const frontEnd = FRONT_ENDS.find(({ recognises }) => recognises(text.slice(0, 4096), path));
  // Activation schedules are no worlds.
  const isWorld = frontEnd !== undefined && frontEnd.name !== 'lcm';
  return !isWorld ? [] : [{ path, format: frontEnd.name as FormatName, text }];
});

const YAML = `# A room with a table.
process.num: 2 # robots
robot:
  algorithm: ./gathering.ts
  size: 5
  1: { tag: leader }   # who leads
bornpoint1: [100, 200]
bornpoint2: { x: 300, y: 200 }
network: { value: RandomNetwork, lambda: 2 }

obstacles:
  # where the teacher sits
  - { kind: box, x: 300, y: 300, width: 100, height: 20, name: table }
  - kind: polygon # a corner
    points: [[0, 0], [50, 0], [0, 50]]
  - { kind: segment, a: [0, 100], b: [100, 100] } # a line
objects:
  - { x: 5, y: 6, size: 1, tag: lamp, light: 3, id: 7 }
faults:
  - { kind: crash, at: 10, process: 1 }
`;

const JSON_CONFIG = `{
  "process.num": 1,
  "bornpoint1": [10, 20],
  "obstacles": [{ "kind": "disc", "x": 1, "y": 2, "radius": 3 }],
  "finish": { "gathered": 20, "interval": 0.5 }
}
`;

const PROPERTIES = `# Three robots
process.num = 3
bornpoint1 = 10, 20
bornpoint2 = 30, \\
             20
bornpoint3 = 50, 20
robot.2.tag = last
process.2.crash.start = 10
obstacle1 = box, 300, 300, 100, 20
obstacle7 = {"kind": "disc", "x": 1, "y": 2, "radius": 3, "name": "pillar"}
object1 = 200, 300, 1, lamp, 0, 5
`;

const CHIRP_WORLD = `{
  "noisemax": 0.05,
  "children": [
    { "type": "wall", "position": { "x": 0, "y": -105.0 }, "angle": 0, "hulls": [[
      { "x": -1.0, "y": -1 }, { "x": 1, "y": -1 }, { "x": 1, "y": 1 }]] },
    { "type": "Chirp", "position": { "x": -70, "y": 70 }, "id": 0, "angle": 0, "range": 17 },
    { "type": "Chirp", "position": { "x": -42, "y": -60 }, "id": 1 }
  ],
  "controllers": [
    { "robot": 0, "command": ["python3", "a b.py", "0"] },
    { "robot": 1, "command": ["python3", "b.py", "1"] }
  ]
}
`;

const CRSIM_MODEL = `<!-- a room -->
<environment width="100" depth='100' timeStepMillis="100">
  <communications loss="0.2"/>
  <!-- the crate -->
  <object name="crate" type="BOX" x="20" y="1" z="30" rotation="0.5" width="4" height="2" depth="3" color="0.6 0.4 0.2"/>
  <object name="shelf" x="25" z="70"><shape type="BOX" x="-5" width="4" height="3" depth="2"/></object>
  <robot name="r&amp;1" x="10.0" y="0.5" z="10" radius="1">
    <sensor id="0" type="bump"/> <!-- ahead -->
  </robot>
</environment>
`;

const all = [
  ...worlds,
  { path: 'room.yaml', format: 'robotsim' as const, text: YAML },
  { path: 'room.json', format: 'robotsim' as const, text: JSON_CONFIG },
  { path: 'three.config', format: 'robotsim' as const, text: PROPERTIES },
  { path: 'chirp.json', format: 'chirp' as const, text: CHIRP_WORLD },
  { path: 'crsim.xml', format: 'crsim' as const, text: CRSIM_MODEL },
  ...Object.values(WORLD_FORMATS).map(({ name, fresh }) => ({ path: `new ${name}`, format: name, text: fresh })),
];

const robotAt = (document: WorldDocument, x: number, y: number): Shape => {
  const format = WORLD_FORMATS[document.format as FormatName];
  const tool = format.tools.robot;
  if ('missing' in tool) throw new Error(tool.missing);
  const properties = { ...tool.properties, ...format.newProperties(tool.kind, document) };
  return { id: 1000, kind: tool.kind, x, y, angle: 0, form: tool.form, properties };
};

/** Places of all things, however the file writes them. */
function geometry({ shapes }: WorldDocument): unknown[] {
  const points = (shape: Shape, form: Form): unknown => {
    if (form.kind === 'path') return placed(shape, form.points).map(tidyPoint);
    if (form.kind === 'polygons') return form.parts.map((part) => placed(shape, part).map(tidyPoint));
    return { ...tidyPoint(shape), form, angle: Math.round(shape.angle * 1e3) / 1e3 };
  };
  return shapes.map((shape) => ({ kind: shape.kind, points: points(shape, shape.form), properties: shape.properties }));
}

test('there are examples of all formats', () => {
  expect(new Set(worlds.map(({ format }) => format)).size).toBe(4);
  expect(worlds.length).toBeGreaterThan(15);
});

describe.each(all)('$path', ({ format, path, text }) => {
  test('is unchanged if nothing is edited', async () => {
    const opened = await openWorld(format, text, path);
    expect(opened.write(opened.document)).toBe(text);
    // As a page sends it back.
    expect(opened.write(JSON.parse(JSON.stringify(opened.document)) as WorldDocument)).toBe(text);
  });

  test('keeps its line breaks and its byte order mark', async () => {
    const windows = `\ufeff${text.replaceAll('\n', '\r\n')}`;
    const { document, spans, write } = await openWorld(format, windows, path);
    const plain = await openWorld(format, text, path);
    expect(document).toEqual(plain.document);
    expect(write(document)).toBe(windows);
    const pieces = spans.map(({ start, end }) => windows.slice(start, end).replaceAll('\r\n', '\n'));
    expect(pieces).toEqual(plain.spans.map(({ start, end }) => text.slice(start, end)));
    const edited = { ...document, shapes: [...document.shapes, robotAt(document, 1, 2)] };
    expect(write(edited)).toBe(`\ufeff${plain.write(edited).replaceAll('\n', '\r\n')}`);
  });

  test('keeps what is drawn, moved, copied and deleted', async () => {
    const { document, write } = await openWorld(format, text, path);
    const first = document.shapes[0];
    const copy =
      first === undefined ? [] : [{ ...first, id: 2000, like: 0, x: first.x + 7, ...renamed(document, first) }];
    const edits: readonly (readonly Shape[])[] = [
      document.shapes.map((shape) => ({ ...shape, x: shape.x + 0.5, y: shape.y - 3 })),
      [...document.shapes, robotAt(document, 11, 12)],
      [...document.shapes, ...copy],
      document.shapes.slice(1),
      document.shapes.slice(0, -1),
      [],
    ];
    for (const shapes of edits) {
      const edited = { ...document, shapes };
      const again = await openWorld(format, write(edited), path);
      const inOrder = { ...edited, shapes: byGroup(format, edited.shapes) };
      expect(geometry(again.document)).toEqual(geometry(inOrder));
    }
  });
});

function renamed(document: WorldDocument, shape: Shape): Partial<Shape> {
  const own = WORLD_FORMATS[document.format as FormatName].newProperties(shape.kind, document);
  return { properties: { ...shape.properties, ...own } };
}

/** In the order of the lists in the file. */
function byGroup(format: string, shapes: readonly Shape[]): Shape[] {
  const { kinds } = WORLD_FORMATS[format as FormatName];
  const groups = ['children', 'robots', 'obstacles', 'objects'];
  if (format === 'chirp' || format === 'crsim') return [...shapes];
  const groupOf = ({ kind }: Shape): number => groups.indexOf(kinds.find(({ name }) => name === kind)!.group);
  return shapes.toSorted((a, b) => groupOf(a) - groupOf(b));
}

async function edited(
  format: FormatName,
  text: string,
  edit: (document: WorldDocument) => readonly Shape[],
  properties?: WorldDocument['properties'],
): Promise<string> {
  const { document, write } = await openWorld(format, text, 'file.yaml');
  return write({
    ...document,
    shapes: edit(document),
    ...(properties && { properties: { ...document.properties, ...properties } }),
  });
}

const changed =
  (id: number, changes: Partial<Shape>) =>
  ({ shapes }: WorldDocument): Shape[] =>
    shapes.map((shape) => (shape.id === id ? { ...shape, ...changes } : shape));

describe('what is written', () => {
  test('Chirp: members of a child; the program of a robot moves with it', async () => {
    expect(await edited('chirp', CHIRP_WORLD, changed(0, { y: -100, angle: 90 }))).toBe(
      CHIRP_WORLD.replace(
        '"position": { "x": 0, "y": -105.0 }, "angle": 0',
        '"position": { "x": 0, "y": -100 }, "angle": 90',
      ),
    );
    expect(await edited('chirp', CHIRP_WORLD, changed(2, { angle: 45, form: { kind: 'disc', radius: 3 } }))).toBe(
      CHIRP_WORLD.replace('"id": 1 }', '"id": 1, "angle": 45, "radius": 3 }'),
    );
    expect(await edited('chirp', CHIRP_WORLD, ({ shapes }) => shapes.slice(0, 2))).toBe(
      CHIRP_WORLD.replace(/,\n {4}\{ "type": "Chirp", "position": \{ "x": -42.*/, '').replace(
        /,\n {4}\{ "robot": 1.*/,
        '',
      ),
    );
    const { properties } = (await openWorld('chirp', CHIRP_WORLD, 'x')).document.shapes[1]!;
    expect(properties).toEqual({ id: 0, range: 17, controller: 'python3 "a b.py" 0' });
    const other = changed(1, { properties: { ...properties, controller: 'node c.js 0' } });
    expect(await edited('chirp', CHIRP_WORLD, other)).toBe(
      CHIRP_WORLD.replace('["python3", "a b.py", "0"]', '["node", "c.js", "0"]'),
    );
    expect(await edited('chirp', CHIRP_WORLD, ({ shapes }) => shapes, { gravity: 5 })).toContain(
      '],\n  "gravity": 5\n}',
    );
  });

  test('CRSim: attributes; sensors and comments stay, and are copied', async () => {
    expect(await edited('crsim', CRSIM_MODEL, changed(0, { x: 21, angle: 0 }))).toBe(
      CRSIM_MODEL.replace('x="20"', 'x="21"').replace('rotation="0.5"', 'rotation="0"'),
    );
    expect(await edited('crsim', CRSIM_MODEL, ({ shapes }) => shapes.slice(1))).toBe(
      CRSIM_MODEL.replace(/ {2}<!-- the crate -->\n {2}<object name="crate".*\n/, ''),
    );
    const copied = await edited('crsim', CRSIM_MODEL, ({ shapes }) => [
      ...shapes,
      { ...shapes[2]!, id: 9, like: 2, x: 5, properties: { ...shapes[2]!.properties, name: 'r<2' } },
    ]);
    expect(copied).toContain(
      '  <robot name="r&lt;2" x="5" y="0.5" z="10" radius="1">\n    <sensor id="0" type="bump"/> <!-- ahead -->\n  </robot>\n</environment>',
    );
    expect(await edited('crsim', CRSIM_MODEL, ({ shapes }) => shapes, { depth: 50 })).toContain(
      'width="100" depth="50" time',
    );
  });

  test('DEECo: creates missing sections', async () => {
    const empty = '<simulation cycles="1" logfile="a" sizeX="9" sizeY="9"/>';
    const text = await edited('deeco', empty, (document) => [
      robotAt(document, 4, 5),
      { id: 1001, kind: 'object', x: 1, y: 2, angle: 0, form: { kind: 'disc', radius: 2 }, properties: { class: 'C' } },
    ]);
    expect(text).toBe(`<simulation cycles="1" logfile="a" sizeX="9" sizeY="9">
  <robots>
    <robot class="basic.OrtogonalRobot" posX="4" posY="5" angle="90"/>
  </robots>
  <objects>
    <object class="C" posX="1" posY="2" size="2"/>
  </objects>
</simulation>`);
  });

  test('YAML: values and entries; comments stay', async () => {
    expect(await edited('robotsim', YAML, changed(0, { x: 110, form: { kind: 'disc', radius: 7 } }))).toBe(
      `${YAML.replace('bornpoint1: [100, 200]', 'bornpoint1: [110, 200]').trimEnd()}\nrobot.0.size: 7\n`,
    );
    expect(await edited('robotsim', YAML, changed(2, { x: 360 }))).toBe(
      YAML.replace('kind: box, x: 300', 'kind: box, x: 310'),
    );
    expect(await edited('robotsim', YAML, ({ shapes }) => shapes.filter(({ id }) => id !== 3 && id !== 5))).toBe(
      YAML.replace(/ {2}- kind: polygon[^]*50\]\]\n/, '').replace(/objects:\n.*\n/, 'objects:\n  []\n'),
    );
    const fewer = await edited('robotsim', YAML, ({ shapes }) => shapes.slice(1));
    expect(fewer).toContain('process.num: 1 # robots\n');
    expect(fewer).toContain('bornpoint1: { x: 300, y: 200 }\n');
    expect(fewer).toContain('robot.0.tag: leader');
    expect(fewer).not.toContain('bornpoint2');
    expect(await edited('robotsim', YAML, ({ shapes }) => shapes, { 'robot.size': 6, 'world.walls': true })).toBe(
      `${YAML.replace('size: 5', 'size: 6').trimEnd()}\nworld.walls: true\n`,
    );
  });

  test('properties: lines; ids move up when a robot is deleted', async () => {
    const text = await edited('robotsim', PROPERTIES, ({ shapes }) => shapes.filter(({ id }) => id !== 1));
    expect(text).toBe(`# Three robots
process.num = 2
bornpoint1 = 10, 20
bornpoint2 = 50, 20
robot.1.tag = last
process.1.crash.start = 10
obstacle1 = box, 300, 300, 100, 20
obstacle7 = {"kind": "disc", "x": 1, "y": 2, "radius": 3, "name": "pillar"}
object1 = 200, 300, 1, lamp, 0, 5
`);
    const grown = await edited('robotsim', PROPERTIES, ({ shapes }) => [
      ...shapes,
      { id: 9, kind: 'disc', x: 4, y: 5, angle: 0, form: { kind: 'disc', radius: 6 }, properties: {} },
    ]);
    expect(grown).toBe(PROPERTIES.replace('object1', 'obstacle8 = disc, 4, 5, 6\nobject1'));
  });

  test('omits a size that equals the default of the world', async () => {
    const sized =
      (radius: number) =>
      ({ shapes }: WorldDocument): Shape[] =>
        shapes.map((shape) => (shape.form.kind === 'disc' ? { ...shape, form: { kind: 'disc', radius } } : shape));
    const chirp = await edited('chirp', CHIRP_WORLD, sized(8), { radius: 8 });
    expect(chirp).toBe(CHIRP_WORLD.replace(/\n\}\n$/, ',\n  "radius": 8\n}\n'));
    expect(await edited('chirp', CHIRP_WORLD, sized(8))).toBe(
      CHIRP_WORLD.replace('"range": 17 }', '"range": 17, "radius": 8 }').replace('"id": 1 }', '"id": 1, "radius": 8 }'),
    );
    const config = YAML.replace(/objects:\n.*\n/, '');
    expect(await edited('robotsim', config, sized(6), { 'robot.size': 6 })).toBe(config.replace('size: 5', 'size: 6'));
  });

  test('robots with random places get fixed ones once one is drawn', async () => {
    const text = 'process.num = 10\nbornpoint.random = true\n';
    expect((await openWorld('robotsim', text, 'x.config')).remarks).toEqual([expect.stringContaining('at random')]);
    expect(await edited('robotsim', text, (document) => [robotAt(document, 1, 2)])).toBe(
      'process.num = 1\nbornpoint.random = false\nbornpoint1 = 1, 2\n',
    );
  });
});
