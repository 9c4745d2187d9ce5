/** Scenarios of the DEECo playground, from the command line. */
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { type Files, REPOSITORY, Workspace } from '../../test/command-line.js';

const EXAMPLES = `${REPOSITORY}examples/deeco/`;
const GOLDEN = `${REPOSITORY}packages/frontends/deeco/test/data/logs/seed42/`;

function example(...names: readonly string[]): Files {
  return Object.fromEntries(names.map((name) => [name, new Uint8Array(readFileSync(EXAMPLES + name))]));
}

const ROBOT = '<robots><robot class="basic.SimpleRobot" posX="9" posY="9" angle="0"/></robots>';

function scenario(attributes = 'logfile="logs/x.txt" sizeX="30" sizeY="20"', content = ROBOT): string {
  return `<simulation cycles="3" ${attributes}>${content}</simulation>`;
}

describe('kineko run', () => {
  test('writes the log that the scenario names, byte for byte as the playground does', async () => {
    const workspace = new Workspace(example('simple-1.xml'));
    const { code, stdout } = await workspace.kineko(['run', 'simple-1.xml', '--random', 'java', '--seed', '42']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('wrote simulation-logs/simple-1.txt')]);
    expect(workspace.text('simulation-logs/simple-1.txt')).toBe(readFileSync(`${GOLDEN}simple-1.txt`, 'utf8'));
  });

  test('prints the cycle and the status of the scenario only with -v', async () => {
    const status = '<ensembles><ensemble class="basic.StatusCycleUpdate"/></ensembles>';
    const workspace = new Workspace({ 'x.xml': scenario(), 'status.xml': scenario(undefined, ROBOT + status) });
    const told = async (...args: readonly string[]): Promise<string[]> => {
      const { code, stderr } = await workspace.kineko(['run', ...args]);
      expect(code).toBe(0);
      return stderr.split('\n').filter((line) => line.includes('CYCLE'));
    };
    expect(await told('x.xml', '-v')).toEqual(['CYCLE 0', 'CYCLE 1', 'CYCLE 2', 'CYCLE 3']);
    expect(await told('status.xml', '-v')).toEqual(
      ['0', '1', '2', '3'].map((cycle) => expect.stringMatching(`^CYCLE ${cycle}: CYCLE: \\d$`)),
    );
    expect(await told('x.xml')).toEqual([]);
    expect(await told('x.xml', '-v', '-q')).toEqual([]);
  });

  test('finds maps beside the scenario, from any folder', async () => {
    const workspace = new Workspace(
      Object.fromEntries(
        Object.entries(example('simple-2.xml', 'maps/map02.png')).map(([name, bytes]) => [`deep/${name}`, bytes]),
      ),
    );
    const { code } = await workspace.kineko(['run', 'deep/simple-2.xml', '--random', 'java', '--seed', '42', '-q']);
    expect(code).toBe(0);
    expect(workspace.text('simulation-logs/simple-2.txt')).toBe(readFileSync(`${GOLDEN}simple-2.txt`, 'utf8'));
  });

  test('accepts values and flags, and reports like any other scenario', async () => {
    const workspace = new Workspace({ 'x.xml': scenario() });
    const args = ['run', 'x.xml', '--set', 'cycles=7', '--logfile', 'other.txt', '--json', '--out', 'results'];
    const first = await workspace.json1<{ hash: string }>([...args, '--log', 'trace', '--seed', '5']);
    expect(first).toMatchObject({ seed: 5, robots: 1, processes: 2, stoppedBy: 'time', trace: 'results/trace.bin' });
    expect(workspace.text('other.txt').match(/&&/g)).toHaveLength(2 * 8);
    expect(existsSync(workspace.of('logs'))).toBe(false);
    expect(workspace.json('results/manifest.json')).toMatchObject({ state: 'complete', hash: first.hash });
    const again = await workspace.json1<{ hash: string }>([...args, '--seed', '5']);
    expect(again.hash).toBe(first.hash);
  });

  test('reports missing programs', async () => {
    const workspace = new Workspace({ 'x.xml': scenario(), 'sub/file': '' });
    const { code, stderr } = await workspace.kineko(['run', 'x.xml', '--plugin', 'none.ts', '--plugin', 'sub']);
    expect([code, stderr]).toEqual([
      2,
      'kineko: none.ts: no such file\nsub: expected a program, got a folder or device\n',
    ]);
  });

  test('warns that its flags have no effect on other scenarios', async () => {
    const workspace = new Workspace({ 'x.config': 'process.num = 1\nsimulation.time = 1\n', 'a.ts': '' });
    const { stderr } = await workspace.kineko(['validate', 'x.config', '--plugin', 'a.ts', '--allow-path', '.']);
    expect(stderr).toContain('--plugin: it is for DEECo scenarios and has no effect on x.config');
    expect(stderr).toContain('--allow-path: it is for DEECo scenarios and has no effect on x.config');
  });

  test('runs several scenarios in order, up to the first that fails', async () => {
    const workspace = new Workspace({
      'a.xml': scenario('logfile="a.txt" sizeX="30" sizeY="20"'),
      'b.xml': scenario('logfile="b.txt" sizeX="30" sizeY="20"'),
      'bad.xml': scenario('logfile="bad.txt" sizeX="3"'),
    });
    const well = await workspace.kineko(['run', 'a.xml', 'b.xml', '--out', 'all']);
    expect([well.code, well.stdout.trimEnd().split('\n').at(-1)]).toEqual([0, '2 scenarios run']);
    expect(existsSync(workspace.of('all/b/manifest.json'))).toBe(true);
    const failing = await workspace.kineko(['run', 'a.xml', 'bad.xml', 'b.xml']);
    expect(failing.code).toBe(2);
    expect(failing.stderr).toContain('1 scenario run; bad.xml failed; 1 skipped');
    expect(failing.stderr).toContain('bad.xml:1:1: <simulation> has no bitmap and no sizeY');
    const none = await workspace.kineko(['run', 'bad.xml', 'a.xml']);
    expect(none.stderr).toContain('0 scenarios run; bad.xml failed; 1 skipped');
    const ambiguous = await workspace.kineko(['run', 'a.xml', 'b.xml', '--logfile', 'c.txt']);
    expect([ambiguous.code, ambiguous.stderr]).toEqual([
      2,
      expect.stringContaining('--logfile: expected one scenario, got 2'),
    ]);
  });

  test('loads author classes', async () => {
    const workspace = new Workspace(example('own-classes.xml', 'own-classes.ts'));
    const { code, stderr } = await workspace.kineko(['run', 'own-classes.xml', '--plugin', 'own-classes.ts', '-q']);
    expect([code, stderr]).toEqual([0, '']);
    expect(workspace.text('simulation-logs/own-classes.txt')).toContain('hears');
    const without = await workspace.kineko(['run', 'own-classes.xml']);
    expect(without.stderr).toContain("own-classes.xml:7:12: unknown class 'Shepherd'");
  });

  test('keeps the log of a layer', async () => {
    const workspace = new Workspace(example('firefighters.xml'));
    const { code } = await workspace.kineko(['run', 'firefighters.xml', '--set', 'cycles=4', '--seed', '1', '-q']);
    expect(code).toBe(0);
    const map = workspace.bytes('simulation-logs/firemap.bin');
    expect([map[0], map[1], map.length]).toEqual([100, 100, 2 + 5 * 100 * 100]);
  });
});

