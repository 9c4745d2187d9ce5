/** Records of runs that never were, in shorthand. */
import type { Party, RecordOf, TraceLeg, TraceRecord, TraceValue } from '@kineko/formats/trace';

type Event = RecordOf<'motionEvent'>;

const STANDSTILL = { x: 0, y: 0, heading: 0, toX: 0, toY: 0, turn: 0, distance: 0, turnRate: 0, speed: 0 };

export function request(time: number, robot: number, task = 1): TraceRecord {
  return { type: 'motionRequest', time, robot, task, kind: 'moveTo', request: {} };
}

export function phaseStart(time: number, robot: number, numbers: Partial<Event>): TraceRecord {
  const { toX = numbers.x ?? 0, toY = numbers.y ?? 0 } = numbers;
  const isLast = (numbers.speed ?? 0) !== 0;
  const names = { kind: 'moveTo', phase: isLast ? 'forward' : 'turn', isLast } as const;
  return { type: 'motionEvent', time, robot, task: 1, edge: 'start', ...names, ...STANDSTILL, ...numbers, toX, toY };
}

export function phaseFinish(time: number, robot: number, isLast: boolean, x = 0, y = 0): TraceRecord {
  const names = { kind: 'moveTo', phase: isLast ? 'forward' : 'turn', isLast } as const;
  return { type: 'motionEvent', time, robot, task: 1, edge: 'finish', ...names, ...STANDSTILL, x, y, toX: x, toY: y };
}

export function end(
  time: number,
  robot: number,
  status: RecordOf<'motionEnd'>['status'],
  at: { readonly x?: number; readonly y?: number; readonly with?: Party; readonly by?: string } = {},
): TraceRecord {
  return { type: 'motionEnd', time, robot, task: 1, status, x: 0, y: 0, heading: 0, ...at };
}

export function leg(robot: number, given: TraceLeg): TraceRecord {
  return { type: 'leg', time: given.start, robot, leg: given };
}

export function line(start: number, end: number, vx: number, vy = 0): TraceLeg {
  return { kind: 'line', x: 0, y: 0, heading: 0, start, end, vx, vy };
}

export function rest(start: number): TraceLeg {
  return { kind: 'rest', x: 0, y: 0, heading: 0, start, end: Infinity };
}

const MESSAGE = { protocol: 'app', messageType: 'PING', content: null };

export function send(
  time: number,
  process: number,
  message: number,
  to: readonly number[],
  more: { readonly protocol?: string; readonly messageType?: string; readonly content?: TraceValue } = {},
): TraceRecord {
  return { type: 'send', time, process, message, to, ...MESSAGE, ...more };
}

export function deliver(
  time: number,
  process: number,
  from: number,
  message: number,
  to: readonly number[] = [process],
  more: { readonly protocol?: string; readonly messageType?: string } = {},
): TraceRecord {
  return { type: 'deliver', time, process, message, from, to, ...MESSAGE, ...more };
}

export function drop(time: number, process: number, from: number, message: number, reason = 'lost'): TraceRecord {
  return { type: 'drop', time, process, message, from, messageType: 'PING', reason };
}

export function noted(time: number, process: number, message: string, protocol = 'atomic'): TraceRecord {
  return { type: 'protocolEvent', time, process, protocol, event: 'deliver', value: { message } };
}
