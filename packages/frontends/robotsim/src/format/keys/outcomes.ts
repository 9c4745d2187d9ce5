import type { KeyTable } from '@kineko/run/settings';
import type { ValueType } from '../values/values.js';
import { COUNT, DURATION, OFF, POSITIVE } from './rows.js';

export const ANIMATION_KEYS = {
  animation: { ...OFF, doc: 'whether the run can be watched in the browser' },
  'animation.framerate': {
    ...POSITIVE,
    unit: 'pictures per simulated second',
    doc: 'frame rate of the animation',
    example: '25',
  },
  'animation.panel.width': { ...POSITIVE, doc: 'width of the drawing', example: '800' },
  'animation.panel.height': { ...POSITIVE, doc: 'height of the drawing', example: '800' },
  'animation.logpath': { type: 'file', doc: 'path of the log', example: 'run.log' },
} as const satisfies KeyTable<ValueType>;

export const FINISH_KEYS = {
  'finish.gathered': {
    type: 'number',
    range: { min: 0 },
    unit: 'm',
    doc: 'the run is finished when the centres of all robots lie in a circle of this radius',
    example: '10',
  },
  'finish.collisions': { ...COUNT, doc: 'the run is finished after this number of collisions', example: '100' },
  'finish.messages': { ...COUNT, doc: 'the run is finished after this number of delivered copies', example: '1000' },
  'finish.robots': {
    type: 'word',
    words: ['all', 'any'],
    doc: 'the run is finished when all algorithms, or any of them, are finished',
    example: 'all',
  },
  'finish.condition': {
    type: 'class',
    doc: "the run is finished when an author's own condition holds",
    example: './done.ts',
  },
  'finish.interval': { ...DURATION, default: '1', doc: 'time between two checks of these conditions' },
  metrics: {
    type: 'words',
    words: ['distance', 'turning', 'collisions', 'delays', 'messages', 'latency', 'spread', 'separation'],
    default: '',
    doc: 'metrics of the run: distance, turning, collisions, delays, messages, latency, spread, separation, or files or classes of authors',
    example: 'distance, collisions',
  },
} as const satisfies KeyTable<ValueType>;

export const FREE_KEYS = {
  'parameter.<name>': { type: 'text', doc: "parameter for authors' code, passed on unchanged", example: 'anything' },
} as const satisfies KeyTable<ValueType>;
