/** Runs as MCAP recordings and events for verification tools, on the command line. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { Workspace } from './command-line.js';

const place = new Workspace({
  'a.config': `
process.num = 4
robot.size = 2
robot.algorithm = TestCommunication
bornpoint.random = true
world.width = 60
world.height = 60
network = BasicNetwork
simulation.time = 20
seed = 3
`,
});
beforeAll(async () => {
  expect((await place.kineko(['run', 'a.config', '--out', 'r', '--log', 'both'])).code).toBe(0);
});

describe('an MCAP recording of a run', () => {
  test('converts back to the same trace, and is checked, analysed and rendered like it', async () => {
    const { code, stdout } = await place.kineko(['convert', 'r', 'r.mcap', '--hz', '5']);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^r\.mcap: [\d,]+ records\n$/)]);
    expect((await place.kineko(['convert', 'r.mcap', 'back.bin'])).code).toBe(0);
    expect(Buffer.compare(place.bytes('back.bin'), place.bytes('r/trace.bin'))).toBe(0);
    // Without the manifest, which has the end of the run.
    const analysed = await Promise.all(
      ['back.bin', 'r.mcap'].map((log) => place.json1<object>(['analyze', log, '--json'])),
    );
    expect(JSON.stringify(analysed[1]).replaceAll('r.mcap', 'back.bin')).toBe(JSON.stringify(analysed[0]));
    expect((await place.kineko(['check', 'r.mcap', '-p', 'network'])).stdout).toBe(
      (await place.kineko(['check', 'back.bin', '-p', 'network'])).stdout.replaceAll('back.bin', 'r.mcap'),
    );
    expect((await place.kineko(['render', 'r.mcap', '-o', 'r.svg', '--at', '3'])).code).toBe(0);
  });

  test('is written while the run is executed, and is the one that convert makes', async () => {
    const { code, stdout } = await place.kineko(['run', 'a.config', '--out', 'live', '--log', 'mcap']);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^trace +live.run\.mcap$/m)]);
    await place.kineko(['convert', 'r', 'r.mcap']);
    expect(Buffer.compare(place.bytes('live/run.mcap'), place.bytes('r.mcap'))).toBe(0);
    // The folder is read like one with a trace.
    expect((await place.kineko(['convert', 'live', 'back.bin'])).code).toBe(0);
    expect(Buffer.compare(place.bytes('back.bin'), place.bytes('r/trace.bin'))).toBe(0);
    // The run lasts to its end, which the manifest has, not only to its last record.
    const [exact, recorded] = await Promise.all(
      ['r', 'live'].map((folder) => place.json1<object>(['analyze', folder, '--json'])),
    );
    expect(exact).toMatchObject({ totals: { lastSeconds: 20 } });
    expect(recorded).toEqual(exact);
    expect((await place.kineko(['run', 'a.config', '--log', 'mcap'])).stderr).toContain('--log mcap: expected --out');
    const cut = await place.kineko(['run', 'a.config', '--out', 'cut', '--log', 'mcap', '--log-limit', '1KB']);
    expect(cut.code).toBe(4);
    expect((await place.kineko(['analyze', 'cut'])).code).toBe(0);
  });

  test('has the spans of properties', async () => {
    const { code } = await place.kineko(['convert', 'r', 'p.mcap', '-p', 'separation=1', '-p', 'no-collision']);
    expect(code).toBe(0);
    expect(Buffer.from(place.bytes('p.mcap')).toString('latin1')).toContain('"property":"separation=1","state":"');
    const { code: refused, stderr } = await place.kineko(['convert', 'r', 'p.csv', '-p', 'no-collision']);
    expect([refused, stderr]).toEqual([2, expect.stringContaining('--property: it has an effect on .mcap files only')]);
    expect((await place.kineko(['convert', 'r', 'p.mcap', '-p', 'no-colision'])).stderr).toContain(
      "did you mean 'no-collision'",
    );
  });

  test('of a Neko log contains its records', async () => {
    await place.kineko(['convert', 'r/neko.log', 'log.mcap']);
    await place.kineko(['convert', 'r/neko.log', 'log.bin']);
    expect((await place.kineko(['convert', 'log.mcap', 'back.bin'])).code).toBe(0);
    expect(Buffer.compare(place.bytes('back.bin'), place.bytes('log.bin'))).toBe(0);
  });

  test('that is cut off is rejected', async () => {
    await place.kineko(['convert', 'r', 'r.mcap']);
    place.write({ 'cut.mcap': place.bytes('r.mcap').subarray(0, 5000) });
    const { code, stderr } = await place.kineko(['check', 'cut.mcap', '-p', 'no-collision']);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^kineko: cut\.mcap: it is damaged: /)]);
  });
});

describe('events for verification tools', () => {
  test('are JSON lines for TLA+', async () => {
    expect((await place.kineko(['convert', 'r', 'e.ndjson', '--for', 'tla'])).code).toBe(0);
    const events = place
      .text('e.ndjson')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { event: string });
    expect(events.map(({ event }) => event)).toEqual(expect.arrayContaining(['motionRequest', 'send', 'deliver']));
  });

  test('are a log with vector clocks for ShiViz', async () => {
    expect((await place.kineko(['convert', 'r', 'e.txt', '--for', 'shiviz'])).code).toBe(0);
    expect(place.text('e.txt')).toMatch(/^\(\?<event>.*\n\nsend .* \(t = .* s\)\np\d \{"p\d":1\}\n/);
  });
});

test.each([
  [['r', 'x.csv', '--hz', '5'], '--hz: it has an effect on .mcap files only'],
  [['r', 'x.mcap', '--hz', '0'], '--hz: expected above 0 and at most 100,000, got 0'],
  [['r', 'x.log', '--for', 'tla', '--to', 'csv'], '--to: --for selects the format already'],
  [['r.mcap', 'x.bin', '--max-gap', '-1'], '--max-gap: expected seconds above 0, got -1'],
  [['r.mcap', 'x.bin', '--radius', 'x'], '--radius: expected 0 m or more, got '],
])('convert %j is refused', async (args, message) => {
  const { code, stderr } = await place.kineko(['convert', ...args]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});
