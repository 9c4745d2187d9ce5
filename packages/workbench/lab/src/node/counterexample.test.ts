import { expect, test } from '@jest/globals';
import type { JudgeRequest } from '../judging.js';
import { requestOfCase } from './counterexample.js';

test('a case is judged up to its time limit', () => {
  const request: JudgeRequest = {
    scenario: { path: 'x', settings: [], environment: {} },
    seed: 1,
    properties: ['a', 'b'],
    from: 'x',
    until: 60,
  };
  expect(requestOfCase(request, 1, { settings: new Map([['k', 'v']]), seed: 2 })).toMatchObject({
    scenario: { settings: [['k', 'v']] },
    seed: 2,
    properties: ['b'],
    until: 60,
  });
});
