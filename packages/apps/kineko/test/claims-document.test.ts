/** `docs/claims.md`: published claims, checked by the commands that the page names. */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { grouped } from '@kineko/run';
import { cellCode, markdownTable } from '@kineko/tools/shared/markdown-table';
import { REPOSITORY } from '@kineko/tools/shared/workspaces';
import { type Claim, type ClaimCheck, CLAIMS, CONFIGS } from './claims.js';
import { Workspace } from './command-line.js';

const FILE = `${REPOSITORY}docs/claims.md`;

const INTRODUCTION = `# Published claims, checked

The theory of [Look-Compute-Move robots](concepts/look-compute-move.md) has many results, and published proofs are known to be fragile. This page lists claims, the command that checks each
of them, and its result. \`P\` and "0 of n" are complete answers: all states, or all tables of a class, were explored. Both stand for the abstraction of two robots that
the explorer uses; every F is also replayed in exact rational numbers. "holds" is the same for all activation schedules of some starts. No claim is refuted. \`KINEKO_WRITE=1 npm run jest -- claims-document\` rewrites this page.`;

interface MatrixCell {
  readonly verdict: 'P' | 'F';
  readonly states: number;
}

interface Enumeration {
  readonly tables: number;
  readonly passing: number;
}

const workspace = new Workspace(CONFIGS);

/** A check of all schedules, or of random runs. */
interface Checked {
  readonly results: readonly { readonly verdict: string; readonly states?: number; readonly runs?: number }[];
}

interface Outcome {
  readonly isAsExpected: boolean;
  readonly text: string;
}

/** Schedules that were saved, by command. */
const counterexamples = new Map<string, string>();
const outcomes = new Map<string, Promise<Outcome>>();

function outcome(check: ClaimCheck): Promise<Outcome> {
  const known = outcomes.get(check.command) ?? run(check);
  outcomes.set(check.command, known);
  return known;
}

async function run({ command, expects }: ClaimCheck): Promise<Outcome> {
  // Threads would load all modules again.
  const jobs = command.includes('--seeds') ? ['--jobs', '1'] : [];
  const { code, stdout, stderr } = await workspace.kineko([...wordsOf(command), ...jobs, '--json']);
  expect([code, stderr]).toEqual([expects === 'violated' ? 3 : 0, '']);
  if (expects === 'violated') counterexamples.set(command, workspace.text('plane.schedule.yaml'));
  const result = JSON.parse(stdout) as readonly MatrixCell[] | Enumeration | Checked;
  if ('results' in result) {
    const { verdict, states, runs = 0 } = result.results.find((each) => each.verdict !== expects) ?? result.results[0]!;
    const text = verdict === 'violated' ? 'apart forever' : verdict;
    return {
      isAsExpected: verdict === expects,
      text: `${text}, ${states === undefined ? `${runs} runs` : `${grouped(states)} states`}`,
    };
  }
  if ('tables' in result) {
    return { isAsExpected: result.passing === expects, text: `${result.passing} of ${grouped(result.tables)} tables` };
  }
  const verdicts = result.map(({ verdict }) => verdict);
  const states = result.reduce((sum, cell) => sum + cell.states, 0);
  return {
    isAsExpected: verdicts.every((each) => each === expects),
    text: `${verdicts.join(' ')}, ${grouped(states)} states`,
  };
}

/** The search whose counterexample the page shows. */
const SHOWN = 'check plane.config -p gathered-at-point --search exhaustive';

async function counterexample(): Promise<string> {
  await outcome({ command: SHOWN, expects: 'violated' });
  return counterexamples.get(SHOWN)!;
}

/** One after the other: commands load modules, which Jest cannot do twice at once. */
async function rowsOf({ id, claim, source, checks, note }: Claim): Promise<string[][]> {
  const what = `${claim}${note === undefined ? '' : ` (${note})`}; ${source}`;
  const rows: string[][] = [];
  for (const check of checks) {
    const head = rows.length === 0 ? [String(id), what] : ['', ''];
    rows.push([...head, cellCode(`kineko ${check.command}`), (await outcome(check)).text]);
  }
  return rows;
}

/** Arguments as a shell splits them. */
function wordsOf(command: string): string[] {
  return Array.from(command.matchAll(/"([^"]*)"|\S+/g), ([word, quoted]) => quoted ?? word);
}

test('docs/claims.md has the results of all checks; KINEKO_WRITE=1 npm run jest -- claims-document rewrites it', async () => {
  const checked: string[][] = [];
  for (const claim of CLAIMS) checked.push(...(await rowsOf(claim)));
  const open = CLAIMS.filter(({ checks }) => checks.length === 0);
  const page = `${[
    INTRODUCTION,
    '## Checked',
    markdownTable(['', 'claim', 'command', 'result'], checked),
    'The configurations:',
    ...Object.entries(CONFIGS).map(([name, text]) => `\`\`\`properties file=${name}\n${text}\`\`\``),
    'Four robots in two towers are kept apart by activating one tower after the other, as the schedule in the saved file does:',
    `\`\`\`sh\nnpx kineko ${SHOWN} # exit 3\ncat plane.schedule.yaml\n\`\`\``,
    `\`\`\`text output\n…\n${await counterexample()}\`\`\``,
    '## Not checked',
    'Claims that cannot be expressed yet, and why.',
    markdownTable(
      ['', 'claim', 'reason'],
      open.map(({ id, claim, source, note }) => [String(id), `${claim}; ${source}`, note ?? '']),
    ),
  ].join('\n\n')}\n`;
  if (process.env['KINEKO_WRITE'] === '1') writeFileSync(FILE, page);
  expect(readFileSync(FILE, 'utf8')).toBe(page);
});

describe('no published claim is refuted', () => {
  const checks = CLAIMS.flatMap(({ id, checks: own }) => own.map((check) => [id, check.command, check] as const));
  test.each(checks)('claim %i: kineko %s', async (_id, _command, check) => {
    expect(await outcome(check)).toMatchObject({ isAsExpected: true });
  });
});
