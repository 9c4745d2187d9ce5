/** The world of a run folder with only a Neko log: in the viewer, in pictures and in pages. */
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { pathToFileURL } from 'node:url';
import { startBrowser, type TestBrowser } from './browser.js';
import { Workspace } from './command-line.js';

declare const kineko: {
  readonly phase: { readonly value: string };
  readonly scene: {
    readonly value: {
      readonly obstacles: readonly { readonly kind: string }[];
      objectsAt(t: number): readonly unknown[];
    };
  };
};

const CONFIG = `process.num = 2
robot.algorithm = RandomMovement
robot.size = 2
bornpoint1 = 10,10
bornpoint2 = 90,10
world.width = 100
world.height = 100
obstacle1 = box, 40, 40, 20, 20
obstacle2 = disc, 20, 80, 8
obstacle3 = bitmap, wall.png, 70, 70, 4
simulation.time = 5
seed = 4
`;

function wall(): Uint8Array {
  const canvas = createCanvas(4, 4);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, 4, 4);
  context.fillStyle = '#000';
  context.fillRect(1, 1, 2, 2);
  return new Uint8Array(canvas.toBuffer('image/png'));
}

const workspace = new Workspace({
  'walls.config': CONFIG,
  'wall.png': wall(),
  'empty.config': CONFIG.replace(/^obstacle.*\n/gm, ''),
});

let browser: TestBrowser;
beforeAll(async () => {
  browser = await startBrowser();
  expect((await workspace.kineko(['run', 'walls.config', '--out', 'walls'])).code).toBe(0);
  expect((await workspace.kineko(['run', 'walls.config', '--out', 'exact', '--log', 'trace'])).code).toBe(0);
  expect((await workspace.kineko(['run', 'empty.config', '--out', 'empty'])).code).toBe(0);
});
afterAll(() => browser.close());

/** Number of different pixels of two pictures. */
async function difference(a: string, b: string): Promise<number> {
  const [one, other] = await Promise.all(
    [a, b].map(async (path) => {
      const image = await loadImage(workspace.of(path));
      const context = createCanvas(image.width, image.height).getContext('2d');
      context.drawImage(image, 0, 0);
      return context.getImageData(0, 0, image.width, image.height).data;
    }),
  );
  let count = 0;
  for (let at = 0; at < one!.length; at += 4) {
    if ([0, 1, 2].some((part) => Math.abs(one![at + part]! - other![at + part]!) > 40)) count++;
  }
  return count;
}

