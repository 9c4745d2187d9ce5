/** Read-only folders and full disks are reported with the file by every command that writes. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { Workspace } from './command-line.js';

const CONFIG = 'process.num = 2\nsimulation.time = 1\nrobot.algorithm = RandomMovement\nbornpoint.random = true\n';

const DEECO = `<simulation cycles="3" logfile="full.txt" sizeX="30" sizeY="20">
  <robots><robot class="basic.SimpleRobot" posX="9" posY="9" angle="0"/></robots>
</simulation>`;

/** A link to a device that is always full. */
function fill(workspace: Workspace, ...names: readonly string[]): void {
  for (const name of names) symlinkSync('/dev/full', workspace.of(name));
}

async function recorded(): Promise<Workspace> {
  const workspace = new Workspace({
    'x.config': CONFIG,
    'x.xml': DEECO,
    'e.yaml': 'scenario: x.config\nrepetitions: 2\nmetrics: [time]\n',
  });
  await workspace.json1(['run', 'x.config', '--seed', '1', '--out', 'r', '--log', 'both', '--json']);
  return workspace;
}

describe('a full disk', () => {
  const COMMANDS: Readonly<Record<string, readonly [file: string, full: string, args: readonly string[]]>> = {
    'run --logfile': ['full.log', 'full.log', ['run', 'x.config', '--logfile', 'full.log']],
    'run --out': ['o/manifest.json', 'o/manifest.json.new', ['run', 'x.config', '--out', 'o']],
    'convert to a log': ['a.log', 'a.log.partial', ['convert', 'r', 'a.log']],
    'convert to a table': ['a.csv', 'a.csv.partial', ['convert', 'r', 'a.csv']],
    'convert to Parquet': ['a.parquet', 'a.parquet.partial', ['convert', 'r', 'a.parquet']],
    'analyze --html': ['a.html', 'a.html', ['analyze', 'r', '--html', 'a.html']],
    'analyze --csv': ['tables', 'tables/robots.csv', ['analyze', 'r', '--csv', 'tables']],
    'render to a picture': ['a.png', 'a.png.partial', ['render', 'r', '-o', 'a.png']],
    'render to a film': ['a.gif', 'a.gif.partial', ['render', 'r', '-o', 'a.gif', '--fps', '2', '--speed', '1']],
    'render to a page': ['a.html', 'a.html.partial', ['render', 'r', '-o', 'a.html']],
    sweep: ['s/sweep.json', 's/sweep.json.partial', ['sweep', 'e.yaml', '-o', 's', '-j', '1', '--resume']],
  };

  test.each(Object.entries(COMMANDS))('is reported by %s', async (_, [file, full, args]) => {
    const workspace = await recorded();
    const folder = full.includes('/') ? full.split('/')[0] : undefined;
    if (folder !== undefined) mkdirSync(workspace.of(folder));
    fill(workspace, full);
    const { code, stderr } = await workspace.kineko(args);
    expect(stderr).toMatch(/no space left on device/);
    expect(stderr).toContain(file);
    expect([1, 2]).toContain(code);
  });
});

/** No user may create files there, not even the superuser. */
const READ_ONLY = '/sys';

describe('a folder that is not writable', () => {
  const COMMANDS: Readonly<Record<string, (folder: string) => readonly string[]>> = {
    'run --out': (folder) => ['run', 'x.config', '--out', `${folder}/o`],
    'run --logfile': (folder) => ['run', 'x.config', '--logfile', `${folder}/x.log`],
    'run of a DEECo scenario': (folder) => ['run', 'x.xml', '--logfile', `${folder}/x.txt`],
    convert: (folder) => ['convert', 'r', `${folder}/x.log`],
    'analyze --html': (folder) => ['analyze', 'r', '--html', `${folder}/x.html`],
    'analyze --csv': (folder) => ['analyze', 'r', '--csv', `${folder}/x`],
    render: (folder) => ['render', 'r', '-o', `${folder}/x.png`],
    sweep: (folder) => ['sweep', 'e.yaml', '-o', `${folder}/s`, '-j', '1'],
    'sweep --slurm': (folder) => ['sweep', 'e.yaml', '-o', `${folder}/s`, '--slurm'],
    'edit --new': (folder) => ['edit', '--new', 'deeco', `${folder}/x.xml`, '--no-open'],
  };

  test.each(Object.entries(COMMANDS))('is reported by %s', async (_, argsFor) => {
    const workspace = await recorded();
    const { code, stderr } = await workspace.kineko(argsFor(READ_ONLY));
    expect(stderr).toMatch(/permission denied|read-only/);
    expect(stderr).toContain(`${READ_ONLY}/`);
    expect(code).toBe(2);
  });

  test('is reported by check, for a counterexample', async () => {
    const workspace = await recorded();
    const args = ['check', 'x.config', '-p', 'always separation=100000', '--seeds', '1', '-j', '1', '-o', '/sys/c'];
    const { code, stderr } = await workspace.kineko(args);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/\/sys\/c.*permission denied/s)]);
  });

  test('is reported beneath /proc, where Node itself would hang', async () => {
    const { code, stderr } = await (await recorded()).kineko(['run', 'x.config', '--out', '/proc/o']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('/proc/o: cannot be written')]);
  });
});
