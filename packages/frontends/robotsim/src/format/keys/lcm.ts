/** Keys of Look-Compute-Move runs; their meaning is in the package `lcm`. */
import type { KeyTable } from '@kineko/run/settings';
import type { ValueType } from '../values/values.js';
import { DURATION, OFF, ON } from './rows.js';

const SCHEDULERS = [
  'ssync',
  'fsync',
  'centralized',
  'round-robin',
  'async',
  'async-lc-atomic',
  'async-lc-strict',
  'async-lc-1-bounded',
  'async-cm-atomic',
  'async-move-atomic',
  'async-move-regular',
  'async-move-safe',
  'async-regular',
  'async-safe',
] as const;

export const LCM_KEYS = {
  'lcm.scheduler': {
    type: 'word',
    words: SCHEDULERS,
    default: 'ssync',
    doc: 'which robots are active at a time, and which events of a cycle are one step',
  },
  'lcm.schedule': {
    type: 'file',
    doc: 'activation schedule to play instead of a random one; it must be valid for `lcm.scheduler`, if that is given',
    example: 'adversary.yaml',
  },
  'lcm.fairness': {
    type: 'text',
    default: 'weak',
    doc: '`weak`: every robot acts again and again; `k=3`: at most 3 consecutive steps of one robot; `k-async=3`: during a cycle of one robot, any other begins at most 3',
  },
  'lcm.activation': {
    type: 'number',
    range: { above: 0, max: 1 },
    default: '0.5',
    doc: 'probability that a waiting robot takes part in a step that several robots may share',
  },
  'lcm.phases': {
    type: 'numbers',
    range: { above: 0 },
    default: '1, 1, 1',
    doc: 'mean lengths of waiting, computing and moving, relative to each other, for the `async` schedulers',
  },
  'lcm.round': {
    ...DURATION,
    default: '1',
    doc: 'length of a step: robots look at its start, compute and leave after a quarter, and arrive after three quarters',
  },
  'lcm.rigid': { ...ON, doc: 'whether robots reach their destinations; if not, the scheduler may stop them' },
  'lcm.delta': {
    type: 'number',
    range: { above: 0 },
    unit: 'm',
    default: '1',
    doc: 'minimum length of a move that the scheduler stops, with `lcm.rigid = false`',
  },
  'lcm.tell.delta': { ...OFF, doc: 'whether robots know `lcm.delta`' },
  'lcm.lights': {
    type: 'word',
    words: ['full', 'internal', 'external'],
    doc: 'lights that a robot sees: all, only its own, or only those of others; if not given, as the algorithm declares, else all',
    example: 'external',
  },
  'lcm.lights.initial': {
    type: 'texts',
    default: 'first',
    doc: 'initial lights: `first` of the palette, `equal` or `any` ones at random, or one for each robot',
    example: 'black, white',
  },
  'lcm.frames': {
    type: 'word',
    words: ['none', 'chirality', 'one-axis', 'axes', 'full'],
    default: 'none',
    doc: 'what the coordinate systems of the robots have in common; `full`: everything, also the unit',
  },
  'lcm.unit': { type: 'word', words: ['own', 'common'], default: 'own', doc: 'unit of length of a robot' },
  'lcm.frames.change': {
    type: 'word',
    words: ['per-look', 'fixed'],
    default: 'per-look',
    doc: 'whether a robot gets another coordinate system at each look',
  },
  'lcm.multiplicity': {
    type: 'word',
    words: ['none', 'weak', 'strong'],
    default: 'none',
    doc: 'what robots see of several robots at one point: one robot, that there are many, or their number',
  },
  'lcm.multiplicity.scope': {
    type: 'word',
    words: ['global', 'local'],
    default: 'global',
    doc: 'whether robots see that at all points, or only where they are',
  },
  'lcm.visibility': {
    type: 'text',
    default: 'unlimited',
    doc: 'distance up to which robots see each other, in metres, or `unlimited`',
    example: '10',
  },
  'lcm.obstruction': {
    type: 'word',
    words: ['none', 'points', 'discs'],
    default: 'none',
    doc: 'what hides robots from each other: nothing, a robot on the line between two points, or everything opaque between two discs',
  },
  'lcm.epsilon': {
    type: 'number',
    range: { min: 0, max: 0.001 },
    default: '1e-9',
    doc: 'places that are closer than this share of the spread of all robots are one place',
  },
  'lcm.random': { ...OFF, doc: 'whether robots may use `this.random()`' },
} as const satisfies KeyTable<ValueType>;