describe('paths', () => {
  const OUTSIDE = 'leads out of';

  test.each(['../x.txt', '/tmp/kineko-x.txt', 'a/../../x.txt'])('rejects a log at %s', async (path) => {
    const workspace = new Workspace({ 'x.xml': scenario(`logfile="${path}" sizeX="30" sizeY="20"`) });
    const { code, stderr } = await workspace.kineko(['run', 'x.xml']);
    expect([code, stderr]).toEqual([2, expect.stringContaining(OUTSIDE)]);
    expect(stderr).toContain('x.xml:1:24: names the file');
  });

  test('rejects a log behind a link that leads out, unless the folder is allowed', async () => {
    const [workspace, elsewhere] = [
      new Workspace({ 'x.xml': scenario('logfile="out/x.txt" sizeX="30" sizeY="20"') }),
      new Workspace(),
    ];
    symlinkSync(elsewhere.path, workspace.of('out'));
    expect((await workspace.kineko(['run', 'x.xml'])).stderr).toContain(OUTSIDE);
    const allowed = await workspace.kineko(['run', 'x.xml', '--allow-path', elsewhere.path, '-q']);
    expect([allowed.code, allowed.stderr]).toEqual([0, '']);
    expect(elsewhere.text('x.txt')).toContain('&&');
  });

  test('rejects a map outside, does not overwrite a scenario, and rejects a folder as a log', async () => {
    const workspace = new Workspace({
      'map.xml': scenario('logfile="x.txt" bitmap="../map.png"'),
      'self.xml': scenario('logfile="self.xml" sizeX="30" sizeY="20"'),
      'folder.xml': scenario('logfile="sub" sizeX="30" sizeY="20"'),
      'sub/file': '',
    });
    const outside = new Workspace({ 'map.png': example('maps/map01.png')['maps/map01.png']! });
    symlinkSync(outside.of('map.png'), workspace.of('linked.png'));
    workspace.write({ 'link.xml': scenario('logfile="x.txt" bitmap="linked.png"') });
    for (const [file, why] of [
      ['map.xml', 'no such file'],
      ['link.xml', OUTSIDE],
      ['self.xml', 'it is the scenario itself'],
      ['folder.xml', 'it is not a plain file'],
    ] as const) {
      expect(await workspace.kineko(['validate', file])).toMatchObject({
        code: 2,
        stdout: expect.stringContaining(why),
      });
    }
  });

  test('rejects a picture that claims to be huge before it is decoded', async () => {
    const png = Buffer.from(example('maps/map01.png')['maps/map01.png']!);
    png.writeUInt32BE(1_000_000, 16);
    const workspace = new Workspace({ 'x.xml': scenario('logfile="x.txt" bitmap="bomb.png"'), 'bomb.png': png });
    const { code, stderr } = await workspace.kineko(['run', 'x.xml']);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/x\.xml:1:40: unusable bitmap: .*bomb\.png/)]);
  });
});

