/** The front end for ChirpSim's worlds. */
import { VALUE } from '@kineko/run';
import { type CliFrontEnd, SERVED_RUN_FLAGS } from '@kineko/run/console';
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
      lockstep: { ...VALUE, describe: 'simulated seconds per tick, such as 0.016; wait for every controller' },
      controllers: { ...FLAG, describe: 'start and stop the controllers that the world names' },
      owners: { ...FLAG, describe: 'a robot belongs to its first controller (--no-owners: to all)' },
      replay: { ...VALUE, describe: 'replay the commands of a trace, without controllers' },
      ...SERVED_RUN_FLAGS,
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
