/** Knip applies one key of `workspaces` to a package, the most specific one: each package gets a key of its own here. */
import { basename } from 'node:path';
import type { KnipConfig } from 'knip';
import { packagesIn, REPOSITORY } from './tools/shared/workspaces.js';

interface Parts {
  readonly entry?: string[];
  readonly ignoreDependencies?: string[];
  readonly ignoreUnresolved?: string[];
}

/** Entries of a package beyond the common ones, by the name of its folder. */
const special: Readonly<Record<string, Parts>> = {
  // Optional, on purpose.
  lab: { ignoreDependencies: ['bullmq', 'ioredis'] },
  interop: { ignoreDependencies: ['@mcap/core', '@foxglove/.*'] },
  // The bundler starts from pages, and loads the reader of visualization files when it is needed.
  crsim: { entry: ['src/page/*/main.tsx'] },
  deeco: { entry: ['src/page/visualization-reader.ts'] },
  playground: {
    entry: ['src/page/main.tsx', 'src/confinement/frame.ts', 'src/simulator/main.ts'],
    // Made by tools/playground.
    ignoreUnresolved: ['^kineko:'],
  },
  kineko: {
    entry: [
      'src/{index,cli,crsim,deeco,engine,formats,lab,register,testing,viewer,lab-worker,grade-worker}.ts',
      'src/page/{viewer,editor,reader,debugger}.ts',
      'src/watchdog/watchdog-worker.ts',
      'src/submission/submission-program.ts',
    ],
    // The bundle imports them: tools/bundle compares what it imports with what is listed.
    ignoreDependencies: ['^(?!@kineko/|create-kineko)'],
  },
};

const packages = packagesIn(REPOSITORY).map(({ path }) => {
  const { entry = [], ...rest } = special[basename(path)] ?? {};
  return [
    path,
    {
      // The last are programs that tests start.
      entry: ['{bench,soak}/*{.bench,.soak,-figures}.ts', 'test/{real-slave,*-apart,load-author-files}.ts', ...entry],
      project: ['{src,test,bench,soak}/**/*.{ts,tsx}'],
      ...rest,
    },
  ] as const;
});

const config: KnipConfig = {
  // A type in a signature is part of it, even if no other file names it.
  ignoreExportsUsedInFile: { interface: true, type: true },
  ignoreBinaries: ['ffmpeg', 'apt-get', 'mkfifo', 'prlimit', 'ps'],
  // Addresses from where benchmarks are when they are built.
  ignoreUnresolved: ['^(\\.\\./)+packages/'],
  workspaces: {
    '.': {
      entry: ['examples/**/*.ts'],
      project: ['examples/**/*.ts'],
      // Started as a program, named in Jest's configuration, and a dependency of the package `world`, whose exports the playground asks for.
      ignoreDependencies: ['@arethetypeswrong/cli', 'esbuild-register', '@dimforge/rapier2d-deterministic-compat'],
    },
    ...Object.fromEntries(packages),
    docs: {
      entry: ['.vitepress/config.ts', '.vitepress/theme/*.ts'],
      project: ['.vitepress/**/*.ts'],
    },
    tools: {
      entry: ['*/main.ts', 'bench/{worker,yardstick}.ts', 'packages/declarations.js'],
      project: ['**/*.{ts,js}'],
    },
  },
};

export default config;