test('kineko check and kineko sweep load author classes too, which are part of the id of a cell', async () => {
  const workspace = new Workspace({
    ...example('own-classes.xml', 'own-classes.ts'),
    'x.yaml': 'scenario: own-classes.xml\nrepetitions: 1\nmetrics: [time]\n',
  });
  const plugin = ['--plugin', 'own-classes.ts'];
  const check = ['check', 'own-classes.xml', '--set', 'cycles=3', '--seeds', '0', '-j', '1', '-p', 'no-collision'];
  expect((await workspace.kineko(check)).stderr).toContain('--plugin adds others');
  expect(await workspace.json1([...check, ...plugin, '--json'])).toMatchObject({ runs: 1, failures: [] });
  const sweep = ['sweep', 'x.yaml', '--set', 'cycles=3', ...plugin, '--json'];
  expect(await workspace.json1([...sweep, '-j', '1'])).toMatchObject({ cells: 1, done: 1 });
  const [before] = await workspace.json1<{ id: string }[]>([...sweep, '--dry-run']);
  workspace.write({ 'own-classes.ts': `${workspace.text('own-classes.ts')}\n// Changed.\n` });
  const [after] = await workspace.json1<{ id: string }[]>([...sweep, '--dry-run']);
  expect(after!.id).not.toBe(before!.id);
});

test('kineko convert restores a log from the trace that was made from it', async () => {
  const workspace = new Workspace();
  const log = readFileSync(`${GOLDEN}predator.txt`, 'utf8');
  workspace.write({ 'predator.txt': log });
  for (const trace of ['trace.bin', 'trace.jsonl']) {
    expect(await workspace.kineko(['convert', 'predator.txt', trace])).toMatchObject({ code: 0 });
    expect(await workspace.kineko(['convert', trace, 'again.txt'])).toMatchObject({ code: 0 });
    expect(workspace.text('again.txt')).toBe(log);
  }
  workspace.write({ 'x.xml': scenario() });
  await workspace.kineko(['run', 'x.xml', '--out', 'results', '--log', 'trace', '-q']);
  const without = await workspace.kineko(['convert', 'results/trace.bin', 'none.txt']);
  expect([without.code, without.stderr]).toEqual([
    2,
    expect.stringContaining('expected a trace that was converted from a DEECo log'),
  ]);
  expect(existsSync(workspace.of('none.txt'))).toBe(false);
});

test('kineko list deeco prints the classes and their aliases', async () => {
  const items = await new Workspace().json1<{ name: string; aliases: string[] }[]>(['list', 'deeco', '--json']);
  expect(items).toContainEqual(
    expect.objectContaining({
      name: 'predator.PreyRobot',
      aliases: ['cz.cuni.mff.d3s.deeco.playground.examples.predator.PreyRobot'],
    }),
  );
});
