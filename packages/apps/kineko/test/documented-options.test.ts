import { describe, expect, test } from '@jest/globals';
import { pagesOf } from '@kineko/tools/docs/pages';
import { REPOSITORY } from '@kineko/tools/shared/workspaces';
import { declaredOptions, optionProblems } from './documented-options.js';

const options = await declaredOptions();

test('pages name options that their commands have', () => {
  const pages = pagesOf(REPOSITORY);
  expect(pages.length).toBeGreaterThan(30);
  expect(pages.flatMap((page) => optionProblems(page, options))).toEqual([]);
});

describe('the check of pages', () => {
  const problems = (...lines: string[]): string[] => optionProblems({ path: 'a.md', text: lines.join('\n') }, options);

  test.each([
    [['```sh', 'npx kineko run a.config --sede 1', '```'], ['a.md:2: kineko run has no option --sede']],
    [['```sh', 'kineko run a.config \\', '  --sede 1', '```'], ['a.md:2: kineko run has no option --sede']],
    [['see `kineko check a.config --watch`'], ['a.md:1: kineko check has no option --watch']],
    [['`kineko sweep` takes `--jobs` and `--jbos`'], ['a.md:1: none of sweep has an option --jbos']],
    [['## Sweeps', '`kineko sweep e.yaml`', '', 'With `--watch`'], ['a.md:4: none of sweep has an option --watch']],
    [['With `--watched`'], ['a.md:1: no command has an option --watched']],
    [['| `-z` | what |'], ['a.md:1: no command has an option -z']],
  ])('finds options that no command has: %j', (lines, found) => {
    expect(problems(...lines)).toEqual(found);
  });

  test.each([
    ['```sh', 'kineko run a.config --seed 1 -o r | grep --color x # --nothing', '```'],
    ['```sh', "kineko check a.config -p 'a --b' --no-shrink && npm test -- --other", '```'],
    ['With `--watch`, `--no-open` and `-q`'],
    ['`npm run packages -- --node 22`'],
    ['## Sweeps', '`kineko sweep e.yaml --jobs 2`', '## Others', '`--watch`'],
  ])('accepts options of commands, and those of other programs: %j', (...lines) => {
    expect(problems(...lines)).toEqual([]);
  });
});
