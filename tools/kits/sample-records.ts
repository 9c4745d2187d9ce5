/** Any number of records like those of a run. */
import type { TraceRecord } from '@kineko/formats/trace';

export function sampleRecord(i: number): TraceRecord {
  const time = i / 7;
  const place = { x: i / 3, y: i / 11, heading: i / 13 };
  switch (i % 3) {
    case 0:
      return {
        type: 'motionRequest',
        time,
        robot: i % 100,
        task: i,
        kind: 'moveTo',
        request: { to: { x: i / 5, y: 1 } },
      };
    case 1:
      return {
        type: 'leg',
        time,
        robot: i % 100,
        leg: { kind: 'line', ...place, start: time, end: time + 1, vx: 1, vy: 0.1 },
      };
    default:
      return { type: 'motionEnd', time, robot: i % 100, task: i, status: 'finished', ...place };
  }
}
