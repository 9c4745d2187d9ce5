/** `docs/reference/settings.md`: the keys of the front ends whose files are not configurations. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { loadScenario, type Settings, SettingsScenario } from '@kineko/run';
import { NodeHost, readSource } from '@kineko/run/node';
import { environmentName, type SettingsTable } from '@kineko/run/settings';
import { cellCode, markdownTable } from '@kineko/tools/shared/markdown-table';
import { REPOSITORY } from '@kineko/tools/shared/workspaces';
import { FRONT_ENDS } from '../src/front-ends.js';

const FILE = fileURLToPath(new URL('../../../../docs/reference/settings.md', import.meta.url));

const INTRODUCTION = `# Settings of runs

Keys for \`--set key=value\`, and their environment variables. Flags win over \`--set\`, \`--set\` over the environment, and the environment over the
file. An unknown key is a warning, and an error with \`--strict\`; \`kineko run <file> --print-config\` prints every value, its origin and
all problems. The keys of configurations are in [Configurations](../config.md). \`KINEKO_WRITE=1 npm run jest -- settings-document\` rewrites this page.`;

function tableOf(table: SettingsTable): string {
  const rows = table.patterns.map(({ name, row }) => [
    cellCode(name),
    table.codecOf(row).expects(row),
    row.default ? cellCode(row.default) : row.isNeeded === true ? 'from the file' : '',
    name.includes('<') ? '' : cellCode(environmentName(name)),
    row.doc,
  ]);
  return markdownTable(['key', 'value', 'default', 'variable', 'meaning'], rows);
}

/** The keys of the front end of an example. */
async function tableFor(example: string): Promise<SettingsTable> {
  const host = new NodeHost({ base: import.meta.url });
  const scenario = await loadScenario(await readSource(`${REPOSITORY}examples/${example}`), {
    frontEnds: FRONT_ENDS,
    host,
  });
  if (!(scenario instanceof SettingsScenario)) throw new TypeError(`${example} has no settings`);
  return (scenario as SettingsScenario<Settings<{ seed: number | undefined }>>).settings.table;
}

test('docs/reference/settings.md has every key; KINEKO_WRITE=1 npm run jest -- settings-document rewrites it', async () => {
  const sections = [
    ['Chirp worlds', await tableFor('chirp/line/world.json')],
    ['Plans', await tableFor('plans/warren-24.map')],
    ['DEECo scenarios', await tableFor('deeco/simple-1.xml')],
    ['Environments of the Cooperative Robotics Simulator', await tableFor('crsim/search.xml')],
  ] as const;
  const tables = sections.map(([title, table]) => `## ${title}\n\n${tableOf(table)}`);
  const page = `${[INTRODUCTION, ...tables].join('\n\n')}\n`;
  if (process.env['KINEKO_WRITE'] === '1') writeFileSync(FILE, page);
  expect(readFileSync(FILE, 'utf8')).toBe(page);
});
