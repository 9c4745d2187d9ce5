/** `kineko serve`: robots that others steer, from outside. What the file holds decides who they are. */
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isForChirp } from '@kineko/frontends/recognition';
import { headOf, type Scenario } from '@kineko/run';
import { readSource } from '@kineko/run/node';
import type { Argv } from 'yargs';
import type { Command } from '../command.js';
import { giveValues, loadScenario, requireSound } from '../scenario-options.js';
import type { ServeChirpOptions } from '../serve-chirp.js';
import type { ServeCrsimOptions } from '../serve-crsim.js';
import { CHIRP, COMMON, CRSIM, refuseFlagsOf } from '../serve-flags.js';
import type { ExitCode, Surroundings } from '../surroundings.js';
import { diagnosticsOn } from '../terminal/diagnostics.js';

interface Arguments extends ServeCrsimOptions, Partial<ServeChirpOptions> {
  readonly scenario?: string;
  readonly set?: readonly string[];
  readonly timeLimit?: string;
  readonly quiet: boolean;
}

export const command: Command = {
  options: (argv: Argv) =>
    argv
      .positional('scenario', {
        type: 'string',
        describe:
          'an environment model (XML), or a Chirp world (JSON, or a folder with world.json); without it a control panel loads an environment',
      })
      .options(COMMON)
      .options(CRSIM.flags)
      .group(Object.keys(CRSIM.flags), CRSIM.heading)
      .options(CHIRP.flags)
      .group(Object.keys(CHIRP.flags), CHIRP.heading)
      .example('$0 serve one-robot.xml', 'wait for the robots of the model; it runs when all are there')
      .example('$0 serve search.xml --spawn "python3 searcher.py {name}"', 'start the robots, too')
      .example('$0 serve search.xml --robot "*=searcher.ts" --step-pause 100', 'robots in this program, to look on')
      .example('$0 serve', 'wait for a control panel that loads a model')
      .example('$0 serve world.json --controllers', 'a Chirp world and the programs that steer its robots')
      .example('$0 serve world.json --lockstep 0.016 --out r --log trace', 'time waits for them; all is kept')
      .example('$0 serve world.json --replay r/trace.bin', 'the same run again, to the last bit'),
  run: (args, surroundings) => serve(args as unknown as Arguments, surroundings),
};

async function serve(args: Arguments, surroundings: Surroundings): Promise<ExitCode> {
  const file = args.scenario === undefined ? undefined : await fileOf(args.scenario, surroundings.cwd);
  if (file !== undefined && (await isChirp(file, surroundings.cwd))) return serveWorld(file, args, surroundings);
  refuseFlagsOf(CHIRP, args, file === undefined ? 'no file is given' : `${file} is none`);
  const { serveCrsimModel } = await import('../serve-crsim.js');
  return serveCrsimModel({ ...args, model: file }, surroundings);
}

async function serveWorld(file: string, args: Arguments, surroundings: Surroundings): Promise<ExitCode> {
  refuseFlagsOf(CRSIM, args, `${file} is a Chirp world`);
  const { controllers = false, owners = true, watch = false, open = true, json = false, verbose = 0 } = args;
  const options: ServeChirpOptions = { ...args, controllers, owners, watch, open, json, verbose };
  const diagnostics = diagnosticsOn(surroundings, options);
  const flags = { seed: args.seed, 'simulation.time': args.timeLimit };
  const given = { ...(args.set && { set: args.set }) };
  const world = await loadScenario(file, given, flags, surroundings, diagnostics);
  await requireSound(world, diagnostics);
  const { serveChirp } = await import('../serve-chirp.js');
  const settle = (opened: Scenario): void => giveValues(opened, given, flags, surroundings.env, diagnostics);
  return serveChirp(world, options, surroundings, settle);
}

async function isChirp(file: string, cwd: string): Promise<boolean> {
  return isForChirp(headOf(await readSource(cwd === process.cwd() ? file : resolve(cwd, file))));
}

/** A Chirp world may be a folder. */
async function fileOf(path: string, cwd: string): Promise<string> {
  const status = await stat(resolve(cwd, path)).catch(() => undefined);
  return status?.isDirectory() === true ? join(path, 'world.json') : path;
}
