import type { RecordOf, TraceLeg, TraceRecord } from '@kineko/formats/trace';
import { Scene } from '@kineko/viewer';

/** A scene of some records. */
export function sceneOf(...records: readonly TraceRecord[]): Scene {
  const scene = new Scene();
  for (const record of records) scene.add(record);
  return scene;
}

/** A robot that enters at the start. */
export function robot(id: number, x: number, y: number, more: Partial<RecordOf<'robot'>> = {}): RecordOf<'robot'> {
  return { type: 'robot', time: 0, robot: id, radius: 5, x, y, heading: 0, tag: '', ...more };
}

export function leg(robotId: number, its: TraceLeg): RecordOf<'leg'> {
  return { type: 'leg', time: its.start, robot: robotId, leg: its };
}

export function send(time: number, from: number, to: readonly number[], message: number): RecordOf<'send'> {
  return { type: 'send', time, process: from, message, to, protocol: 'app', messageType: 'PING', content: null };
}

export function deliver(time: number, from: number, to: number, message: number): RecordOf<'deliver'> {
  return {
    type: 'deliver',
    time,
    process: to,
    message,
    from,
    to: [to],
    protocol: 'app',
    messageType: 'PING',
    content: null,
  };
}

export function drop(time: number, from: number, to: number, message: number): RecordOf<'drop'> {
  return { type: 'drop', time, process: to, message, from, messageType: 'PING', reason: 'loss' };
}
