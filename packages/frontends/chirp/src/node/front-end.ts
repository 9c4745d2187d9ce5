/** The front end for ChirpSim's worlds. */
import { VALUE, VALUES } from '@kineko/run';
import { type CliFrontEnd, LAYER_FLAG, LAYERS_FLAG, LOG_CHOICES, LOG_LIMIT_OPTION } from '@kineko/run/console';
import { CHIRP_FILES } from '../format/files.js';

/** Without a default, so that it is known whether it is given. */
const FLAG = { type: 'boolean' } as const;

export const chirpFrontEnd: CliFrontEnd = {
  ...CHIRP_FILES,
  plural: 'Chirp worlds',
  folderFile: 'world.json',
  load: async (source, host) => (await import('../run/scenario.js')).chirp().load(source, host),
  serving: {
    flags: {
      port: { ...VALUE, describe: 'the port for controllers (37875); 0 for any free one' },
      speed: { ...VALUE, describe: 'simulated seconds per second (1); max does not wait' },
      lockstep: { ...VALUE, describe: 'wait for every controller: simulated seconds of a tick, as 0.016' },
      controllers: { ...FLAG, describe: 'start the controllers that the world names, and stop them with it' },
      owners: { ...FLAG, describe: 'a robot belongs to whoever steered it first (--no-owners: to everybody)' },
      replay: { ...VALUE, describe: 'give the orders of a trace again, without controllers' },
      set: { ...VALUES, describe: 'give a key of the configuration another value: --set seed=7 (may be repeated)' },
      'time-limit': { ...VALUE, describe: 'simulated seconds after which it ends' },
      out: { ...VALUE, alias: 'o', describe: 'the folder for results: manifest.json, logs' },
      log: { ...VALUE, choices: LOG_CHOICES, describe: 'what to keep: the Neko log, the exact trace, both' },
      'log-limit': { ...VALUE, describe: `${LOG_LIMIT_OPTION.describe} (${LOG_LIMIT_OPTION.default})` },
      watch: { ...FLAG, describe: 'show it in the browser while it goes' },
      open: { ...FLAG, describe: 'with --watch: open the browser (--no-open prints the address)' },
      layers: { ...LAYERS_FLAG, describe: `with --watch: ${LAYERS_FLAG.describe}` },
      layer: { ...LAYER_FLAG, describe: `with --watch: ${LAYER_FLAG.describe}` },
      json: { ...FLAG, describe: 'print the result as one JSON object' },
      verbose: { alias: 'v', type: 'count', describe: 'say more' },
    },
    examples: [
      ['$0 serve world.json --controllers', 'a Chirp world and the programs that steer its robots'],
      ['$0 serve world.json --lockstep 0.016 --out r --log trace', 'time waits for them; all is kept'],
      ['$0 serve world.json --replay r/trace.bin', 'the same run again, to the last bit'],
    ],
    trialFlags: ({ hasControllers }) => ({ port: '0', watch: true, open: false, controllers: hasControllers }),
    serve: async (request, context) => (await import('./serve-world.js')).serveChirp(request, context),
  },
};
