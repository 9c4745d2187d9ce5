/** The front end for ChirpSim's worlds. */
import { VALUE, VALUES } from '@kineko/run';
import { type CliFrontEnd, LAYER_FLAG, LAYERS_FLAG, LOG_CHOICES, LOG_LIMIT_OPTION } from '@kineko/run/console';
import { CHIRP_FILES } from '../format/files.js';

/** Without a default, so that a missing flag is undefined. */
const FLAG = { type: 'boolean' } as const;

export const chirpFrontEnd: CliFrontEnd = {
  ...CHIRP_FILES,
  plural: 'Chirp worlds',
  folderFile: 'world.json',
  load: async (source, host) => (await import('../run/scenario.js')).chirp().load(source, host),
  serving: {
    flags: {
      port: { ...VALUE, describe: 'UDP port for controllers (default: 37875); 0 for any free one' },
      speed: { ...VALUE, describe: 'simulated seconds per second (default: 1), or max' },
      lockstep: { ...VALUE, describe: 'simulated seconds per tick, such as 0.016; wait for every controller' },
      controllers: { ...FLAG, describe: 'start and stop the controllers that the world names' },
      owners: { ...FLAG, describe: 'a robot belongs to its first controller (--no-owners: to all)' },
      replay: { ...VALUE, describe: 'replay the commands of a trace, without controllers' },
      set: { ...VALUES, describe: 'set a key of the configuration: --set seed=7 (may be repeated)' },
      'time-limit': { ...VALUE, describe: 'time limit in simulated seconds' },
      out: { ...VALUE, alias: 'o', describe: 'folder for results: manifest.json, logs' },
      log: { ...VALUE, choices: LOG_CHOICES, describe: 'logs to keep: the Neko log, the exact trace, both' },
      'log-limit': { ...VALUE, describe: `${LOG_LIMIT_OPTION.describe} (${LOG_LIMIT_OPTION.default})` },
      watch: { ...FLAG, describe: 'show the run in the browser' },
      open: { ...FLAG, describe: 'open the browser (with --watch; --no-open prints the address)' },
      layers: { ...LAYERS_FLAG, describe: `${LAYERS_FLAG.describe} (with --watch)` },
      layer: { ...LAYER_FLAG, describe: `${LAYER_FLAG.describe} (with --watch)` },
      json: { ...FLAG, describe: 'print the result as one JSON object' },
      verbose: { alias: 'v', type: 'count', describe: 'print more' },
    },
    examples: [
      ['$0 serve world.json --controllers', 'serve a Chirp world and start its controllers'],
      ['$0 serve world.json --lockstep 0.016 --out r --log trace', 'lock-step; keep the trace'],
      ['$0 serve world.json --replay r/trace.bin', 'replay the run, bit for bit'],
    ],
    trialFlags: ({ hasControllers }) => ({ port: '0', watch: true, open: false, controllers: hasControllers }),
    serve: async (request, context) => (await import('./serve-world.js')).serveChirp(request, context),
  },
};
