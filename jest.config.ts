/** @jest-config-loader esbuild-register */
import { availableParallelism } from 'node:os';
import type { Config } from 'jest';

const config: Config = {
  testEnvironment: '<rootDir>/tools/jest/environment.js',
  runtime: '<rootDir>/tools/jest/runtime.js',
  // More than there are cores, because many tests wait for programs, pages and time limits.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  // Node keeps the modules of every suite: in a worker with many of them, garbage collection takes longer than the tests.
  workerIdleMemoryLimit: '1GB',
  // Jest grants half a second. A worker needs longer on a busy machine, and if it exceeds the memory limit after its last suite,
  // because Jest then starts a new one before it ends.
  workerGracefulExitTimeout: 60_000,
  testSequencer: '<rootDir>/tools/jest/sequencer.js',
  // The only limit, against tests that hang: a machine with other things to do may take its time.
  testTimeout: 1_200_000,
  testMatch: [
    '<rootDir>/packages/**/{src,test}/**/*.test.ts',
    '<rootDir>/tools/**/*.test.ts',
    '<rootDir>/examples/**/*.test.ts',
  ],
  modulePathIgnorePatterns: ['<rootDir>/build/', '<rootDir>/.*/dist/'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  // Packages are tested from their sources: no build stands between an edit and its test.
  testEnvironmentOptions: { customExportConditions: ['@kineko/source', 'node', 'node-addons'] },
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // One file in place of six hundred, if the program has been built.
    '^mathjs/number$': ['<rootDir>/build/mathjs.js', 'mathjs/number'],
  },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
    ],
    '^.+\\.tsx$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic', importSource: 'preact' } },
        },
        module: { type: 'es6' },
      },
    ],
  },
};

export default config;
