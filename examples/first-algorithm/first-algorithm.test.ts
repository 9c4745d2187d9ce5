import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const readme = read('../../README.md');

test('the README shows this program and this configuration', () => {
  expect(readme).toContain(`\`\`\`ts file=gathering.ts\n${read('gathering.ts')}\`\`\``);
  expect(readme).toContain(`\`\`\`properties file=gathering.config\n${read('gathering.config')}\`\`\``);
});
