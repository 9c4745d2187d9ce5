import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { NekoLogWriter } from '@kineko/formats/neko-log';
import { binaryHeader, BinaryWriter, type TraceRecord } from '@kineko/formats/trace';
import { readGif } from '@kineko/tools/shared/gif-reader';
import { DARK, LIGHT } from '@kineko/viewer';
import { loadImage, createCanvas } from '@napi-rs/canvas';
import { main } from 'kineko/cli';

const robot = (id: number, x: number, y: number): TraceRecord => {
  return { type: 'robot', time: 0, robot: id, radius: 20, x, y, heading: 0, tag: '' };
};

/** Two robots in a hall of 200 by 100 m; the first one crosses it in ten seconds. */
const records: readonly TraceRecord[] = [
  { type: 'world', time: 0, area: [0, 0, 200, 100], walled: true, response: 'stop' },
  robot(0, 30, 50),
  robot(1, 150, 50),
  {
    type: 'leg',
    time: 0,
    robot: 0,
    leg: { kind: 'line', x: 30, y: 50, heading: 0, start: 0, end: 10, vx: 8, vy: 0 },
  },
  {
    type: 'leg',
    time: 10,
    robot: 0,
    leg: { kind: 'rest', x: 110, y: 50, heading: 0, start: 10, end: Infinity },
  },
  { type: 'touch', time: 10, robot: 0, other: { kind: 'robot', id: 1 } },
];

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kineko-render-'));
  const trace = new BinaryWriter();
  for (const record of records) trace.append(record);
  await writeFile(join(folder, 'trace.bin'), Buffer.concat([binaryHeader(), trace.take()]));
});

afterAll(() => rm(folder, { recursive: true }));

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function kineko(
  args: readonly string[],
  more: { readonly env?: Record<string, string>; readonly signal?: AbortSignal } = {},
): Promise<Outcome> {
  let [out, err] = ['', ''];
  const { env = { PATH: '' }, signal = new AbortController().signal } = more;
  const code = await main(args, {
    stdout: { write: (text) => (out += text) },
    stderr: { write: (text) => (err += text) },
    env,
    cwd: folder,
    signal,
  });
  return { code, out, err };
}

