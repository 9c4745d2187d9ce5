/** A thread that runs the engine for a submission, which has its own process. */
import { limitedWorker } from '@kineko/lab/node';
import { FdLines } from '@kineko/robotsim/node';
import { openProgram, ProgramGone } from '@kineko/robotsim/outside';
import { loadEquations } from '@kineko/world';
import { FRONT_ENDS } from './front-ends.js';

export const run = limitedWorker({
  frontEnds: FRONT_ENDS,
  base: import.meta.url,
  openProgram: async ({ input, output }, submission, onReady) => {
    // The engine cannot load anything while the program waits for an answer.
    const motions = /follow|equation/.test(submission.code) ? [await loadEquations()] : [];
    return openProgram(new FdLines(input, output), submission, { onReady, motions }).exports;
  },
  isGone: (error) => error instanceof ProgramGone || (error as NodeJS.ErrnoException).code === 'EPIPE',
});
