/** The front end for scenarios of the DEECo playground. */
import process from 'node:process';
import { type LogFormat, VALUE, VALUES } from '@kineko/run';
import { type CliFrontEnd, programPaths } from '@kineko/run/console';
import type { ViewerFrontEnd } from '@kineko/viewer';
import { DEECO_FILES, isDeecoLog } from '../format/recognition.js';
import { KeptLog, keptText } from './kept-log.js';

const log: LogFormat = {
  name: 'deeco',
  title: 'a DEECo log',
  ending: 'txt',
  recognises: isDeecoLog,
  reader: async (path) => new (await import('../format/log/records.js')).DeecoRecordReader(path),
  lack: 'a DEECo log has positions, but no motions and collisions; the trace of the run has them (kineko run --log trace)',
  keeper: (emit) => new KeptLog(emit),
  keptText,
};

export const deecoFrontEnd: CliFrontEnd & ViewerFrontEnd = {
  ...DEECO_FILES,
  plural: 'DEECo scenarios',
  logKey: 'logfile',
  log,
  flags: {
    plugin: {
      ...VALUES,
      describe: '.ts or .js file with classes for DEECo scenarios (may be repeated)',
      commands: ['run', 'validate', 'check', 'sweep'],
    },
    'allow-path': {
      ...VALUES,
      describe: 'further folder that a DEECo scenario may access, or file it may replace (may be repeated)',
      commands: ['run', 'validate'],
    },
    engine: {
      ...VALUE,
      describe: 'engine of a DEECo scenario: original (byte-identical logs) or exact',
      commands: ['run'],
      settings: (engine) => ({ engine: engine as string }),
    },
    random: {
      ...VALUE,
      describe: 'random generator of a DEECo scenario: kineko, or java (the draws of java.util.Random)',
      commands: ['run'],
      settings: (random) => ({ random: random as string }),
    },
  },
  load: async (source, host, { cwd = process.cwd(), logs, flags = {} } = {}) => {
    const { deeco } = await import('../run/scenario.js');
    const { TreeFiles } = await import('./tree-files.js');
    const { plugin = [], allowPath } = flags as { readonly [flag: string]: readonly string[] | undefined };
    const files = new TreeFiles({ cwd, allowed: allowPath, logs });
    return deeco({ files, plugins: () => loadPlugins(plugin, cwd) }).load(source, host);
  },
  catalogs: async () => {
    const { BUILT_IN } = await import('../run/registry/built-in.js');
    const kinds = [...new Set(BUILT_IN.map(({ kind }) => kind))];
    const groups = kinds.map((each) => ({
      title: `class of ${each === 'ensemble' ? 'an' : 'a'} ${each}`,
      items: BUILT_IN.filter(({ kind }) => kind === each).map(({ name, aliases, doc }) => ({ name, aliases, doc })),
    }));
    return [{ kind: 'deeco', doc: 'classes of DEECo scenarios', groups }];
  },
  lookFile: {
    ending: '.xml',
    read: async (text, file) => {
      const { readVisualization } = await import('../format/visualization/visualization-reader.js');
      const { lookOfVisualization } = await import('../page/from-visualization.js');
      return lookOfVisualization(await readVisualization(text, file));
    },
  },
};

async function loadPlugins(paths: readonly string[], cwd: string) {
  const { loadModule } = await import('@kineko/run/node');
  const files = await programPaths(paths, cwd);
  return Promise.all(
    paths.map(async (path, i) => ({ path, exports: await loadModule(files[i]!, { base: import.meta.url }) })),
  );
}
