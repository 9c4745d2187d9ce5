/** Starts the longest suites first, so that both cores are busy to the end. Jest knows durations only from earlier runs. */
import Sequencer from '@jest/test-sequencer';

/**
 * Suites of more than ten seconds, the longest first. The two suites that run documents share their ports, so they are not
 * adjacent.
 */
const LONGEST = [
  'tools/docs/examples-and-tutorials.test.ts',
  'packages/apps/kineko/test/playground.test.ts',
  'packages/apps/kineko/test/grade-attacks.test.ts',
  'packages/apps/kineko/test/check.test.ts',
  'packages/apps/kineko/test/author-code.test.ts',
  'packages/apps/kineko/test/grade.test.ts',
  'packages/apps/kineko/test/queue.test.ts',
  'packages/apps/kineko/test/editor.test.ts',
  'packages/runtime/neko/test/real-run.test.ts',
  'tools/docs/guides.test.ts',
  'packages/apps/kineko/test/grade-same-run.test.ts',
  'packages/apps/kineko/test/python.test.ts',
  'packages/frontends/robotsim/src/run/pressing.test.ts',
  'packages/apps/kineko/test/claims-document.test.ts',
  'packages/apps/kineko/test/refused-inputs.test.ts',
  'packages/apps/kineko/test/crsim-viewer.test.ts',
  'packages/apps/kineko/test/sweep.test.ts',
  'packages/apps/kineko/test/crsim-panel.test.ts',
  'packages/apps/kineko/test/chirp-page.test.ts',
  'packages/apps/kineko/test/crsim-serve.test.ts',
  'packages/apps/kineko/test/watching.test.ts',
  'packages/apps/kineko/test/killed-runs.test.ts',
  'packages/apps/kineko/test/viewer-reading.test.ts',
  'packages/apps/create-kineko/test/project.test.ts',
];

export default class LongestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => LONGEST.findIndex((end) => path.endsWith(end)) >>> 0;
    // A stable sort, so that all other suites keep the order of Jest.
    return super.sort(tests).sort((a, b) => rank(a) - rank(b));
  }
}
