/** Flags for the logs and the look of a run. The code that reads the look is elsewhere, since it takes a while to load. */
import { NO_LOG_LIMIT, USUAL_LOG_LIMIT } from './log-limit.js';

export const OUTPUT_FLAGS = {
  log: { type: 'string', requiresArg: true, choices: ['none', 'neko', 'trace', 'both', 'mcap'] },
  'log-limit': {
    type: 'string',
    requiresArg: true,
    default: USUAL_LOG_LIMIT,
    describe: `limit of the log and the trace together, such as 500MB; beyond it the run is stopped ('${NO_LOG_LIMIT}': no limit)`,
  },
  layers: {
    type: 'string',
    describe:
      'layers to show, or with a minus to hide (robots,map or --layers=-labels,-trails), or a visualization file (config.xml)',
  },
  layer: {
    type: 'string',
    array: true,
    describe: 'file with a layer of your own: a class with draw(canvas, scene, time, view); may be repeated',
  },
} as const;

export type LogChoice = (typeof OUTPUT_FLAGS.log.choices)[number];
