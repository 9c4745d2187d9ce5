/** A thread for a student's algorithm, with limits on time and memory. */
import { runLimited } from '@kineko/lab/node';
import { doors } from './doors.js';

await runLimited({ doors: (plugins) => doors({}, { plugins }), base: import.meta.url });
