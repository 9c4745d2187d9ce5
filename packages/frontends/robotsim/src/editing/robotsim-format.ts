/** Configurations of robot simulations, as the editor's tables have them. */
import { DEGREES, type Field, type Kind, numberIn, type WorldFormat } from '@kineko/editor';
import { MAX_COORDINATE } from '@kineko/formats/text';

const NAME: Field = { name: 'name', label: 'name', type: 'text' };
const PUSHED: readonly Field[] = [
  {
    name: 'density',
    label: 'density',
    type: 'number',
    unit: 'kg/m²',
    least: 0,
    isAbove: true,
    usual: 'none: it stands fast',
  },
  { name: 'staticFriction', label: 'friction at rest', type: 'number', least: 0, usual: '0.3' },
  { name: 'kineticFriction', label: 'friction when sliding', type: 'number', least: 0, usual: '0.3' },
];

const obstacle = (name: string, title: string, turns: Kind['turns'], fields: readonly Field[]): Kind => ({
  name,
  title,
  group: 'obstacles',
  turns,
  fields,
});

const TIMES = { least: 0, most: 1e15 } as const;
export const DEFAULT_SIZE = 5;
const DEFAULT_SIDE = 800;

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
        {
          name: 'metresPerPixel',
          label: 'a pixel',
          type: 'number',
          unit: 'm',
          least: 0,
          isAbove: true,
          most: 1048576,
          usual: '1',
        },
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
        { name: 'solid', label: 'in the way', type: 'flag' },
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
    gas: { missing: 'Robots of these simulations feel heat and light, and no gas.' },
    line: { missing: 'Nothing is drawn on the ground of these simulations.' },
  },
  fields: [
    { name: 'robot.algorithm', label: 'algorithm', type: 'text', usual: 'none' },
    {
      name: 'robot.size',
      label: 'size of robots',
      type: 'number',
      unit: 'm',
      least: 0,
      isAbove: true,
      most: 1048576,
      usual: String(DEFAULT_SIZE),
    },
    {
      name: 'world.width',
      label: 'width',
      type: 'number',
      unit: 'm',
      least: 0,
      isAbove: true,
      most: MAX_COORDINATE,
      usual: String(DEFAULT_SIDE),
    },
    {
      name: 'world.height',
      label: 'height',
      type: 'number',
      unit: 'm',
      least: 0,
      isAbove: true,
      most: MAX_COORDINATE,
      usual: String(DEFAULT_SIDE),
    },
    { name: 'world.walls', label: 'walls around', type: 'flag' },
    { name: 'simulation.time', label: 'ends after', type: 'number', unit: 's', ...TIMES, usual: 'nothing said' },
    {
      name: 'seed',
      label: 'seed',
      type: 'number',
      isWhole: true,
      least: 0,
      most: Number.MAX_SAFE_INTEGER,
      usual: 'drawn',
    },
  ],
  commonRadius: { kind: 'robot', field: 'robot.size', usual: DEFAULT_SIZE },
  groundOf: ({ properties }) => ({
    width: numberIn(properties, 'world.width') ?? DEFAULT_SIDE,
    height: numberIn(properties, 'world.height') ?? DEFAULT_SIDE,
  }),
  newProperties: () => ({}),
  endings: ['.config', '.yaml', '.yml'],
  fresh: `# One robot that goes to one place after the other.
process.num: 1
robot: { algorithm: RandomMovement, size: 5 }
bornpoint1: [400, 400]
world: { width: 800, height: 800, walls: true }
simulation.time: 100
seed: 1
`,
};
