/** The world format of robot simulations for the editor. */
import { DEGREES, type Field, type Kind, numberIn, type WorldFormat } from '@kineko/editor';
import { MAX_COORDINATE, MAX_RADIUS } from '@kineko/geometry';

/** A field with a positive number of metres. */
const metres = (name: string, label: string, most: number, usual: number): Field => ({
  name,
  label,
  type: 'number',
  unit: 'm',
  least: 0,
  isAbove: true,
  most,
  usual: String(usual),
});

const NAME: Field = { name: 'name', label: 'name', type: 'text' };
const FRICTION = { type: 'number', least: 0, usual: '0.3' } as const;
const PUSHED: readonly Field[] = [
  {
    name: 'density',
    label: 'density',
    type: 'number',
    unit: 'kg/m²',
    least: 0,
    isAbove: true,
    usual: 'none: it cannot be pushed',
  },
  { name: 'staticFriction', label: 'friction at rest', ...FRICTION },
  { name: 'kineticFriction', label: 'friction when sliding', ...FRICTION },
];

const obstacle = (name: string, title: string, turns: Kind['turns'], fields: readonly Field[]): Kind => ({
  name,
  title,
  group: 'obstacles',
  turns,
  fields,
});

export const DEFAULT_SIZE = 5;
const DEFAULT_SIDE = 800;
const MAX_SEED = Number.MAX_SAFE_INTEGER;

export const ROBOTSIM: WorldFormat = {
  name: 'robotsim',
  title: 'robot simulations',
  numbered: { robot: 'robots', obstacle: 'obstacles' },
  isYDown: false,
  unit: 'm',
  grid: 10,
  angle: DEGREES,
  kinds: [
    {
      name: 'robot',
      title: 'robot',
      group: 'robots',
      turns: 'place',
      hasFront: true,
      fields: [
        { name: 'algorithm', label: 'algorithm', type: 'text', usual: 'that of all robots' },
        { name: 'tag', label: 'tag', type: 'text' },
      ],
    },
    obstacle('segment', 'straight wall', 'points', [NAME]),
    obstacle('polyline', 'wall', 'points', [NAME]),
    obstacle('polygon', 'polygon', 'points', [NAME, ...PUSHED]),
    obstacle('box', 'box', 'no', [NAME, ...PUSHED]),
    obstacle('disc', 'disc', 'no', [NAME]),
    {
      ...obstacle('bitmap', 'picture', 'no', [
        NAME,
        { name: 'file', label: 'file', type: 'text' },
        metres('metresPerPixel', 'a pixel', MAX_RADIUS, 1),
      ]),
      isFixed: true,
    },
    {
      name: 'object',
      title: 'object',
      group: 'objects',
      turns: 'no',
      fields: [
        { name: 'tag', label: 'tag', type: 'text' },
        { name: 'heat', label: 'heat', type: 'number', usual: '0' },
        { name: 'light', label: 'light', type: 'number', usual: '0' },
        { name: 'solid', label: 'solid', type: 'flag' },
      ],
    },
  ],
  tools: {
    wall: { kind: 'polyline', form: { kind: 'path', points: [], width: 0 }, walls: 'path' },
    polygon: { kind: 'polygon', form: { kind: 'polygons', parts: [] } },
    box: { kind: 'box', form: { kind: 'box', width: 40, height: 40 } },
    disc: { kind: 'disc', form: { kind: 'disc', radius: 20 } },
    object: { kind: 'object', form: { kind: 'disc', radius: 2 } },
    robot: { kind: 'robot', form: { kind: 'disc', radius: DEFAULT_SIZE } },
    light: { kind: 'object', form: { kind: 'disc', radius: 2 }, properties: { light: 5 } },
    heat: { kind: 'object', form: { kind: 'disc', radius: 2 }, properties: { heat: 5 } },
    gas: { missing: 'Robots of these simulations sense heat and light, but no gas.' },
    line: { missing: 'There are no lines on the ground of these simulations.' },
  },
  fields: [
    { name: 'robot.algorithm', label: 'algorithm', type: 'text', usual: 'none' },
    metres('robot.size', 'size of robots', MAX_RADIUS, DEFAULT_SIZE),
    metres('world.width', 'width', MAX_COORDINATE, DEFAULT_SIDE),
    metres('world.height', 'height', MAX_COORDINATE, DEFAULT_SIDE),
    { name: 'world.walls', label: 'walls around', type: 'flag' },
    {
      name: 'simulation.time',
      label: 'ends after',
      type: 'number',
      unit: 's',
      least: 0,
      most: 1e15,
      usual: 'not given',
    },
    { name: 'seed', label: 'seed', type: 'number', isWhole: true, least: 0, most: MAX_SEED, usual: 'drawn' },
  ],
  commonRadius: { kind: 'robot', field: 'robot.size', usual: DEFAULT_SIZE },
  groundOf: ({ properties }) => ({
    width: numberIn(properties, 'world.width') ?? DEFAULT_SIDE,
    height: numberIn(properties, 'world.height') ?? DEFAULT_SIDE,
    isWalled: properties['world.walls'] === true,
  }),
  newProperties: () => ({}),
  endings: ['.config', '.yaml', '.yml'],
  fresh: `# One robot that goes to random places.
process.num: 1
robot: { algorithm: RandomMovement, size: 5 }
bornpoint1: [400, 400]
world: { width: 800, height: 800, walls: true }
simulation.time: 100
seed: 1
`,
};
