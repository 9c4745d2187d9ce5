import { expect, test } from '@jest/globals';
import { describeResults } from './report.js';

const unknown = (property: string) =>
  describeResults(
    [{ property, verdict: 'unknown', runs: 2, premises: 0, violations: 0, first: undefined }],
    (run) => `run ${run}`,
  );

test('suggests the id of a protocol that is named by its class', () => {
  expect(unknown('total-order protocol=LamportBroadcast')).toContain('did you mean protocol=lamport-broadcast?');
  expect(unknown('total-order protocol=lamport-broadcast')).toBe(
    'total-order protocol=lamport-broadcast: unknown after 2 runs: its premise never occurred\n',
  );
});
