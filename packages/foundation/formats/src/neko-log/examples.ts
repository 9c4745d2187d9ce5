/** Records for the examples of the table of lines: a motion that ends in a collision, a message. */
import type { RecordOf } from '../trace/records.js';
import { DEGREE } from './degree.js';

export const REQUEST: RecordOf<'motionRequest'> = {
  type: 'motionRequest',
  time: 53.71,
  robot: 9,
  task: 4,
  kind: 'moveTo',
  request: { kind: 'moveTo', x: 400.452, y: 435.529, speed: 3.978, turnRate: 4.761 * DEGREE },
};

export const TURNING: RecordOf<'motionEvent'> = {
  type: 'motionEvent',
  time: 53.71,
  robot: 9,
  task: 4,
  kind: 'moveTo',
  phase: 'turn',
  edge: 'start',
  isLast: false,
  x: 423.319,
  y: 425.888,
  heading: 199.61 * DEGREE,
  toX: 423.319,
  toY: 425.888,
  turn: 317.529 * DEGREE,
  distance: 0,
  turnRate: 4.761 * DEGREE,
  speed: 0,
};

export const GOING: RecordOf<'motionEvent'> = {
  ...TURNING,
  time: 120.404,
  phase: 'forward',
  isLast: true,
  heading: 157.139 * DEGREE,
  toX: 400.452,
  toY: 435.529,
  turn: 0,
  distance: 24.816,
  turnRate: 0,
  speed: 3.978,
};

export const COLLIDED: RecordOf<'motionEnd'> = {
  type: 'motionEnd',
  time: 122.5,
  robot: 9,
  task: 4,
  status: 'collided',
  x: 415.632,
  y: 429.129,
  heading: 157.139 * DEGREE,
  with: { kind: 'robot', id: 1 },
};

export const SEND: RecordOf<'send'> = {
  type: 'send',
  time: 0,
  process: 0,
  message: 1,
  to: [1, 2],
  protocol: 'help',
  messageType: 'GOTO',
  content: { x: 172.6449505651384, y: 157.88363674423255 },
};

export const DELIVER: RecordOf<'deliver'> = { ...SEND, type: 'deliver', time: 0.031, process: 1, from: 0 };
