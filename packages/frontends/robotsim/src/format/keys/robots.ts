import { MAX_COORDINATE, MAX_RADIUS } from '@kineko/geometry';
import type { KeyTable } from '@kineko/run/settings';
import type { ValueType } from '../values/values.js';
import { OFF } from './rows.js';

export const ROBOT_KEYS = {
  'robot.algorithm': {
    type: 'class',
    per: 'robot',
    doc: 'algorithm of a robot: a class, or a file with one; `algorithm` is the same',
    example: './gathering.ts',
  },
  'robot.size': {
    type: 'number',
    range: { min: 0, max: MAX_RADIUS },
    unit: 'm',
    default: '5',
    per: 'robot',
    doc: 'radius of a robot; 0, a point, with `ghost_mode` only',
  },
  'robot.angle': {
    type: 'number',
    range: { min: -1e9, max: 1e9 },
    unit: 'degrees',
    default: '0',
    per: 'robot',
    doc: 'initial heading of a robot, anticlockwise from the x axis',
  },
  'robot.motion': {
    type: 'classes',
    default: '',
    per: 'robot',
    doc: 'motion modules of authors, besides the built-in ones',
    example: './spiral.ts',
  },
  'robot.sensors': {
    type: 'classes',
    per: 'robot',
    doc: 'sensors of a robot; if not given, all built-in ones',
    example: 'GpsSensor, ./compass.ts',
  },
  'robot.tag': {
    type: 'text',
    default: '',
    per: 'robot',
    doc: 'word that a robot shows to others',
    example: 'leader',
  },
  'robot.turn.shorter': {
    ...OFF,
    per: 'robot',
    doc: 'whether `moveTo` turns in the shorter direction; if not, always anticlockwise',
  },
  'bornpoint.random': {
    ...OFF,
    doc: 'whether robots are placed at random, without overlap; if not, each needs its `bornpoint`',
  },
  'bornpoint<k>': {
    type: 'point',
    range: { max: MAX_COORDINATE },
    unit: 'm',
    doc: 'initial position of the centre of a robot: `bornpoint1` is that of process 0',
    example: '10, 20',
  },
} as const satisfies KeyTable<ValueType>;

const SIDE = { type: 'number', range: { above: 0, max: MAX_COORDINATE }, unit: 'm', example: '800' } as const;
const LIST = 'a list, or the name of a YAML or JSON file with one';

export const WORLD_KEYS = {
  'world.width': { ...SIDE, derived: '`animation.panel.width`, else 800', doc: 'width of the ground, from x = 0' },
  'world.height': { ...SIDE, derived: '`animation.panel.height`, else 800', doc: 'height of the ground, from y = 0' },
  'world.walls': { ...OFF, doc: 'whether the ground is enclosed by walls' },
  'world.response': {
    type: 'word',
    words: ['stop', 'bounce', 'none'],
    derived: 'none with `ghost_mode`, else stop',
    doc: 'response of robots to a contact',
    example: 'bounce',
  },
  ghost_mode: { ...OFF, doc: 'whether robots pass through everything: the same as `world.response = none`' },
  'obstacle<k>': {
    type: 'obstacle',
    doc: 'an obstacle: `segment, x1, y1, x2, y2`, `polyline` or `polygon` with the coordinates of its corners, `box, x, y, width, height`, `disc, x, y, radius`, `bitmap, file, x, y, metresPerPixel`',
    example: 'box, 100, 100, 50, 20',
  },
  obstacles: { type: 'entries', of: 'obstacle', doc: `more obstacles: ${LIST}`, example: 'maze.yaml' },
  'object<k>': {
    type: 'object',
    doc: 'an object that can be sensed: `x, y, size, tag, heat, light, solid`; all but x and y may be omitted',
    example: '200, 300, 1, lamp, 0, 5',
  },
  objects: { type: 'entries', of: 'object', doc: `more objects: ${LIST}`, example: 'lamps.yaml' },
} as const satisfies KeyTable<ValueType>;
