/** The front-ends that this program knows: the one list of them. */
import type { FrontEnd } from '@kineko/run';
import type { Surroundings } from './surroundings.js';

export interface DoorOptions {
  /** What relative paths are relative to. */
  readonly cwd?: string | undefined;
  /** Whether scenarios may write the logs that they name. */
  readonly keepsLogs?: boolean | undefined;
  /** Folders that scenarios may reach besides their own. */
  readonly allowedPaths?: readonly string[] | undefined;
  /** Modules with classes for scenarios, from the command line. */
  readonly plugins?: readonly string[] | undefined;
}

export async function doors(env: Surroundings['env'], options: DoorOptions = {}): Promise<readonly FrontEnd[]> {
  const { robotsim } = await import('@kineko/robotsim');
  return [
    robotsim({
      real: async () => {
        const { realRuns } = await import('@kineko/robotsim/node');
        return realRuns({ token: env['KINEKO_TOKEN'] });
      },
    }),
    await deecoDoor(options),
  ];
}

/** The door itself is loaded when a file is recognised: few runs are of this kind. */
async function deecoDoor({
  cwd = process.cwd(),
  keepsLogs,
  allowedPaths,
  plugins = [],
}: DoorOptions): Promise<FrontEnd> {
  const { isDeecoScenario } = await import('@kineko/formats/deeco');
  return {
    name: 'deeco',
    title: 'scenarios of the DEECo playground (XML)',
    recognises: (head) => isDeecoScenario(head),
    load: async (source, host) => {
      const { deeco } = await import('@kineko/frontends/deeco');
      const { TreeFiles } = await import('./deeco-files.js');
      const files = new TreeFiles({ cwd, allowed: allowedPaths, keepsLogs });
      return deeco({ files, plugins: () => loadPlugins(plugins, cwd) }).load(source, host);
    },
  };
}

async function loadPlugins(paths: readonly string[], cwd: string) {
  const { resolve } = await import('node:path');
  const { loadModule } = await import('@kineko/run/node');
  return Promise.all(
    paths.map(async (path) => ({ path, exports: await loadModule(resolve(cwd, path), { base: import.meta.url }) })),
  );
}
