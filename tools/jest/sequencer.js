/** Starts the longest suites first, so that both cores are busy to the end. Jest knows durations only from earlier runs. */
import Sequencer from '@jest/test-sequencer';

/** Those that take longest, by the end of their path. */
const LONGEST = [
  'kineko/test/check.test.ts',
  'kineko/test/grade-attacks.test.ts',
  'docs/guides.test.ts',
  'docs/examples-and-tutorials.test.ts',
  'docs/all-pages.test.ts',
  'kineko/test/author-code.test.ts',
  'kineko/test/grade-same-run.test.ts',
  'kineko/test/grade.test.ts',
  'kineko/test/sweep.test.ts',
  'kineko/test/refused-inputs.test.ts',
  'kineko/test/playground.test.ts',
  'kineko/test/queue.test.ts',
  'neko/test/real-run.test.ts',
  'robotsim/src/pressing.test.ts',
  'kernel/src/task-stress.test.ts',
  'kineko/test/killed-runs.test.ts',
  'kineko/test/editor.test.ts',
];

export default class LongestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => LONGEST.findIndex((end) => path.endsWith(end)) >>> 0;
    // Stable, so that all others stay as Jest has sorted them.
    return super.sort(tests).sort((a, b) => rank(a) - rank(b));
  }
}
