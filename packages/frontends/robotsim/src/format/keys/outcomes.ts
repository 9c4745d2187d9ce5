import type { KeyTable } from '@kineko/run/settings';
import type { ValueType } from '../values/values.js';

const POSITIVE = { above: 0 } as const;

export const ANIMATION_KEYS = {
  animation: { type: 'boolean', default: 'false', doc: 'whether the run is offered to be watched' },
  'animation.framerate': {
    type: 'number',
    range: POSITIVE,
    unit: 'pictures per simulated second',
    doc: 'how often it is drawn',
    example: '25',
  },
  'animation.panel.width': { type: 'number', range: POSITIVE, doc: 'the width of what is drawn', example: '800' },
  'animation.panel.height': { type: 'number', range: POSITIVE, doc: 'the height of what is drawn', example: '800' },
  'animation.logpath': { type: 'file', doc: 'where the log goes', example: 'run.log' },
} as const satisfies KeyTable<ValueType>;

export const FINISH_KEYS = {
  'finish.gathered': {
    type: 'number',
    range: { min: 0 },
    unit: 'm',
    doc: 'the run is finished when the centres of all robots lie in a circle of this radius',
    example: '10',
  },
  'finish.collisions': {
    type: 'integer',
    range: { min: 1 },
    doc: 'the run is finished after so many collisions',
    example: '100',
  },
  'finish.messages': {
    type: 'integer',
    range: { min: 1 },
    doc: 'the run is finished when so many copies have been delivered',
    example: '1000',
  },
  'finish.robots': {
    type: 'word',
    words: ['all', 'any'],
    doc: 'the run is finished when all algorithms, or any, say that they are',
    example: 'all',
  },
  'finish.condition': {
    type: 'class',
    doc: "the run is finished when an author's own condition holds",
    example: './done.ts',
  },
  'finish.interval': {
    type: 'number',
    range: POSITIVE,
    unit: 's',
    default: '1',
    doc: 'time between two looks whether it is',
  },
  metrics: {
    type: 'words',
    words: ['distance', 'turning', 'collisions', 'messages', 'latency', 'spread', 'separation'],
    default: '',
    doc: 'what is measured: distance, turning, collisions, messages, latency, spread, separation, or files or classes of authors',
    example: 'distance, collisions',
  },
} as const satisfies KeyTable<ValueType>;

export const FREE_KEYS = {
  'parameter.<name>': {
    type: 'text',
    doc: "for authors' own use, as it is given",
    example: 'anything',
  },
} as const satisfies KeyTable<ValueType>;