describe('a run folder with only a Neko log', () => {
  test('is drawn with its obstacles, like the exact trace', async () => {
    for (const folder of ['walls', 'exact', 'empty']) {
      const args = ['render', folder, '-o', `${folder}.png`, '--at', '0', '--size', '200x200', '--layers=map'];
      expect(await workspace.kineko(args)).toMatchObject({ code: 0 });
    }
    expect(await difference('walls.png', 'exact.png')).toBe(0);
    expect(await difference('walls.png', 'empty.png')).toBeGreaterThan(1000);
    for (const folder of ['walls', 'exact']) {
      await workspace.kineko(['render', folder, '-o', `${folder}.svg`, '--at', '0', '--layers=map']);
    }
    expect(workspace.text('walls.svg')).toBe(workspace.text('exact.svg'));
  });

  test('is drawn with the sizes of its robots, also if no setting states them', async () => {
    workspace.write({ 'plan.csv': 't,agent,x,y,radius\n0,0,0,0,0.3\n2,0,2,0,0.3\n0,1,0,2,0.6\n2,1,2,2,0.6\n' });
    for (const [folder, log] of [
      ['plan-log', 'neko'],
      ['plan-trace', 'trace'],
    ] as const) {
      await workspace.kineko(['run', 'plan.csv', '--seed', '1', '--out', folder, '--log', log]);
      await workspace.kineko(['render', folder, '-o', `${folder}.svg`, '--at', '1', '--layers=robots']);
    }
    expect(workspace.text('plan-log.svg')).toBe(workspace.text('plan-trace.svg'));
  });

  test('is shown with its obstacles by the viewer and in a self-contained page', async () => {
    const ending = new AbortController();
    const url = new Promise<string>((resolve) => {
      void workspace.kineko(['view', 'walls', '--no-open', '--port', '0'], {
        signal: ending.signal,
        onOutput: (text) => text.startsWith('http') && resolve(text.trim()),
      });
    });
    await workspace.kineko(['render', 'walls', '-o', 'walls.html']);
    const page = await browser.context.newPage();
    try {
      for (const address of [await url, pathToFileURL(workspace.of('walls.html')).href]) {
        await page.goto(address);
        await page.waitForFunction(() => kineko.phase.value === 'ready');
        const kinds = await page.evaluate(() => kineko.scene.value.obstacles.map(({ kind }) => kind));
        expect(kinds).toEqual(['area', 'disc', 'pixels']);
      }
    } finally {
      await page.close();
      ending.abort();
    }
  });

  test('has a file for the things in its world, if there are any; a damaged one is reported', async () => {
    expect(workspace.json('walls/manifest.json')).toMatchObject({ files: { log: 'neko.log', world: 'world.jsonl' } });
    expect(existsSync(workspace.of('empty/world.jsonl'))).toBe(false);
    await workspace.kineko(['run', 'walls.config', '--out', 'again']);
    await workspace.kineko(['run', 'empty.config', '--out', 'again']);
    expect(existsSync(workspace.of('again/world.jsonl'))).toBe(false);
    await workspace.kineko(['run', 'walls.config', '--out', 'again']);
    workspace.write({
      'again/world.jsonl': '{"format":"kineko-trace","version":"1.0","info":{}}\n{"type":"obstacle","shape":7}\n',
    });
    expect(await rendered()).toMatch(/^warning: again.world.jsonl: the world of the run is not drawn: world.jsonl:2: /);
    workspace.write({ 'again/world.jsonl': workspace.bytes('walls/world.jsonl').subarray(0, -9) });
    expect(await rendered()).toMatch(/not drawn: .* in the middle of a record/);
    rmSync(workspace.of('again/world.jsonl'));
    expect(await rendered()).toMatch(/not drawn: no such file\n$/);
    execFileSync('mkfifo', [workspace.of('again/world.jsonl')]);
    expect(await rendered()).toMatch(/not drawn: expected a file, got a named pipe\n$/);
    // The exact trace contains the world.
    await workspace.kineko(['run', 'walls.config', '--out', 'again', '--log', 'both']);
    rmSync(workspace.of('again/world.jsonl'));
    expect(await rendered()).toBe('');

    async function rendered(): Promise<string> {
      const { code, stderr } = await workspace.kineko(['render', 'again', '-o', 'again.png']);
      expect(code).toBe(0);
      return stderr;
    }
  });

  test('whose manifest is invalid is reported by all commands that read its log', async () => {
    await workspace.kineko(['run', 'walls.config', '--out', 'invalid']);
    const manifest = workspace.json<object>('invalid/manifest.json');
    workspace.write({ 'invalid/manifest.json': JSON.stringify({ ...manifest, config: null }) });
    const ending = new AbortController();
    const onOutput = (output: string): void => {
      if (output.includes('Ctrl-C')) ending.abort();
    };
    for (const args of [
      ['render', 'invalid/neko.log', '-o', 'invalid.png'],
      ['analyze', 'invalid/neko.log'],
      ['view', 'invalid/neko.log', '--no-open', '--port', '0'],
    ]) {
      const { code, stderr } = await workspace.kineko(args, { signal: ending.signal, onOutput });
      expect([code, stderr]).toEqual([0, expect.stringContaining('config: expected an object, got null\n')]);
    }
  });

  test('may not have a named pipe for its log, for which no writer may ever come', async () => {
    await workspace.kineko(['run', 'walls.config', '--out', 'piped']);
    rmSync(workspace.of('piped/neko.log'));
    execFileSync('mkfifo', [workspace.of('piped/neko.log')]);
    for (const args of [
      ['analyze', 'piped'],
      ['view', 'piped', '--no-open'],
      ['render', 'piped', '-o', 'piped.png'],
      ['run', 'walls.config', '--replay', 'piped/neko.log'],
    ]) {
      const { code, stderr } = await workspace.kineko(args);
      expect([code, stderr]).toEqual([2, 'kineko: piped/neko.log: expected a file, got a named pipe\n']);
    }
    const { stderr } = await workspace.kineko(['analyze', 'piped/../piped/neko.log']);
    expect(stderr).toBe('kineko: piped/../piped/neko.log: expected a file, got a named pipe\n');
  });

  test('reads no file outside the folder, whatever its manifest names', async () => {
    await workspace.kineko(['run', 'walls.config', '--out', 'forged']);
    const manifest = workspace.json<{ files: object }>('forged/manifest.json');
    workspace.write({
      'forged/manifest.json': JSON.stringify({
        ...manifest,
        files: { log: 'neko.log', world: '../walls/world.jsonl' },
      }),
    });
    const { code, stderr } = await workspace.kineko(['render', 'forged', '-o', 'forged.png']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('without a path')]);
  });
});
