import { expect, test } from '@jest/globals';
import { readAssignment } from './assignment.js';
import { gradeOf, type GradedRun } from './grade.js';

const holds: GradedRun = { seed: 1, verdict: { verdict: 'holds', premises: 3, score: null } };
const late: GradedRun = {
  seed: 2,
  verdict: { verdict: 'violated', premises: 1, score: null, violation: { time: 9, text: 'late', who: [] } },
};
const early: GradedRun = {
  seed: 3,
  verdict: { verdict: 'violated', premises: 1, score: null, violation: { time: 1, text: 'early', who: [] } },
};
const unknown: GradedRun = { seed: 4, verdict: { verdict: 'unknown', premises: 0, score: null } };

test('gives points by the share of passed runs; the worst run is the earliest violation', async () => {
  const assignment = await readAssignment(
    'a.yaml',
    'scenario: s\ntasks: [{ property: speed=1, points: 10 }, { name: two, property: collision }]',
  );
  expect(assignment.tasks[0]!.seeds).toHaveLength(20);
  const grade = gradeOf(assignment, [
    [holds, late, early],
    [holds, holds, unknown],
  ]);
  expect(grade).toMatchObject({
    score: 4,
    of: 11,
    tasks: [
      { points: 3.33, passed: 1, worst: { seed: 3, time: 1, text: 'early' } },
      { name: 'two', points: 0.67, worst: { seed: 4, text: 'the premise of the property never occurred' } },
    ],
    worst: { task: 0, seed: 3 },
  });
  expect(gradeOf(assignment, [[holds], [holds]])).toMatchObject({ score: 11, worst: undefined });
  expect(gradeOf(assignment, [[{ seed: 5, failure: 'boom' }, early], [holds]]).worst).toEqual({ task: 0, seed: 5 });
});