/** Renders into a new file; returns its bytes and the output. */
async function rendered(name: string, ...flags: readonly string[]): Promise<{ bytes: Buffer; out: string }> {
  const { code, out, err } = await kineko(['render', 'trace.bin', '-o', name, ...flags]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return { bytes: await readFile(join(folder, name)), out };
}

async function pixels(png: Buffer) {
  const image = await loadImage(png);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const at = (x: number, y: number): string => {
    const [red, green, blue] = context.getImageData(Math.round(x), Math.round(y), 1, 1).data;
    return `#${[red, green, blue].map((part) => part!.toString(16).padStart(2, '0')).join('')}`;
  };
  return { width: image.width, height: image.height, at };
}

/** At the default size: 732 pixels for 200 m, and a margin. */
const x = (metres: number): number => 34 + (732 / 200) * metres;
const MIDDLE = 34 + 183;

describe('a .png', () => {
  test('shows robots at their places, in their colours, in the shape of the area', async () => {
    const { bytes, out } = await rendered('at.png', '--at', '5', '--layers=-labels');
    const { width, height, at } = await pixels(bytes);
    expect([width, height]).toEqual([800, 434]);
    expect([at(x(70), MIDDLE), at(x(150), MIDDLE)]).toEqual([LIGHT.palette[0], LIGHT.palette[1]]);
    expect([at(x(110), MIDDLE), at(5, 5)]).toEqual([LIGHT.ground, LIGHT.background]);
    expect(out).toMatch(/^at\.png: t = 5 s, 800 × 434, [\d.]+ kB\n$/);
  });

  test('shows the end by default', async () => {
    const { at } = await pixels((await rendered('end.png', '--layers', 'ground,robots')).bytes);
    expect([at(x(110), MIDDLE), at(x(70), MIDDLE)]).toEqual([LIGHT.palette[0], LIGHT.ground]);
  });

  test('may be dark, of another size and of one colour', async () => {
    const { bytes } = await rendered('dark.png', '--dark', '--size', '300x200', '--color', 'one', '--layers=-labels');
    const { width, height, at } = await pixels(bytes);
    expect([width, height]).toEqual([300, 200]);
    expect([at(1, 1), at(150 + 1.16 * 50, 100)]).toEqual([DARK.background, DARK.palette[0]]);
  });

  test('may keep a robot in the centre', async () => {
    const { bytes } = await rendered('follow.png', '--follow', '0', '--at', '3', '--layers', 'robots,ground');
    const { width, height, at } = await pixels(bytes);
    expect(at(width / 2, height / 2)).toBe(LIGHT.palette[0]);
  });

  test('of a Neko log is like that of the trace, with the facts of its folder', async () => {
    const log: TraceRecord[] = [
      {
        type: 'motionEvent',
        time: 0,
        robot: 0,
        task: 1,
        kind: 'forward',
        phase: 'forward',
        edge: 'start',
        isLast: true,
        x: 30,
        y: 50,
        heading: 0,
        toX: 110,
        toY: 50,
        turn: 0,
        distance: 80,
        turnRate: 0,
        speed: 8,
      },
      { type: 'log', time: 10, process: 0, logger: 'main', level: 'info', text: 'the end' },
    ];
    const writer = new NekoLogWriter();
    for (const record of log) writer.append(record);
    const run = await mkdtemp(join(folder, 'run-'));
    await writeFile(join(run, 'neko.log'), writer.take());
    await writeFile(
      join(run, 'manifest.json'),
      JSON.stringify({
        format: 'kineko run',
        version: 1,
        state: 'running',
        scenario: { door: 'robotsim', name: 'x', path: 'x.config', sha256: '0'.repeat(64) },
        config: {
          'robot.size': { value: '20', origin: { kind: 'default' } },
          'world.width': { value: '200', origin: { kind: 'default' } },
          'world.height': { value: '100', origin: { kind: 'default' } },
        },
        seed: 1,
        versions: { kineko: '0', node: '0', v8: '0', platform: 'linux', arch: 'x64' },
        startedAt: '2020-01-01T00:00:00Z',
        files: { log: 'neko.log' },
      }),
    );
    const { code } = await kineko(['render', join(run, 'neko.log'), '-o', 'log.png', '--at', '5', '--layers=-labels']);
    expect(code).toBe(0);
    const { width, height, at } = await pixels(await readFile(join(folder, 'log.png')));
    expect([width, height, at(x(70), MIDDLE), at(x(70) + 70, MIDDLE)]).toEqual([
      800,
      434,
      LIGHT.palette[0],
      LIGHT.palette[0],
    ]);
    // Without that folder, only the user knows the size.
    await rm(join(run, 'manifest.json'));
    expect((await kineko(['render', join(run, 'neko.log'), '-o', 'log.png', '--radius', '3'])).code).toBe(0);
  });
});

describe('an .svg', () => {
  test('moves', async () => {
    const { bytes, out } = await rendered('film.svg', '--speed', '2');
    expect(bytes.toString()).toContain('<animateTransform attributeName="transform" type="translate"');
    expect(out).toContain('film.svg: 5 s, 800 × 434');
  });

  test('of one time stands still', async () => {
    const { bytes } = await rendered('still.svg', '--at', '5');
    expect(bytes.toString()).not.toContain('animate');
    expect(bytes.toString()).toContain('t = 5.0 s');
  });
});

describe('a .gif', () => {
  test('has the requested frames and duration', async () => {
    const flags = ['--from', '2', '--to', '6', '--speed', '4', '--fps', '10', '--size', '200x100'];
    const { bytes, out } = await rendered('film.gif', ...flags);
    const { width, height, frames } = readGif(bytes);
    expect([width, height]).toEqual([200, 100]);
    // Ten steps, and one second for the end.
    expect(frames).toHaveLength(11);
    expect(frames.map(({ delay }) => delay)).toEqual([...Array.from({ length: 10 }, () => 10), 100]);
    expect(out).toContain('20 frames');
  });

  test('ends with the run, if a later end is requested', async () => {
    const flags = ['--from', '9', '--to', '12', '--speed', '1', '--fps', '4', '--size', '60x40'];
    const { code, out, err } = await kineko(['render', 'trace.bin', '-o', 'long.gif', ...flags]);
    expect([code, err]).toEqual([0, 'warning: --to 12: the film ends with the run, at t = 10 s\n']);
    // One second of the run, and one second for the end.
    expect(out).toContain(' 8 frames');
  });

  test('takes about 20 s', async () => {
    const { bytes } = await rendered('usual.gif', '--size', '60x40', '--fps', '2');
    const all = readGif(bytes).frames.reduce((sum, { delay }) => sum + delay, 0);
    expect(all).toBe(2100);
  });
});

describe('a film by ffmpeg', () => {
  /** A fake ffmpeg, controlled by the test. */
  async function fakeEncoder(script: string): Promise<Record<string, string>> {
    const place = await mkdtemp(join(folder, 'bin-'));
    await writeFile(join(place, 'ffmpeg'), `#!${process.execPath}\n${script}\n`);
    await chmod(join(place, 'ffmpeg'), 0o755);
    return { PATH: [place, dirname(process.execPath)].join(delimiter) };
  }

  const counting = `
    const args = process.argv.slice(2);
    let bytes = 0;
    process.stdin.on('data', (chunk) => { bytes += chunk.length; });
    process.stdin.on('end', () => require('fs').writeFileSync(args.at(-1), JSON.stringify({ args, bytes })));`;

  test.each(['mp4', 'webm'])('passes every frame of a .%s, with even sides', async (format) => {
    const env = await fakeEncoder(counting);
    const flags = ['--speed', '10', '--fps', '8', '--size', '31x17'];
    const { code, err } = await kineko(['render', 'trace.bin', '-o', `film.${format}`, ...flags], { env });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const { args, bytes } = JSON.parse(await readFile(join(folder, `film.${format}`), 'utf8')) as {
      args: string[];
      bytes: number;
    };
    expect(args[args.indexOf('-s') + 1]).toBe('32x18');
    expect(args[args.lastIndexOf('-f') + 1]).toBe(format);
    expect(bytes).toBe(16 * 4 * 32 * 18);
  });

  test('explains how to install it if it is missing, and writes nothing', async () => {
    const { code, err } = await kineko(['render', 'trace.bin', '-o', 'none.mp4'], { env: { PATH: folder } });
    expect(code).toBe(1);
    expect(err).toContain(
      '.mp4 needs ffmpeg, which is not on the PATH: install it (Debian and Ubuntu: apt install ffmpeg',
    );
    expect((await readdir(folder)).filter((name) => name.startsWith('none'))).toEqual([]);
  });

  test('reports the output of ffmpeg if it fails, and leaves nothing', async () => {
    const env = await fakeEncoder(`
      require('fs').writeFileSync(process.argv.at(-1), 'half');
      process.stderr.write('Unknown encoder libx264');
      process.exit(1);`);
    const { code, err } = await kineko(['render', 'trace.bin', '-o', 'broken.mp4'], { env });
    expect(code).toBe(1);
    expect(err).toContain('ffmpeg failed (exit code 1):\nUnknown encoder libx264');
    expect((await readdir(folder)).filter((name) => name.startsWith('broken'))).toEqual([]);
  });
});

describe('an interruption', () => {
  test.each(['gif', 'svg', 'png'])('leaves no partial .%s, and keeps the previous file', async (ending) => {
    const name = `cut.${ending}`;
    await writeFile(join(folder, name), 'an old one');
    const stop = new AbortController();
    stop.abort('SIGINT');
    const { code, err } = await kineko(['render', 'trace.bin', '-o', name], { signal: stop.signal });
    expect([code, err]).toEqual([130, `kineko: interrupted: ${name} is not written\n`]);
    expect((await readdir(folder)).filter((each) => each.startsWith('cut.'))).toContain(name);
    expect((await readdir(folder)).filter((each) => each.endsWith('.partial'))).toEqual([]);
    expect(await readFile(join(folder, name), 'utf8')).toBe('an old one');
  });

  test('ends a film', async () => {
    const stop = new AbortController();
    // The bar appears after the first frame.
    const terminal = {
      isTTY: true,
      columns: 80,
      rows: 24,
      write: () => stop.abort(),
      on: () => {},
      removeListener: () => {},
    };
    const code = await main(['render', 'trace.bin', '-o', 'middle.gif', '--size', '100x60'], {
      stdout: { write: () => {} },
      stderr: terminal,
      env: {},
      cwd: folder,
      signal: stop.signal,
    });
    expect(code).toBe(130);
    expect((await readdir(folder)).filter((each) => each.startsWith('middle'))).toEqual([]);
  });
});

test('warns that a moving .svg leaves out author layers', async () => {
  await writeFile(join(folder, 'dot.mjs'), 'export class Dot { draw(canvas) { canvas.fillRect(1, 1, 2, 2); } }');
  const moving = await kineko(['render', 'trace.bin', '-o', 'dot.svg', '--layer', 'dot.mjs']);
  expect([moving.code, moving.err]).toEqual([0, expect.stringContaining('--layer: not drawn in a moving .svg')]);
  const still = await kineko(['render', 'trace.bin', '-o', 'dot.svg', '--layer', 'dot.mjs', '--at', '3']);
  expect([still.code, still.err]).toEqual([0, '']);
});

describe('rejects with exit code 2', () => {
  test.each<[string, readonly string[], string]>([
    ['an unknown ending', ['-o', 'a.gfi'], "a.gfi: unknown file ending '.gfi'; did you mean '.gif'?"],
    [
      'no ending',
      ['-o', 'picture'],
      "picture: unknown file ending '.'; expected .png, .svg, .html, .gif, .mp4 or .webm",
    ],
    ['no name', [], 'expected --out <value>: output file; its ending selects the format'],
    ['a folder that is not there', ['-o', 'no/where.png'], 'no/where.png: folder no not found'],
    [
      'a name that nothing can have',
      ['-o', `${'a'.repeat(300)}.png`],
      'aaa.png: cannot be written: its name is too long',
    ],
    ['a program that is not there', ['-o', 'a.png', '--layer', 'none.ts'], 'none.ts: no such file'],
    [
      'from after to',
      ['-o', 'a.gif', '--from', '8', '--to', '3'],
      '--from 8 is later than --to 3: the run lasts from t = 0 to t = 10 s',
    ],
    ['a film after the run', ['-o', 'a.gif', '--from', '11', '--to', '12'], '--from 11: the run lasts from t = 0 to'],
    ['a time beyond the run', ['-o', 'a.png', '--at', '99'], '--at 99: the run lasts from t = 0 to t = 10 s'],
    ['a time that is none', ['-o', 'a.png', '--at', 'noon'], '--at: expected simulated seconds, as in --at 30'],
    [
      'an instant of a film',
      ['-o', 'a.gif', '--at', '3'],
      '--at: only for still pictures; for a .gif use --from and --to',
    ],
    ['a stretch of a picture', ['-o', 'a.png', '--to', '3'], '--to: only for films; for a .png use --at'],
    [
      'an instant and a stretch',
      ['-o', 'a.svg', '--at', '3', '--speed', '3'],
      '--speed with --at: a film or a still picture',
    ],
    [
      'a size that is none',
      ['-o', 'a.png', '--size', 'large'],
      '--size: expected width and height in pixels, as in 800x600, got "large"',
    ],
    ['a tiny size', ['-o', 'a.png', '--size', '3x3'], '--size 3x3: expected sides of at least 16 pixels'],
    [
      'a huge size',
      ['-o', 'a.png', '--size', '99999x20'],
      '--size 99999x20: expected sides of at most 16384 pixels for a .png',
    ],
    [
      'too many pixels',
      ['-o', 'a.png', '--size', '16000x16000'],
      '--size 16000x16000: expected at most 67108864 pixels',
    ],
    [
      'a robot that is not there',
      ['-o', 'a.png', '--follow', '7'],
      '--follow: expected the id of a robot (0, 1), got 7',
    ],
    [
      'a layer that is not there',
      ['-o', 'a.png', '--layers', 'robbots'],
      "--layers: unknown layer 'robbots'; did you mean 'robots'?",
    ],
    ['no frames', ['-o', 'a.gif', '--fps', '0'], '--fps: expected a number above 0, got 0'],
    [
      'too many frames',
      ['-o', 'a.gif', '--speed', '0.0001'],
      'expected at most 100000 frames, got 1500000; --speed 0.5 gives 20 s',
    ],
    ['time that goes back', ['-o', 'a.gif', '--speed', '-1'], '--speed: expected a number above 0, got -1'],
    [
      'a colour of nothing',
      ['-o', 'a.png', '--color', 'mood'],
      '--color: expected number, class, tag, state or one, got "mood"',
    ],
    [
      'a trail of less than nothing',
      ['-o', 'a.png', '--trail', '-2'],
      '--trail: expected simulated seconds, 0 for none, got -2',
    ],
    ['robots of no size', ['-o', 'a.png', '--radius', '0'], '--radius: expected metres above 0, got 0'],
    ['itself', ['-o', './trace.bin'], 'trace.bin'],
  ])('%s', async (_name, flags, message) => {
    const { code, out, err } = await kineko(['render', 'trace.bin', ...flags]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
    expect((await readdir(folder)).filter((each) => /^(a\.|picture)/.test(each))).toEqual([]);
  });

  test('all problems at once', async () => {
    const { err } = await kineko(['render', 'trace.bin', '-o', 'a.gif', '--fps', '-1', '--follow', '9', '--size', 'x']);
    expect(err.trim().split('\n')).toHaveLength(3);
  });

  test.each<[string, string, string]>([
    ['an empty log', '', 'it is empty'],
    ['something else', 'hello, world\n', 'it is neither a Neko log nor a trace'],
    ['a log without bodies', '1.000 p0 CrashEmulator crashing\n', 'no robots to draw'],
  ])('%s', async (_name, text, message) => {
    await writeFile(join(folder, 'other.log'), text);
    const { code, err } = await kineko(['render', 'other.log', '-o', 'a.png']);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });

  test.each([
    ['the only cycle', '&&1.5,,abc,,0.0,,;;&&\n'],
    ['every cycle', 'garbage\n'.repeat(9)],
  ])('a DEECo log in which %s is invalid, with its line', async (_name, cycles) => {
    await writeFile(join(folder, 'bad.txt'), `null\n30\n20\n---\ndemo.Bot,1.0\n---\n---\n${cycles}`);
    const { code, err } = await kineko(['render', 'bad.txt', '-o', 'a.png']);
    expect(code).toBe(2);
    expect(err).toMatch(/^kineko: bad\.txt:8:\d+: /);
    expect(err).toContain('bad.txt: nothing to draw besides the damaged records');
  });

  test('an empty trace', async () => {
    await writeFile(join(folder, 'nothing.bin'), binaryHeader());
    const { code, err } = await kineko(['render', 'nothing.bin', '-o', 'a.png']);
    expect(code).toBe(2);
    expect(err).toContain('no records');
  });

  test('a missing log', async () => {
    const { code, err } = await kineko(['render', 'nix.log', '-o', 'a.png']);
    expect([code, err]).toEqual([2, 'kineko: nix.log: no such file\n']);
  });
});
