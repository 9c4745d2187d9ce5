import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { shellWord } from './shell-word.js';

test.each(['results/neko.log', 'a,b=c', '--at', "it's one", 'two words', '$HOME `id` "x"', ''])(
  'a shell takes %j for one word',
  (text) => {
    expect(execFileSync('sh', ['-c', `printf %s ${shellWord(text)}`], { encoding: 'utf8' })).toBe(text);
  },
);

test('leaves plain words unquoted', () => {
  expect(shellWord('results/neko.log')).toBe('results/neko.log');
});
