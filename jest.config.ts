/** @jest-config-loader esbuild-register */
import type { Config } from 'jest';

const config: Config = {
  testEnvironment: '<rootDir>/tools/jest/environment.js',
  // All cores: Jest would leave one idle, which is half of a small machine.
  maxWorkers: '100%',
  // Node keeps the modules of every suite. A worker that has run a hundred spends its time collecting garbage: one suite took
  // 24 s of processor time at the end of such a worker's life, 4 s in a new one.
  workerIdleMemoryLimit: '512MB',
  // On a busy machine a worker takes longer to end than the half second that Jest grants it.
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
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
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
