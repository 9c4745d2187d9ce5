import { MAX_COORDINATE, MAX_RADIUS } from '@kineko/formats/text';
import type { KeyTable } from '@kineko/run/settings';
import type { ValueType } from '../values/values.js';

export const ROBOT_KEYS = {
  'robot.algorithm': {
    type: 'class',
    per: 'robot',
    doc: 'what a robot does: a class, or a file with one; `algorithm` is the same',
    example: './gathering.ts',
  },
  'robot.size': {
    type: 'number',
    range: { above: 0, max: MAX_RADIUS },
    unit: 'm',
    default: '5',
    per: 'robot',
    doc: 'the radius of a robot',
  },
  'robot.angle': {
    type: 'number',
    range: { min: -1e9, max: 1e9 },
    unit: 'degrees',
    default: '0',
    per: 'robot',
    doc: 'where a robot faces at first, anticlockwise from the x axis',
  },
  'robot.motion': {
    type: 'classes',
    default: '',
    per: 'robot',
    doc: "ways to move of authors' own, beside those that there are",
    example: './spiral.ts',
  },
  'robot.sensors': {
    type: 'classes',
    per: 'robot',
    doc: 'the sensors that a robot has; if not given, all that there are',
    example: 'GpsSensor, ./compass.ts',
  },
  'robot.tag': { type: 'text', default: '', per: 'robot', doc: 'the word that a robot wears', example: 'leader' },
  'robot.turn.shorter': {
    type: 'boolean',
    default: 'false',
    per: 'robot',
    doc: 'whether a robot that goes somewhere turns the shorter way round; if not, always anticlockwise',
  },
  'bornpoint.random': {
    type: 'boolean',
    default: 'false',
    doc: 'whether robots are placed at random, without overlap; if not, each needs its `bornpoint`',
  },
  'bornpoint<k>': {
    type: 'point',
    range: { max: MAX_COORDINATE },
    unit: 'm',
    doc: 'where the centre of a robot is at first: `bornpoint1` is that of process 0',
    example: '10, 20',
  },
} as const satisfies KeyTable<ValueType>;

export const WORLD_KEYS = {
  'world.width': {
    type: 'number',
    range: { above: 0, max: MAX_COORDINATE },
    unit: 'm',
    derived: '`animation.panel.width`, else 800',
    doc: 'the ground goes from 0 to this to the right',
    example: '800',
  },
  'world.height': {
    type: 'number',
    range: { above: 0, max: MAX_COORDINATE },
    unit: 'm',
    derived: '`animation.panel.height`, else 800',
    doc: 'the ground goes from 0 to this upwards',
    example: '800',
  },
  'world.walls': { type: 'boolean', default: 'false', doc: 'whether walls stand around the ground' },
  'world.response': {
    type: 'word',
    words: ['stop', 'bounce', 'none'],
    derived: 'none with `ghost_mode`, else stop',
    doc: 'what robots do when they touch something',
    example: 'bounce',
  },
  ghost_mode: {
    type: 'boolean',
    default: 'false',
    doc: 'whether robots pass through everything: the same as the response none',
  },
  'obstacle<k>': {
    type: 'obstacle',
    doc: 'something in the way: `segment, x1, y1, x2, y2`, `polyline` or `polygon` with the coordinates of its corners, `box, x, y, width, height`, `disc, x, y, radius`, `bitmap, file, x, y, metresPerPixel`',
    example: 'box, 100, 100, 50, 20',
  },
  obstacles: {
    type: 'entries',
    of: 'obstacle',
    doc: 'more of them: a list, or the name of a YAML or JSON file with one',
    example: 'maze.yaml',
  },
  'object<k>': {
    type: 'object',
    doc: 'something that can be sensed: `x, y, size, tag, heat, light, solid`, of which the last may be left out',
    example: '200, 300, 1, lamp, 0, 5',
  },
  objects: {
    type: 'entries',
    of: 'object',
    doc: 'more of them: a list, or the name of a YAML or JSON file with one',
    example: 'lamps.yaml',
  },
} as const satisfies KeyTable<ValueType>;
