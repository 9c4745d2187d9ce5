/** Starts the longest suites first, so that no core is idle while the last one runs. Others go by the size of their file. */
import { TestSequencer } from '@jest/test-sequencer';
