import { expect, test } from '@jest/globals';
import { describeResults } from './report.js';

const unknown = (property: string) =>
  describeResults(
    [{ property, verdict: 'unknown', runs: 2, premises: 0, violations: 0, first: undefined }],
    (run) => `run ${run}`,
  );

test('who names a protocol by its class is told what records call it', () => {
  expect(unknown('total-order protocol=LamportBroadcast')).toContain('is protocol=lamport-broadcast meant?');
  expect(unknown('total-order protocol=lamport-broadcast')).toBe(
    'total-order protocol=lamport-broadcast: never applied in 2 runs: what it is about never happened, so nothing is shown\n',
  );
});
