import { describe, expect, test } from '@jest/globals';
import { describeProblem } from '@kineko/formats/problem';
import fc from 'fast-check';
import { isChirpWorld } from './files.js';
import { readChirpWorld } from './world-reader.js';
import { CHIRP_DEFAULTS } from './world.js';

const SQUARE = [
  [-10, -10],
  [10, -10],
  [10, 10],
  [-10, 10],
] as const;

function hull(corners: readonly (readonly [number, number])[] = SQUARE): object[] {
  return corners.map(([x, y]) => ({ x, y }));
}

function chirp(id: number, x = 0, y = 0, more: object = {}): object {
  return { type: 'Chirp', position: { x, y }, id, angle: 120, noisemax: 0.1, ...more };
}

function wall(x: number, y: number, more: object = {}): object {
  return { type: 'Wall', position: { x, y }, angle: 0, hulls: [hull()], ...more };
}

function read(...children: object[]) {
  return readChirpWorld(JSON.stringify({ children }), 'w.json');
}

function problemsOf(...children: object[]): string[] {
  return read(...children).problems.map(({ text }) => text);
}

describe('a world as in the report', () => {
  const text = `{
    "children": [
      { "type": "Chirp", "position": { "x": 73.0, "y": -84.0 }, "id": 0, "angle": 120, "noisemax": 0.1 },
      { "type": "wall", "position": { "x": 10, "y": 10 }, "angle": 180,
        "hulls": [[{ "x": -10, "y": 10 }, { "x": -10, "y": -10 }, { "x": 10, "y": -10 }, { "x": 10, "y": 10 }]] },
      { "type": "PUSHABLEOBJECT", "position": { "x": 60, "y": 10 }, "density": 2.5, "angle": 180,
        "hulls": [[{ "x": -10, "y": 10 }, { "x": -10, "y": -10 }, { "x": 10, "y": -10 }, { "x": 10, "y": 10 }]] }
    ]
  }`;

  test('is read with types in any case and defaults for missing values', () => {
    const { world, problems } = readChirpWorld(text, 'w.json');
    expect(problems).toEqual([]);
    expect(world?.robots).toEqual([
      expect.objectContaining({ id: 0, position: { x: 73, y: -84 }, angle: 120, noisemax: 0.1, radius: 5, range: 40 }),
    ]);
    expect(world?.walls).toHaveLength(1);
    expect(world?.pushables).toEqual([
      expect.objectContaining({ density: 2.5, friction: { static: 0.3, kinetic: 0.3 } }),
    ]);
  });

  test('is recognised by its first lines', () => {
    expect(isChirpWorld(text)).toBe(true);
    expect(isChirpWorld('{"radius": 3, "children": [')).toBe(true);
    expect(isChirpWorld('{"process": {"num": 3, "children": 4}}')).toBe(false);
    expect(isChirpWorld('children = 3')).toBe(false);
  });
});

describe('traits of the root', () => {
  test('apply to robots without their own', () => {
    const root = { maxspeed: 20, deadman: 2, children: [chirp(0), chirp(1, 50, 0, { maxspeed: 7, radius: 3 })] };
    const { world } = readChirpWorld(JSON.stringify(root), 'w.json');
    expect(world?.robots).toEqual([
      expect.objectContaining({ maxspeed: 20, deadman: 2, radius: CHIRP_DEFAULTS.radius }),
      expect.objectContaining({ maxspeed: 7, deadman: 2, radius: 3 }),
    ]);
  });
});

