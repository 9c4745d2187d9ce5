/**
 * `npm run packages`: stages the published packages in build/packages, packs them, checks the archives, installs them into
 * an empty folder and runs a user's first steps there; with --node, on other versions of Node too, and with the tests of the
 * engine.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { install } from './clean-install.js';
import { FIRST_STEPS } from './first-steps.js';
import { nodeOf } from './node-versions.js';
import { pack, problemsOf, sizeTable } from './packing.js';
import { packagesIn, REPOSITORY as root } from '../shared/workspaces.js';
import { run } from './running.js';
import { stage } from './staging.js';

const USAGE = `Usage: npm run packages -- [options]

Stage kineko and create-kineko in build/packages (npm publish takes them from there), pack them, check the archives with publint
and are-the-types-wrong, install them into an empty folder without running scripts, and take a user's first steps there.

  --node <version>  also use this version of Node (22, 24, 22.12.0), and run the tests of the engine on it; may be repeated
  --help            print this text
`;

/** The suites that must give the same bits on every version of Node. */
const ENGINE = ['packages/foundation/kernel/', 'packages/foundation/geometry/', 'packages/runtime/world/'];

process.exitCode = main();

function main(): number {
  let options: { readonly node?: string[]; readonly help?: boolean };
  try {
    options = parseArgs({
      options: { node: { type: 'string', multiple: true }, help: { type: 'boolean' } },
    }).values;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${USAGE}`);
    return 2;
  }
  if (options.help === true) {
    process.stdout.write(USAGE);
    return 0;
  }
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'kineko-packages-'));
  const failures: string[] = [];
  const attempt = (name: string, action: () => void): void => {
    try {
      action();
      console.log(`ok    ${name}`);
    } catch (error) {
      failures.push(name);
      console.log(`FAIL  ${name}\n${error instanceof Error ? error.message : String(error)}`);
    }
  };
  try {
    const packages = packagesIn(root).filter(({ manifest }) => manifest.private !== true);
    const archives = join(folder, 'archives');
    mkdirSync(archives);
    const packed = packages.map((each) => pack(stage(each, join(root, 'build/packages'), root), archives));
    console.log(sizeTable(packed));
    for (const each of packed) {
      attempt(`${each.name}: publint and are-the-types-wrong find nothing`, () => {
        const problems = problemsOf(each, root);
        if (problems.length > 0) throw new Error(problems.join('\n'));
      });
    }
    const { version } = packages[0]!.manifest;
    const nodes = [undefined, ...(options.node ?? [])].map((major) =>
      major === undefined ? { version: process.version, path: [] } : pathOf(nodeOf(major, join(root, 'build/nodes'))),
    );
    for (const [index, node] of nodes.entries()) {
      console.log(`\nNode ${node.version}`);
      const cwd = join(folder, node.version);
      mkdirSync(cwd);
      const site = { cwd, path: node.path, root, version };
      attempt('npm install of all archives, no scripts, into an empty folder', () => {
        const { packages: count, bytes } = install(packed, site);
        console.log(`      ${count} packages, ${(bytes / 1e6).toFixed(1)} MB`);
      });
      for (const { name, take } of FIRST_STEPS) attempt(name, () => take(site));
      if (index > 0) attempt(`the tests of ${ENGINE.join(', ')}`, () => testEngine(node.path));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(failures.length === 0 ? '\nall passed' : `\n${failures.length} failed`);
  return failures.length === 0 ? 0 : 1;
}

function pathOf({ version, bin }: { readonly version: string; readonly bin: string }): {
  readonly version: string;
  readonly path: readonly string[];
} {
  return { version, path: [bin] };
}

function testEngine(path: readonly string[]): void {
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const { stderr, code } = run('node', [...flags, 'node_modules/jest/bin/jest.js', ...ENGINE], { cwd: root, path });
  if (code !== 0) throw new Error(stderr);
  const counts = /^Tests:.*$/m.exec(stderr)?.[0] ?? '';
  console.log(`      ${counts.replace(/\s+/g, ' ')}`);
}
