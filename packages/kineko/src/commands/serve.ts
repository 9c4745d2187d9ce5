/** `kineko serve`: a world with its port open for controllers. */
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Argv } from 'yargs';
import type { Command } from '../command.js';
import { LOG_CHOICES } from '../results.js';
import { loadScenario, requireSound, type ScenarioArguments, scenarioOptions } from '../scenario-options.js';
import type { ServeChirpOptions } from '../serve-chirp.js';
import type { ExitCode, Surroundings } from '../surroundings.js';
import { diagnosticsOn } from '../terminal/diagnostics.js';
import { UsageError } from '../usage-error.js';

interface Arguments extends ScenarioArguments, ServeChirpOptions {
  readonly world: string;
  readonly seed?: string;
  readonly timeLimit?: string;
}

const VALUE = { type: 'string', requiresArg: true } as const;
const FLAG = { type: 'boolean', default: false } as const;

export const command: Command = {
  options: (argv: Argv) =>
    scenarioOptions(argv)
      .positional('world', {
        type: 'string',
        describe: 'a world of ChirpSim: a JSON file, or a folder with world.json',
      })
      .option('port', { ...VALUE, describe: 'the port for controllers (37875); 0 for any free one' })
      .option('listen', {
        ...VALUE,
        describe: 'the address to listen on, besides this machine only; needs KINEKO_TOKEN',
      })
      .option('speed', { ...VALUE, describe: 'simulated seconds per second (1); max does not wait' })
      .option('lockstep', { ...VALUE, describe: 'wait for every controller: simulated seconds of a tick, as 0.016' })
      .option('controllers', { ...FLAG, describe: 'start the controllers that the world names, and stop them with it' })
      .option('owners', { type: 'boolean', default: true, describe: 'a robot belongs to whoever steered it first' })
      .option('replay', { ...VALUE, describe: 'give the orders of a trace again, without controllers' })
      .option('seed', { ...VALUE, describe: 'the seed of all chance; without it one is drawn, and said' })
      .option('time-limit', { ...VALUE, describe: 'simulated seconds after which it ends' })
      .option('out', { ...VALUE, alias: 'o', describe: 'the folder for results: manifest.json, logs' })
      .option('log', { ...VALUE, choices: LOG_CHOICES, describe: 'what to keep: the Neko log, the exact trace, both' })
      .option('watch', { ...FLAG, describe: 'show it in the browser while it goes' })
      .option('open', { type: 'boolean', default: true, describe: 'with --watch: open the browser' })
      .option('json', { ...FLAG, describe: 'print the result as one JSON object' })
      .option('quiet', { ...FLAG, alias: 'q', describe: 'say nothing but errors' })
      .option('verbose', { alias: 'v', type: 'count', describe: 'say more' })
      .example('$0 serve world.json --controllers', 'a world and the programs that steer its robots')
      .example(
        '$0 serve world.json --lockstep 0.016 --out r --log trace',
        'time waits for the controllers; all is kept',
      )
      .example('$0 serve world.json --replay r/trace.bin', 'the same run again, to the last bit'),
  run: (args, surroundings) => serve(args as unknown as Arguments, surroundings),
};

async function serve(args: Arguments, surroundings: Surroundings): Promise<ExitCode> {
  const diagnostics = diagnosticsOn(surroundings, args);
  const path = await fileOf(args.world, surroundings.cwd);
  const flags = { seed: args.seed, 'simulation.time': args.timeLimit };
  const scenario = await loadScenario(path, args, flags, surroundings, diagnostics);
  await requireSound(scenario, diagnostics);
  if (scenario.door !== 'chirp') {
    throw new UsageError(`${path} is a scenario of ${scenario.door}: there is nothing to serve; kineko run runs it`);
  }
  const { serveChirp } = await import('../serve-chirp.js');
  return serveChirp(scenario, args, surroundings);
}

/** A world may be a folder. */
async function fileOf(path: string, cwd: string): Promise<string> {
  const status = await stat(resolve(cwd, path)).catch(() => undefined);
  return status?.isDirectory() === true ? join(path, 'world.json') : path;
}
