/** Chirp worlds, as the editor's tables have them. */
import { DEGREES, type Field, type Kind, numberIn, type WorldFormat } from '@kineko/editor';
import { CHIRP_DEFAULTS, CHIRP_FRICTION, CHIRP_LINE_WIDTH } from '../format/world.js';

const usual = (value: number): string => String(value);

/** What each robot may have of its own, and the root may say for all. */
const TRAITS: readonly Field[] = [
  { name: 'radius', label: 'radius', type: 'number', least: 0.001, most: 1e6, usual: usual(CHIRP_DEFAULTS.radius) },
  {
    name: 'wheelbase',
    label: 'wheelbase',
    type: 'number',
    least: 0.01,
    most: 1e6,
    usual: usual(CHIRP_DEFAULTS.wheelbase),
  },
  {
    name: 'range',
    label: 'range of sensors',
    type: 'number',
    least: 0,
    isAbove: true,
    most: 1e6,
    usual: usual(CHIRP_DEFAULTS.range),
  },
  {
    name: 'maxspeed',
    label: 'greatest speed',
    type: 'number',
    unit: '/s',
    least: 0,
    isAbove: true,
    most: 2000,
    usual: usual(CHIRP_DEFAULTS.maxspeed),
  },
  {
    name: 'noisemax',
    label: 'noise of wheels',
    type: 'number',
    least: 0,
    most: 1,
    usual: usual(CHIRP_DEFAULTS.noisemax),
  },
  {
    name: 'deadman',
    label: 'stops unasked after',
    type: 'number',
    unit: 's',
    least: 0,
    most: 1e9,
    usual: usual(CHIRP_DEFAULTS.deadman),
  },
  {
    name: 'density',
    label: 'density',
    type: 'number',
    least: 0,
    isAbove: true,
    most: 1e6,
    usual: usual(CHIRP_DEFAULTS.density),
  },
  {
    name: 'traction',
    label: 'traction',
    type: 'number',
    least: 0,
    isAbove: true,
    most: 1e6,
    usual: usual(CHIRP_DEFAULTS.traction),
  },
];

const FRICTION: readonly Field[] = [
  {
    name: 'staticFriction',
    label: 'friction at rest',
    type: 'number',
    least: 0,
    most: 1e9,
    usual: usual(CHIRP_FRICTION.static),
  },
  {
    name: 'kineticFriction',
    label: 'friction when sliding',
    type: 'number',
    least: 0,
    most: 1e9,
    usual: usual(CHIRP_FRICTION.kinetic),
  },
];

const STRENGTH: Field = { name: 'strength', label: 'strength', type: 'number', least: -1e9, most: 1e9 };

const source = (name: string): Kind => ({
  name,
  title: name.toLowerCase(),
  group: 'children',
  turns: 'no',
  fields: [STRENGTH],
});

const BOX = {
  kind: 'polygons',
  parts: [
    [
      { x: -10, y: -10 },
      { x: 10, y: -10 },
      { x: 10, y: 10 },
      { x: -10, y: 10 },
    ],
  ],
} as const;

export const CHIRP: WorldFormat = {
  name: 'chirp',
  isConvex: true,
  title: 'Chirp worlds',
  isYDown: false,
  unit: '',
  grid: 5,
  angle: DEGREES,
  kinds: [
    {
      name: 'Chirp',
      title: 'robot',
      group: 'children',
      turns: 'place',
      hasFront: true,
      fields: [
        {
          name: 'id',
          label: 'id',
          type: 'number',
          isWhole: true,
          least: -Number.MAX_SAFE_INTEGER,
          most: Number.MAX_SAFE_INTEGER,
        },
        { name: 'controller', label: 'controller', type: 'text', usual: 'none: somebody connects' },
        ...TRAITS.filter(({ name }) => name !== 'radius'),
      ],
    },
    { name: 'Wall', title: 'wall', group: 'children', turns: 'place', fields: [] },
    {
      name: 'PushableObject',
      title: 'thing to push',
      group: 'children',
      turns: 'place',
      fields: [TRAITS.find(({ name }) => name === 'density')!, ...FRICTION],
    },
    source('Light'),
    source('Heat'),
    source('Gas'),
    { name: 'Line', title: 'line on the ground', group: 'children', turns: 'points', fields: [] },
  ],
  tools: {
    wall: { kind: 'Wall', form: BOX, walls: 'hulls', thickness: 10 },
    polygon: { kind: 'Wall', form: BOX },
    box: { kind: 'Wall', form: BOX },
    disc: { missing: 'Walls of Chirp worlds are convex polygons: draw one.' },
    object: { kind: 'PushableObject', form: BOX },
    robot: { kind: 'Chirp', form: { kind: 'disc', radius: CHIRP_DEFAULTS.radius } },
    light: { kind: 'Light', form: { kind: 'source', reach: 200 }, properties: { strength: 5000 } },
    heat: { kind: 'Heat', form: { kind: 'source', reach: 100 }, properties: { strength: 100 } },
    gas: { kind: 'Gas', form: { kind: 'source', reach: 100 }, properties: { strength: 100 } },
    line: { kind: 'Line', form: { kind: 'path', points: [], width: CHIRP_LINE_WIDTH } },
  },
  fields: [
    ...TRAITS,
    {
      name: 'gravity',
      label: 'gravity',
      type: 'number',
      unit: '/s²',
      least: 0,
      most: 1e9,
      usual: usual(CHIRP_DEFAULTS.gravity),
    },
  ],
  commonRadius: { kind: 'Chirp', field: 'radius', usual: CHIRP_DEFAULTS.radius },
  groundOf: () => undefined,
  newProperties: (kind, { shapes }) => {
    if (kind !== 'Chirp') return {};
    const ids = shapes.flatMap(({ properties }) => numberIn(properties, 'id') ?? []);
    return { id: ids.reduce((greatest, id) => Math.max(greatest, id), -1) + 1 };
  },
  endings: ['.json'],
  fresh: `{
  "children": [
    { "type": "Chirp", "position": { "x": 0, "y": 0 }, "id": 0, "angle": 0 }
  ]
}
`,
};
