/** The command `npm run soak`, separate from its process, so that it can be tested. */
import {
  findAll,
  type Found,
  type Kind,
  matching,
  messageOf,
  type Output,
  parseFlags,
  UsageError,
} from '../shared/found-files.js';
import type { Soak, SoakCounts } from './soak.js';

export const usage = `Usage: npm run soak -- [options]

Runs the long checks of every packages/*/soak/*.soak.ts, seed by seed. A check that fails is stopped there, with the
command that repeats it; the others continue.

  --seeds <a..b>   these seeds (or one: --seeds 7) instead of the default of each check
  --filter <text>  only checks whose name or file contains the text
  --list           name the checks and run nothing
  --help           this text

Examples:
  npm run soak
  npm run soak -- --filter contact --seeds 100..200
`;

export interface SoakContext {
  /** The folder that holds the built `packages/<package>/soak/<topic>.soak.js`. */
  readonly buildFolder: string;
  readonly stdout: Output;
  readonly stderr: Output;
}

type FoundSoak = Found<Soak>;

const SOAKS: Kind<Soak> = {
  name: 'soak',
  exported: 'soaks',
  explained: 'Soak (tools/soak/soak.ts)',
  isOne: isSoak,
};

/** Both included. */
interface Seeds {
  readonly from: number;
  readonly to: number;
}

/** Returns the exit code: 0, 1 if a check failed, 2 for an invalid request. */
export async function runSoak(args: readonly string[], context: SoakContext): Promise<number> {
  const { stdout, stderr } = context;
  try {
    const options = parseFlags(args, FLAGS, usage);
    if (options.help) {
      stdout.write(usage);
      return 0;
    }
    const seeds = options.seeds === undefined ? undefined : parseSeeds(options.seeds);
    const { found, failures } = await findAll(context.buildFolder, SOAKS);
    // If a file cannot be loaded, the others still run.
    for (const failure of failures) stderr.write(`soak: ${failure}\n`);
    const chosen = matching(found, options.filter, 'check', described);
    const allWell = options.list ? list(chosen, stdout) : await runAll(chosen, seeds, context);
    return allWell && failures.length === 0 ? 0 : 1;
  } catch (error) {
    stderr.write(`soak: ${messageOf(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

const FLAGS = {
  seeds: { type: 'string' },
  filter: { type: 'string' },
  list: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

function parseSeeds(text: string): Seeds {
  const match = /^(\d{1,15})(?:\.\.(\d{1,15}))?$/.exec(text);
  const from = Number(match?.[1]);
  const to = Number(match?.[2] ?? match?.[1]);
  if (!(from <= to)) {
    throw new UsageError(`--seeds ${text}: give a first and a last seed, whole numbers in that order, as in 1..20`);
  }
  return { from, to };
}

function isSoak(value: unknown): value is Soak {
  const { name, seeds, run } = (value ?? {}) as Partial<Soak>;
  return typeof name === 'string' && typeof seeds === 'number' && typeof run === 'function';
}

function described({ file, item: soak }: FoundSoak): string {
  return `${soak.name} (${file})`;
}

function list(found: readonly FoundSoak[], stdout: Output): boolean {
  for (const each of found) stdout.write(`${described(each)}, seeds 1..${each.item.seeds}\n`);
  return true;
}

/** Returns whether every check passed. */
async function runAll(found: readonly FoundSoak[], seeds: Seeds | undefined, context: SoakContext): Promise<boolean> {
  let allWell = true;
  for (const each of found) {
    // The other checks still run.
    if (!(await runOne(each, seeds ?? { from: 1, to: each.item.seeds }, context))) allWell = false;
  }
  return allWell;
}

async function runOne(
  { item: soak }: FoundSoak,
  { from, to }: Seeds,
  { stdout, stderr }: SoakContext,
): Promise<boolean> {
  const showProgress = (text: string) => stderr.isTTY && stderr.write(`\r\u001b[K${text}`);
  const sums: Record<string, number> = {};
  const most: Record<string, number> = {};
  for (let seed = from; seed <= to; seed++) {
    showProgress(`${soak.name}, seed ${seed} of ${from}..${to} …`);
    let counts: SoakCounts;
    try {
      counts = await soak.run(seed);
    } catch (error) {
      showProgress('');
      stderr.write(`soak: ${soak.name}, seed ${seed}: ${messageOf(error)}\n`);
      stderr.write(`repeat it with: npm run soak -- --filter '${soak.name}' --seeds ${seed}..${seed}\n`);
      return false;
    }
    for (const [what, count] of Object.entries(counts.sums ?? {})) sums[what] = (sums[what] ?? 0) + count;
    for (const [what, value] of Object.entries(counts.most ?? {})) most[what] = Math.max(most[what] ?? value, value);
  }
  showProgress('');
  const results = [
    ...Object.entries(sums).map(([what, count]) => `${count} ${what}`),
    ...Object.entries(most).map(([what, value]) => `${what} at most ${Number(value.toPrecision(3))}`),
  ];
  stdout.write(`${soak.name}, seeds ${from}..${to}: ${results.join(', ') || 'well'}\n`);
  return true;
}