describe('problems have path and line', () => {
  const cases: readonly (readonly [string, object, RegExp])[] = [
    ['an unknown type', { type: 'Chrip' }, /^\$\.children\[0\]\.type: unknown type 'Chrip'; did you mean 'Chirp'\?$/],
    [
      'a type that is missing',
      { position: { x: 0, y: 0 } },
      /^\$\.children\[0\]\.type: expected Chirp, Wall, PushableObject, Light, Heat, Gas or Line, got nothing$/,
    ],
    ['a type that is no text', { type: 3 }, /^\$\.children\[0\]\.type: expected Chirp, .*, got 3$/],
    [
      'a position that is missing',
      { type: 'Chirp', id: 0 },
      /^\$\.children\[0\]\.position: expected {"x": …, "y": …}, got nothing$/,
    ],
    [
      'half a position',
      chirp(0, 0, 0, { position: { x: 1 } }),
      /^\$\.children\[0\]\.position\.y: expected a number from .*, got nothing$/,
    ],
    [
      'a coordinate beyond the ground',
      chirp(0, 2e9),
      /position\.x: expected a number from -1073741824 to 1073741824, got 2000000000/,
    ],
    ['an id that is no whole number', chirp(0.5), /\.id: expected an integer that no other robot has, got 0\.5/],
    [
      'an id that is missing',
      { type: 'Chirp', position: { x: 0, y: 0 } },
      /\.id: expected an integer that no other robot has, got nothing/,
    ],
    ['noise above one', chirp(0, 0, 0, { noisemax: 1.5 }), /noisemax: expected a number from 0 to 1, got 1\.5/],
    [
      'an angle that is a text',
      chirp(0, 0, 0, { angle: '120' }),
      /angle: expected a number from -1000000 to 1000000, got "120"/,
    ],
    ['an unknown member', chirp(0, 0, 0, { nosiemax: 0.1 }), /: unknown key 'nosiemax'; did you mean 'noisemax'\?/],
    [
      'a wall without hulls',
      wall(0, 0, { hulls: [] }),
      /\.hulls: expected a list of convex polygons, at least one, got an empty list/,
    ],
    [
      'hulls that are no list',
      wall(0, 0, { hulls: 3 }),
      /\.hulls: expected a list of convex polygons, at least one, got 3/,
    ],
    [
      'a hull of two corners',
      wall(0, 0, {
        hulls: [
          hull([
            [0, 0],
            [1, 1],
          ]),
        ],
      }),
      /\.hulls\[0\]: this hull has 2 corners/,
    ],
    ['a clockwise hull', wall(0, 0, { hulls: [hull([...SQUARE].reverse())] }), /\.hulls\[0\]: this hull is clockwise/],
    [
      'a concave hull',
      wall(0, 0, {
        hulls: [
          hull([
            [0, 0],
            [10, 0],
            [4, 4],
            [0, 10],
          ]),
        ],
      }),
      /concave at its corner 2/,
    ],
    [
      'a hull on a line',
      wall(0, 0, {
        hulls: [
          hull([
            [0, 0],
            [1, 1],
            [2, 2],
          ]),
        ],
      }),
      /has no area/,
    ],
    [
      'a corner that is repeated',
      wall(0, 0, {
        hulls: [
          hull([
            [0, 0],
            [1, 0],
            [1, 0],
            [0, 1],
          ]),
        ],
      }),
      /repeats its corner 1/,
    ],
    [
      'a star',
      wall(0, 0, {
        hulls: [
          hull([
            [0, 10],
            [-6, -8],
            [9.5, 3],
            [-9.5, 3],
            [6, -8],
          ]),
        ],
      }),
      /crosses itself/,
    ],
    [
      'a density of nothing',
      { ...wall(0, 0), type: 'PushableObject', density: 0 },
      /density: expected a number above 0, up to 1000000, got 0/,
    ],
    [
      'kinetic above static friction',
      { ...wall(0, 0), type: 'PushableObject', friction: { static: 0.1, kinetic: 0.2 } },
      /\.friction: kinetic friction is above static friction/,
    ],
    [
      'a lamp without a radius',
      { type: 'Light', position: { x: 0, y: 0 }, strength: 3 },
      /\.radius: expected a number above 0, up to 1000000, got nothing/,
    ],
    [
      'a line of one point',
      { type: 'Line', points: [{ x: 0, y: 0 }] },
      /\.points: expected a list of two points or more, got a list of 1/,
    ],
  ];

  test.each(cases)('%s', (_name, child, expected) => {
    const { world, problems } = read(child);
    expect(world).toBeUndefined();
    expect(problems.map(({ text }) => text)).toContainEqual(expect.stringMatching(expected));
    expect(problems.every(({ place }) => place?.file === 'w.json' && place.line === 1)).toBe(true);
  });

  test('reports repeated ids and overlapping bodies', () => {
    expect(problemsOf(chirp(1), chirp(1, 50))).toEqual([
      '$.children[1].id: expected a unique id, got 1, the id of $.children[0] (line 1)',
    ]);
    expect(problemsOf(chirp(1), chirp(2, 9))).toEqual([
      '$.children[1]: robot 2 overlaps robot 1 of $.children[0] (line 1) by 1',
    ]);
    expect(problemsOf(wall(0, 0), chirp(2, 14))).toEqual([
      expect.stringContaining('robot 2 overlaps the wall of $.children[0] (line 1) by 1'),
    ]);
    expect(problemsOf(wall(0, 0), chirp(2))).toEqual([
      expect.stringContaining('robot 2 overlaps the wall of $.children[0] (line 1) by 15'),
    ]);
    expect(problemsOf(wall(0, 0), { ...wall(19, 0), type: 'PushableObject' })).toEqual([
      expect.stringContaining('the object overlaps the wall'),
    ]);
  });

  test('accepts bodies that touch, and overlapping walls', () => {
    expect(
      problemsOf(chirp(1), chirp(2, 10), wall(0, 15), wall(5, 20), { ...wall(0, -15), type: 'pushableobject' }),
    ).toEqual([]);
  });

  test('reports all of them, in the order of the file', () => {
    const text = `{
  "speed": 3,
  "children": [
    { "type": "Chirp", "position": { "x": "a", "y": 0 }, "id": 1 },
    { "type": "Robot" },
    { "type": "Wall", "position": { "x": 0, "y": 0 }, "hulls": [[{ "x": 0, "y": 0 }]] }
  ],
  "controllers": [{ "robot": 7, "command": [] }]
}`;
    expect(readChirpWorld(text, 'w.json').problems.map(describeProblem)).toEqual([
      expect.stringMatching(/^w\.json:2:3: \$: unknown key 'speed'; expected radius, wheelbase, range, maxspeed, /),
      expect.stringMatching(/^w\.json:4:43: \$\.children\[0\]\.position\.x: expected a number from .*, got "a"$/),
      expect.stringMatching(/^w\.json:5:15: \$\.children\[1\]\.type: unknown type 'Robot'; expected Chirp, /),
      expect.stringMatching(/^w\.json:6:\d+: \$\.children\[2\]\.hulls\[0\]: this hull has 1 corners/),
      'w.json:8:44: $.controllers[0].command: expected a list of strings, the program first, got an empty list',
    ]);
  });

  test('reports a controller of an unknown robot', () => {
    const root = { children: [chirp(1)], controllers: [{ robot: 7, command: ['x'] }] };
    expect(readChirpWorld(JSON.stringify(root), 'w.json').problems.map(({ text }) => text)).toEqual([
      '$.controllers[0].robot: expected the id of a robot, got 7',
    ]);
  });

  test.each([
    ['', 'the end of the file'],
    ['{"children": [}', 'expected a value, got "}"'],
    ['{"children": [] "x": 3}', 'expected "," or "}", got "\\""'],
    ['{"children": [1, 2,]}', 'expected a value, got "]"'],
    ['{"children": []} x', 'expected the end of the file, got "x"'],
    ['{"children": [], "children": []}', 'duplicate key "children"'],
    ['{"__proto__": {}}', 'the key __proto__ is refused'],
    ['{"children": NaN}', 'expected a value, got NaN'],
    ['{"children": 1e999}', 'expected a number that a double can hold, got 1e999'],
    ['{"a', 'expected " at the end of the string'],
    ['['.repeat(100), 'expected at most 32 levels of nesting'],
    ["{'children': []}", 'expected a key in quotes'],
    ['{"children" []}', 'expected ":" after the key "children", got "["'],
  ])('rejects invalid JSON: %j', (text, expected) => {
    const { problems } = readChirpWorld(text, 'w.json');
    expect(problems).toHaveLength(1);
    expect(problems[0]?.text).toContain(expected);
    expect(problems[0]?.place?.line).toBe(1);
  });
});

describe('the JSON reader', () => {
  test('accepts and rejects what JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.nat(255), (text, at, unit) => {
        const broken = text.slice(0, at % text.length) + String.fromCharCode(unit) + text.slice((at % text.length) + 1);
        for (const each of [text, broken]) {
          const isJson = isParsed(each);
          const { problems } = readChirpWorld(each, 'w.json');
          const isRefused = problems.some((problem) => problem.text.startsWith('invalid JSON: '));
          const mayDiffer = /__proto__|constructor|prototype|[eE]/.test(each) || hasTwins(each);
          expect(mayDiffer || isRefused === !isJson).toBe(true);
        }
      }),
      { seed: 4, numRuns: 500 },
    );
  });
});

function isParsed(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Repeated names in an object are rejected only here. */
function hasTwins(text: string): boolean {
  const names = [...text.matchAll(/"((?:[^"\\]|\\.)*)"\s*:/g)].map(([, name]) => name);
  return new Set(names).size < names.length;
}
