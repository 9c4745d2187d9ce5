/** The world format of DEECo scenarios: kinds, tools and fields of the editor. */
import { type Field, numberIn, type WorldFormat } from '@kineko/editor';

const COMPONENT: readonly Field[] = [
  { name: 'class', label: 'class', type: 'text' },
  { name: 'tag', label: 'tag', type: 'text' },
  { name: 'arg', label: 'argument', type: 'text' },
];

const BITMAP = 'Walls of a scenario are the black pixels of its bitmap: change them in a paint program.';
const NO_SOURCES = 'In a scenario, sensor readings come from the classes of its <sensors>.';

export const DEECO: WorldFormat = {
  name: 'deeco',
  title: 'scenarios of the DEECo playground',
  groundPicture: 'bitmap',
  isYDown: true,
  unit: '',
  grid: 5,
  angle: { label: 'angle', unit: '°', offset: 90, factor: -1 },
  kinds: [
    { name: 'robot', title: 'robot', group: 'robots', turns: 'place', hasFront: true, fields: COMPONENT },
    { name: 'object', title: 'object', group: 'objects', turns: 'no', fields: COMPONENT },
  ],
  tools: {
    wall: { missing: BITMAP },
    polygon: { missing: BITMAP },
    box: { missing: BITMAP },
    disc: { missing: BITMAP },
    object: { kind: 'object', form: { kind: 'disc', radius: 5 }, properties: { class: '' } },
    robot: { kind: 'robot', form: { kind: 'disc', radius: 3 }, properties: { class: 'basic.OrtogonalRobot' } },
    light: { missing: NO_SOURCES },
    heat: { missing: NO_SOURCES },
    gas: { missing: NO_SOURCES },
    line: { missing: 'Scenarios have no lines on the ground.' },
  },
  fields: [
    { name: 'cycles', label: 'cycles', type: 'number', isWhole: true, least: 1, most: 2_147_483_647 },
    { name: 'logfile', label: 'log', type: 'text' },
    { name: 'bitmap', label: 'bitmap', type: 'text', usual: 'none' },
    { name: 'sizeX', label: 'width', type: 'number', isWhole: true, least: 1, most: 2_147_483_647 },
    { name: 'sizeY', label: 'height', type: 'number', isWhole: true, least: 1, most: 2_147_483_647 },
    {
      name: 'processingTime',
      label: 'cycle time',
      type: 'number',
      unit: 'ms',
      isWhole: true,
      least: 1,
      most: 2_147_483_647,
    },
  ],
  groundOf: ({ properties }) => {
    const [width, height] = [numberIn(properties, 'sizeX'), numberIn(properties, 'sizeY')];
    return width === undefined || height === undefined || 'bitmap' in properties ? undefined : { width, height };
  },
  newProperties: () => ({}),
  endings: ['.xml'],
  fresh: `<simulation cycles="500" logfile="simulation.txt" sizeX="100" sizeY="100">
  <robots>
    <robot class="basic.OrtogonalRobot" posX="50" posY="50" angle="0"/>
  </robots>
</simulation>
`,
};
