/** The keys of plans. */
import { MAX_RADIUS, MIN_RADIUS } from '@kineko/geometry';
import { NetworkSettings } from '@kineko/robotsim/networks';
import { type KeyTable, type RowValues, RUN_KEYS } from '@kineko/run';

const LENGTH = { type: 'number', range: { above: 0, max: 1e6 }, unit: 'm' } as const;

const ROWS = {
  ...RUN_KEYS,
  'plan.map': { type: 'file', doc: 'map of the plan, relative to the plan', example: 'warren-24.map' },
  'plan.scen': { type: 'file', doc: 'starts and goals of the plan, relative to the plan', example: 'warren-24.scen' },
  'plan.file': { type: 'file', doc: 'plan of a problem (a map, a scenario or tasks)', example: 'warren-24.paths.txt' },
  'plan.config': {
    type: 'file',
    doc: 'configuration of the CCBS planner, which gives the radius',
    example: 'config.xml',
  },
  'plan.level': { type: 'text', doc: 'level of a building', example: 'L1' },
  'plan.order': {
    type: 'word',
    words: ['xy', 'rc'],
    doc: 'order of the points of path text: x,y or row,column',
    example: 'rc',
  },
  'plan.execution': {
    type: 'word',
    words: ['clock', 'adg', 'adg-half'],
    derived: 'adg on grids, clock otherwise',
    doc: 'how robots follow the plan: by the clock, whatever happens; or in the order of the plan, by messages (adg), also with stops in the middle of moves (adg-half)',
    example: 'adg-half',
  },
  'plan.force': {
    type: 'boolean',
    default: 'false',
    doc: 'whether adg also runs plans that it cannot keep apart or cannot finish: with conflicts, with rings, on edges that are too near',
  },
  'plan.speed': {
    type: 'number',
    range: { above: 0, max: 1e6 },
    unit: 'm/s',
    derived: 'a cell per step; off the grid, moves take as long as in the plan',
    doc: 'speed of robots that follow a plan by adg',
    example: '2',
  },
  'plan.turnRate': {
    type: 'number',
    range: { min: 0, max: 1e6 },
    unit: '°/s',
    derived: '90° per step if the plan has headings, otherwise 0: robots do not turn',
    doc: 'rate at which robots turn before they move, by adg',
    example: '90',
  },
  'plan.delay': {
    type: 'text',
    doc: 'delays of moves: a probability (by one step), a probability and seconds, or a list of spans [from, until] for each robot, in which it starts no move; also the name of a file with the list',
    example: '0.1 2.5',
  },
  'plan.retry': {
    type: 'number',
    range: { above: 0, max: 1e6 },
    unit: 's',
    default: '1',
    doc: 'time between two attempts to report the progress of a robot, by adg',
  },
  'plan.cell': { ...LENGTH, default: '1', doc: 'length of a cell of a grid' },
  'plan.step': {
    type: 'number',
    range: { above: 0, max: 1e6 },
    unit: 's',
    default: '1',
    doc: 'duration of a step on a grid',
  },
  'plan.radius': {
    ...LENGTH,
    range: { min: MIN_RADIUS, max: MAX_RADIUS },
    derived: 'the radius of the file, else √2/4 of a cell, rounded down',
    doc: 'radius of the robots',
    example: '0.3',
  },
  'plan.slack': {
    type: 'number',
    range: { min: 0, max: 1e6 },
    unit: 'm',
    default: '0',
    doc: 'radius reduction that a clean plan may need; both results are reported',
  },
  'plan.within': {
    type: 'number',
    range: { min: 0, max: 1e6 },
    unit: 'm',
    derived: 'twice the sum of the radii',
    doc: 'distance below which the least distance of each pair is reported',
    example: '1',
  },
  'plan.atGoal': {
    type: 'word',
    words: ['stay', 'vanish'],
    default: 'stay',
    doc: 'whether robots stay where their paths end, or vanish',
  },
  faults: {
    type: 'text',
    doc: 'fault schedule of adg: a list of faults, as in Neko configurations, or the name of a file with one',
    example: '[{kind: crash, at: 3, process: 1}]',
  },
  network: {
    type: 'word',
    words: ['BasicNetwork', 'RandomNetwork', 'MetricNetwork'],
    default: 'BasicNetwork',
    doc: 'network of adg, with the keys of Neko configurations',
  },
} as const satisfies KeyTable;

export class PlanSettings extends NetworkSettings<RowValues<typeof ROWS>> {
  /** Without a value of `network.lambda`, messages arrive at once. */
  constructor() {
    super({ name: 'plan', title: 'Plans', keys: ROWS }, '0');
  }
}
