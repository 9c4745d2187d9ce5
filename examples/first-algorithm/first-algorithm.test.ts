import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { runConfig } from 'kineko/testing';

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const readme = read('../../README.md');

test('the README shows this very program and this very configuration', () => {
  expect(readme).toContain(`\`\`\`ts\n${read('gathering.ts')}\`\`\``);
  expect(readme).toContain(`\`\`\`properties\n${read('gathering.config')}\`\`\``);
});

test('the README shows what it gives', async () => {
  const { summary, hash } = await runConfig(new URL('gathering.config', import.meta.url), { seed: 42 });
  expect(readme).toContain(`took    0.1 s, ${summary.events} events`);
  expect(readme).toContain(`moved   ${summary.motionRequests} motions, ${summary.collisions} collisions`);
  expect(readme).toContain(`hash    ${hash}`);
});
