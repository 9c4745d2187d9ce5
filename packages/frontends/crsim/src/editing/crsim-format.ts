/** Environments of the Cooperative Robotics Simulator as a format of the editor, seen from above: the editor's y is their z. */
import { type Field, freeName, type Kind, numberIn, type WorldFormat } from '@kineko/editor';
import { MAX_LENGTH, MAX_STEP_MILLIS } from '../format/limits.js';

const NAME: Field = { name: 'name', label: 'name', type: 'text' };
const HEIGHT: Field = { name: 'height', label: 'height', type: 'number', least: 0, isAbove: true, most: MAX_LENGTH };
const THING: readonly Field[] = [
  { name: 'y', label: 'y (above the ground)', type: 'number', least: -MAX_LENGTH, most: MAX_LENGTH, usual: '0' },
  { name: 'color', label: 'colour', type: 'text', usual: 'red green blue, 0 to 1' },
  { name: 'heat', label: 'heat', type: 'number', least: -1e9, most: 1e9, usual: '0' },
  { name: 'ir', label: 'infrared', type: 'number', least: 0, most: 1, usual: '0' },
];

const object = (name: string, title: string, more: readonly Field[], changes: Partial<Kind> = {}): Kind => ({
  name,
  title,
  group: 'objects',
  turns: 'place',
  fields: [NAME, ...more, ...THING],
  ...changes,
});

/** A colour of red, green and blue from 0 to 1; other values are reported when the world is checked. */
function cssOf(color: string): string | undefined {
  const parts = color.trim().split(/\s+/).map(Number);
  if (parts.length !== 3 || !parts.every((part) => part >= 0 && part <= 1)) return undefined;
  const digits = parts.map((part) =>
    Math.round(part * 255)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${digits.join('')}`;
}

export const CRSIM: WorldFormat = {
  name: 'crsim',
  title: 'environments of the Cooperative Robotics Simulator',
  isYDown: true,
  yLabel: 'z',
  unit: '',
  grid: 1,
  angle: { label: 'rotation', unit: 'rad', offset: 0, factor: -Math.PI / 180 },
  kinds: [
    object('BOX', 'box', [HEIGHT]),
    object('CYLINDER', 'cylinder', [HEIGHT]),
    object('SPHERE', 'sphere', []),
    object('composed', 'object of several shapes', [], { isFixed: true }),
    {
      name: 'robot',
      title: 'robot',
      group: 'robots',
      turns: 'place',
      hasFront: true,
      fields: [NAME, HEIGHT, ...THING],
    },
  ],
  tools: {
    wall: {
      kind: 'BOX',
      form: { kind: 'box', width: 4, height: 4 },
      walls: 'boxes',
      thickness: 1,
      properties: { height: 2, y: 1 },
    },
    polygon: { missing: 'Objects in environments are boxes, cylinders and spheres.' },
    box: { kind: 'BOX', form: { kind: 'box', width: 4, height: 4 }, properties: { height: 2, y: 1 } },
    disc: { kind: 'CYLINDER', form: { kind: 'disc', radius: 2 }, properties: { height: 2, y: 1 } },
    object: { kind: 'SPHERE', form: { kind: 'disc', radius: 1 }, properties: { y: 1 } },
    robot: { kind: 'robot', form: { kind: 'disc', radius: 1 }, properties: { height: 1, y: 0.5 } },
    light: { missing: 'Environments have heat and infrared, but no light.' },
    heat: { kind: 'CYLINDER', form: { kind: 'disc', radius: 1 }, properties: { height: 2, y: 1, heat: 40 } },
    gas: { missing: 'Environments have no gas.' },
    line: { missing: 'Environments have no lines on the ground.' },
  },
  fields: [
    { name: 'width', label: 'width', type: 'number', least: 0, isAbove: true, most: MAX_LENGTH },
    { name: 'depth', label: 'depth', type: 'number', least: 0, isAbove: true, most: MAX_LENGTH },
    { name: 'walls', label: 'walls around', type: 'flag' },
    {
      name: 'timeStepMillis',
      label: 'time-step',
      type: 'number',
      unit: 'ms',
      isWhole: true,
      least: 1,
      most: MAX_STEP_MILLIS,
      usual: '100',
    },
    { name: 'grid', label: 'cells', type: 'number', least: 0, isAbove: true, most: MAX_LENGTH, usual: 'none' },
  ],
  groundOf: ({ properties }) => {
    const [width, height] = [numberIn(properties, 'width'), numberIn(properties, 'depth')];
    return width === undefined || height === undefined
      ? undefined
      : { width, height, isWalled: properties['walls'] === true };
  },
  colorOf: ({ color }) => (typeof color === 'string' ? cssOf(color) : undefined),
  newProperties: (kind, { shapes }) => {
    const taken = new Set(shapes.flatMap(({ properties }) => properties['name'] ?? []));
    return { name: freeName(kind === 'robot' ? 'r' : kind.toLowerCase(), taken) };
  },
  endings: ['.xml'],
  fresh: `<environment width="100" depth="100" timeStepMillis="100" walls="true">
  <robot name="r1" x="50" y="0.5" z="50" rotation="0" radius="1" height="1">
    <sensor id="0" type="bump"/>
    <sensor id="1" type="sonar" range="25"/>
  </robot>
</environment>
`,
};
