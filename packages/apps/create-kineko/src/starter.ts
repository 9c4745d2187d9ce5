export interface StarterNames {
  /** SwarmSearch */
  readonly className: string;
  /** swarm-search */
  readonly fileName: string;
}

export interface Starter {
  /** Texts by file name. */
  readonly files: Readonly<Record<string, string>>;
  /** Commands to try next. */
  readonly next: readonly string[];
}

/** Accepts SwarmSearch, swarm-search, swarm_search and "swarm search". */
export function starterNames(name: string): StarterNames {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
  return {
    className: words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join(''),
    fileName: words.join('-'),
  };
}

/** Runs TypeScript tests with Node's test runner. */
export const testCommand = (files: string): string => `node --import kineko/register --test ${files}`;

interface StarterParts {
  readonly program: string;
  readonly config: string;
  /** The test, or a sentence and the lines that test it besides the determinism of the configuration. */
  readonly test: string | readonly [sentence: string, lines: readonly string[]];
  /** The command to try first. */
  readonly run: string;
}

/** A program, a configuration and a test, which have one name. */
export function starterOf(fileName: string, { program, config, test, run }: StarterParts): Starter {
  const testFile = `${fileName}.test.ts`;
  return {
    files: {
      [`${fileName}.ts`]: program,
      [`${fileName}.config`]: config,
      [testFile]: typeof test === 'string' ? test : testOf(fileName, ...test),
    },
    next: [run, testCommand(testFile)],
  };
}

/** A test of a configuration, and of its determinism. */
function testOf(fileName: string, sentence: string, lines: readonly string[]): string {
  return `import assert from 'node:assert/strict';
import test from 'node:test';
import { runConfig } from 'kineko/testing';

const config = new URL('${fileName}.config', import.meta.url);

test('${sentence}', async () => {
${lines.map((line) => `  ${line}\n`).join('')}});

test('the same seed gives the same run', async () => {
  assert.equal((await runConfig(config, { seed: 3 })).hash, (await runConfig(config, { seed: 3 })).hash);
});
`;
}
