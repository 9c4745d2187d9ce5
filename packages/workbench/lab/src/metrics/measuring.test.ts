import { expect, test } from '@jest/globals';
import type { TraceRecord } from '@kineko/formats/trace';
import type { Run, RunSummary } from '@kineko/run';
import { Measurement, prepareMetrics } from './measuring.js';

const find = (): Promise<never> => Promise.reject(new Error('no files'));

test('a motion that is under way at the end of a run counts up to the end, not to the last record', async () => {
  const specs = ['distance', 'turning', 'energy'].map(
    (name) => ({ kind: 'named', name, of: name, options: {} }) as const,
  );
  const measurement = new Measurement(await prepareMetrics(specs, find), new Map());
  const at = { x: 0, y: 0, heading: 0, start: 0, end: 100 } as const;
  const records: TraceRecord[] = [
    { type: 'leg', time: 0, robot: 0, leg: { kind: 'line', ...at, vx: 2, vy: 0 } },
    { type: 'leg', time: 0, robot: 1, leg: { kind: 'turn', ...at, turnRate: 0.01 } },
  ];
  for (const record of records) measurement.emit!(record);
  const summary = { simulatedSeconds: 20, processes: 2, messages: { sent: 0, delivered: 0, dropped: 0 } } as RunSummary;
  const run = { summary: () => summary, metrics: () => new Map<string, number>() } as unknown as Run;
  expect(measurement.values(run)).toEqual({ distance: 40, turning: 20, energy: 42 });
});
