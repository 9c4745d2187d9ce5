/** The front-ends that this program knows: the one list of them. */
import process from 'node:process';
import { escapeText } from '@kineko/formats/problem';
import { isForChirp, isForCrsim, isForDeeco, lackOfChirpWorld } from '@kineko/frontends/recognition';
import type { Knobs, Variation } from '@kineko/lab';
import type { FrontEnd } from '@kineko/run';
import type { LogBudget } from '@kineko/run/node';
import type { RobotsimKnobsOptions } from './robotsim-knobs.js';
import type { Surroundings } from './surroundings.js';

export interface DoorOptions {
  /** What relative paths are relative to. */
  readonly cwd?: string | undefined;
  /** Of the logs that scenarios write in a form of their own; without it they keep none. */
  readonly logs?: LogBudget | undefined;
  /** Folders that scenarios may reach besides their own. */
  readonly allowedPaths?: readonly string[] | undefined;
  /** Modules with classes for scenarios, from the command line. */
  readonly plugins?: readonly string[] | undefined;
  /** Where goes what the programs of robots print. */
  readonly stderr?: Surroundings['stderr'] | undefined;
}

/** Each is loaded when a file is for it: a run needs one of them. */
export async function doors(env: Surroundings['env'], options: DoorOptions = {}): Promise<readonly FrontEnd[]> {
  const { robotsim } = await import('@kineko/robotsim');
  return [
    robotsim({
      real: async () => {
        const { realRuns } = await import('@kineko/robotsim/node');
        return realRuns({ token: env['KINEKO_TOKEN'] });
      },
    }),
    {
      name: 'deeco',
      title: 'scenarios of the DEECo playground (XML)',
      recognises: isForDeeco,
      load: async (source, host) => (await deecoDoor(options)).load(source, host),
    },
    {
      name: 'crsim',
      title: 'environments of the Cooperative Robotics Simulator (XML), and records of their runs',
      recognises: isForCrsim,
      load: async (source, host) => (await crsimDoor(options)).load(source, host),
    },
    {
      name: 'chirp',
      title: 'worlds of ChirpSim (JSON)',
      recognises: isForChirp,
      lacks: lackOfChirpWorld,
      load: async (source, host) => {
        const { chirp } = await import('@kineko/frontends/chirp');
        return chirp().load(source, host);
      },
    },
  ];
}

async function deecoDoor({ cwd = process.cwd(), logs, allowedPaths, plugins = [] }: DoorOptions): Promise<FrontEnd> {
  const { deeco } = await import('@kineko/frontends/deeco');
  const { TreeFiles } = await import('./deeco-files.js');
  const files = new TreeFiles({ cwd, allowed: allowedPaths, logs });
  return deeco({ files, plugins: () => loadPlugins(plugins, cwd) });
}

async function loadPlugins(paths: readonly string[], cwd: string) {
  const { loadModule } = await import('@kineko/run/node');
  const { programPaths } = await import('./program-files.js');
  const files = await programPaths(paths, cwd);
  return Promise.all(
    paths.map(async (path, i) => ({ path, exports: await loadModule(files[i]!, { base: import.meta.url }) })),
  );
}

async function crsimDoor({ cwd = process.cwd(), stderr = process.stderr }: DoorOptions): Promise<FrontEnd> {
  const { crsim } = await import('@kineko/frontends/crsim');
  return crsim({
    clock: wallTime,
    starter: async () => {
      const { robotStarter } = await import('@kineko/frontends/crsim/node');
      const printed = (robot: string, line: string): void => void stderr.write(`${escapeText(`${robot}: ${line}`)}\n`);
      return robotStarter({ cwd, printed });
    },
  });
}

/** For deadlines; the server's clock would bring all of the server along. */
const wallTime = {
  now: () => performance.now(),
  after: (ms: number, action: () => void) => {
    const timer = setTimeout(action, ms).unref();
    return () => clearTimeout(timer);
  },
};

/** What the lab may change about the scenarios of a front-end; undefined if that is not known. */
export async function knobsOf(
  door: string,
  variations: ReadonlySet<Variation>,
  options: RobotsimKnobsOptions = {},
): Promise<Knobs | undefined> {
  if (door !== 'robotsim') return undefined;
  const { robotsimKnobs } = await import('./robotsim-knobs.js');
  return robotsimKnobs(variations, options);
}
