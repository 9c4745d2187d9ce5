/** The first steps of a user after the installation, each with its expected result. */
import assert from 'node:assert/strict';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Circumstances, run, runWell } from './running.js';

export interface Site extends Circumstances {
  /** The repository, whose compiler is used, since none is shipped. */
  readonly root: string;
  readonly version: string;
}

export interface Step {
  readonly name: string;
  take(site: Site): void;
}

const kineko = (site: Site, ...args: string[]): string => runWell('npx', ['--no-install', 'kineko', ...args], site);

/** An algorithm, and a program that uses every entry for authors. */
const SOURCES: Readonly<Record<string, string>> = {
  'middle.ts': `import { AbstractAlgorithm, centroid, type Vector } from 'kineko';

export class Middle extends AbstractAlgorithm {
  protected async doMotion(): Promise<void> {
    const middle: Vector = centroid(await this.gps.getAllPosition(0));
    const { status } = await this.actuator.moveTo(middle, 5, 45);
    if (status === 'collided') await this.sleep(1);
  }
}
`,
  'program.ts': `import { ScoutRobot } from 'kineko/crsim';
import { DEECoRobot } from 'kineko/deeco';
import { Random, Simulator, World } from 'kineko/engine';
import { readTrace, type TraceRecord } from 'kineko/formats';
import { explore, type MeasuredRun } from 'kineko/lab';
import { type ConfigRun, runConfig } from 'kineko/testing';
import { type AuthorLayer, Scene } from 'kineko/viewer';

export type Named = [TraceRecord, MeasuredRun, AuthorLayer];

const run: ConfigRun = await runConfig(new URL('swarm-search.config', import.meta.url), {
  seed: 5,
  set: { 'robot.algorithm': './middle.ts', 'simulation.time': 20 },
});
const named = [ScoutRobot, DEECoRobot, Random, Simulator, World, readTrace, explore, Scene].map((each) => typeof each);
console.log(JSON.stringify({ robots: run.summary.robots, named: [...new Set(named)] }));
`,
};

export const FIRST_STEPS: readonly Step[] = [
  {
    name: 'npx kineko --version',
    take: (site) => assert.equal(kineko(site, '--version').trim(), site.version),
  },
  {
    name: 'kineko new, run and check, with TypeScript files',
    take: (site) => {
      kineko(site, 'new', 'algorithm', 'SwarmSearch');
      const { hash } = JSON.parse(kineko(site, 'run', 'swarm-search.config', '--json')) as { readonly hash: string };
      assert.match(hash, /^[\da-f]{32}$/);
      kineko(site, 'check', 'swarm-search.config', '--seeds', '0..3', '--property', 'in-area');
      runWell('node', ['--import', 'kineko/register', '--test', 'swarm-search.test.ts'], site);
    },
  },
  {
    name: 'kineko run --watch, sweep and render: pages, threads and pictures are there',
    take: (site) => {
      const short = ['--set', 'simulation.time=20'];
      kineko(
        site,
        'run',
        'swarm-search.config',
        '--watch',
        '--no-open',
        '--wait',
        '0',
        '--out',
        'results',
        '--log',
        'both',
        ...short,
      );
      kineko(site, 'render', 'results', '-o', 'picture.png');
      kineko(site, 'render', 'results', '-o', 'page.html');
      writeFileSync(
        join(site.cwd, 'sweep.yaml'),
        'scenario: swarm-search.config\nparameters: { process.num: [2, 3] }\nrepetitions: 2\nmetrics: [events]\n',
      );
      kineko(site, 'sweep', 'sweep.yaml');
    },
  },
  {
    name: 'a program that imports every entry for authors, compiled strictly, declarations included, and run',
    take: (site) => {
      for (const [file, text] of Object.entries(SOURCES)) writeFileSync(join(site.cwd, file), text);
      for (const [module, resolution] of [
        ['nodenext', 'nodenext'],
        ['esnext', 'bundler'],
      ] as const) {
        writeFileSync(join(site.cwd, 'tsconfig.json'), tsconfig(site.root, module, resolution));
        runWell('node', [join(site.root, 'node_modules/typescript/bin/tsc'), '-p', '.'], site);
      }
      const printed: unknown = JSON.parse(runWell('node', ['--import', 'kineko/register', 'program.ts'], site));
      assert.deepEqual(printed, { robots: 10, named: ['function'] });
    },
  },
  {
    name: 'a queue, for which two packages are missing: it says which, and how to get them',
    take: (site) => {
      const { code, stderr } = run('npx', ['--no-install', 'kineko', 'worker'], site);
      assert.equal(code, 2);
      assert.match(stderr, /the queue needs bullmq and ioredis, .*: npm install bullmq ioredis/);
    },
  },
  {
    name: 'npm create kineko: its tests pass, and npm start shows it',
    take: (site) => {
      runWell('npx', ['--no-install', 'create-kineko', 'my-swarm'], site);
      const cwd = join(site.cwd, 'my-swarm');
      // Instead of npm install, which would request a version that may not be published yet.
      symlinkSync(join(site.cwd, 'node_modules'), join(cwd, 'node_modules'));
      runWell('npm', ['test'], { ...site, cwd });
      runWell('npm', ['start', '--', '--no-open', '--wait', '0'], { ...site, cwd });
    },
  },
];

/** Strict, and without `skipLibCheck`: the declarations of the packages are checked as well. */
function tsconfig(root: string, module: string, moduleResolution: string): string {
  return JSON.stringify({
    compilerOptions: {
      target: 'es2022',
      lib: ['es2023', 'dom'],
      module,
      moduleResolution,
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true,
      noEmit: true,
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
    },
    files: Object.keys(SOURCES),
  });
}
