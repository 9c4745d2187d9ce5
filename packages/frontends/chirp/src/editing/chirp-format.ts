/** Chirp worlds as a format of the editor. */
import { DEGREES, type Field, type Kind, numberIn, type WorldFormat } from '@kineko/editor';
import { CHIRP_DEFAULTS, CHIRP_FRICTION, CHIRP_LINE_WIDTH } from '../format/world.js';

/** A field whose default is shown when it is empty. */
const trait = (name: keyof typeof CHIRP_DEFAULTS, label: string, limits: Partial<Field>): Field => ({
  name,
  label,
  type: 'number',
  usual: String(CHIRP_DEFAULTS[name]),
  ...limits,
});
const POSITIVE = { least: 0, isAbove: true, most: 1e6 };
const DENSITY = trait('density', 'density', POSITIVE);

/** Each robot may have its own; the root may set them for all robots. */
const TRAITS: readonly Field[] = [
  trait('radius', 'radius', { least: 0.001, most: 1e6 }),
  trait('wheelbase', 'wheelbase', { least: 0.01, most: 1e6 }),
  trait('range', 'range of sensors', POSITIVE),
  trait('maxspeed', 'maximum speed', { ...POSITIVE, most: 2000, unit: '/s' }),
  trait('noisemax', 'noise of wheels', { least: 0, most: 1 }),
  trait('deadman', 'stops without commands after', { least: 0, most: 1e9, unit: 's' }),
  DENSITY,
  trait('traction', 'traction', POSITIVE),
];

const friction = (name: string, label: string, usual: number): Field => ({
  name,
  label,
  type: 'number',
  least: 0,
  most: 1e9,
  usual: String(usual),
});
const FRICTION: readonly Field[] = [
  friction('staticFriction', 'friction at rest', CHIRP_FRICTION.static),
  friction('kineticFriction', 'friction when sliding', CHIRP_FRICTION.kinetic),
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
        { name: 'controller', label: 'controller', type: 'text', usual: 'none: it connects itself' },
        ...TRAITS.filter(({ name }) => name !== 'radius'),
      ],
    },
    { name: 'Wall', title: 'wall', group: 'children', turns: 'place', fields: [] },
    {
      name: 'PushableObject',
      title: 'thing to push',
      group: 'children',
      turns: 'place',
      fields: [DENSITY, ...FRICTION],
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
  fields: [...TRAITS, trait('gravity', 'gravity', { least: 0, most: 1e9, unit: '/s²' })],
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
