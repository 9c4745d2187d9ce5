/** Checks that errors in a page are found; the other tests run the pages without errors. */
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { pageOf } from './pages.js';
import { Program } from './program.js';
import { runPage } from './run-page.js';
import { REPOSITORY } from '../shared/workspaces.js';

const program = new Program(join(REPOSITORY, 'tools', 'dist', 'docs', 'program-host.js'), 600_000);
afterAll(() => program.close());

/** Runs a page of blocks, each given by the text after its fence and its content. */
function run(...blocks: readonly (readonly [info: string, text: string])[]): Promise<void> {
  const text = blocks.map(([info, content]) => `\`\`\`${info}\n${content}\n\`\`\`\n`).join('');
  return runPage(pageOf('a.md', text), { repository: REPOSITORY, program, timeLimitMs: 600_000 });
}

const SERVER = `node -e "require('net').createServer().listen(0, '127.0.0.1', () => console.log('ready on port 1'))"`;

test('files are written, folders and variables are kept from block to block', async () => {
  await expect(
    run(
      ['csv file=data/a.csv', '1,2'],
      ['sh', 'cd data\nexport WORD=found'],
      ['sh', 'echo "$WORD: $(cat a.csv)"'],
      ['text output', 'found: 1,2'],
    ),
  ).resolves.toBeUndefined();
});

test('what is printed must be what the page says', async () => {
  await expect(run(['sh', 'echo one\necho two'], ['text output', 'one\nthree'])).rejects.toThrow(
    'a.md:5: the page says: three\nprinted:\n  one\n  two',
  );
});

test.each([
  ['a command that fails', 'true\nfalse', 'ended with exit code 1 instead of 0'],
  ['one that fails otherwise', 'sh -c "exit 4" # exit 3', 'ended with exit code 4 instead of 3'],
  ['one that should fail', 'true # exit 2', 'ended with exit code 0 instead of 2'],
  ['a start of the program', 'npx kineko list nothing', 'ended with exit code 2 instead of 0'],
])('%s is reported with its line', async (_what, commands, problem) => {
  await expect(run(['sh', commands])).rejects.toThrow(problem);
  await expect(run(['sh', commands])).rejects.toThrow(/^a\.md:\d+: /);
});

test('what serves is stopped at once, or by the block that stops it', async () => {
  await expect(run(['sh serves', SERVER], ['text output', 'ready on port …'])).resolves.toBeUndefined();
  await expect(run(['sh serves', SERVER], ['sh stops', 'echo hello'])).resolves.toBeUndefined();
});

test('reports a server that ends without having served', async () => {
  await expect(run(['sh serves', 'echo nothing'])).rejects.toThrow('the server ended before it was ready\nnothing');
});

test('a fragment of a configuration must be valid', async () => {
  await expect(run(['properties', 'robot.size = 3'])).resolves.toBeUndefined();
  await expect(run(['yaml', 'robot.size: wide'])).rejects.toThrow('robot.size');
});

test('a module that is written again is loaded again', async () => {
  const config = 'process.num = 1\nrobot.algorithm = ./a.ts\nbornpoint1 = 1, 1\nsimulation.time = 1';
  const module = (word: string): string =>
    `import { AbstractAlgorithm } from 'kineko';\nexport class A extends AbstractAlgorithm { doMotion() { this.logger.info('${word}'); this.finish(); } }`;
  const command = ['sh', 'kineko run a.config -v'] as const;
  await expect(
    run(
      ['properties file=a.config', config],
      ['ts file=a.ts', module('first')],
      command,
      ['text output', '…\n…first\n…'],
      ['ts file=a.ts', module('second')],
      command,
      ['text output', '…\n…second\n…'],
    ),
  ).resolves.toBeUndefined();
});
