/** The animation keys of a configuration, and the command that shows a run. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { main } from '../src/cli.js';
import { runFactsOf } from '../src/render/run-facts.js';
import { REPOSITORY, Workspace } from './command-line.js';

const CONFIG = `process.num = 2
bornpoint1 = 10,10
bornpoint2 = 40,10
robot.algorithm = RandomMovement
simulation.time = 3
seed = 4
`;
const ANIMATED = `${CONFIG}animation = true
animation.framerate = 12.5
animation.panel.width = 300
animation.panel.height = 200
`;

/** Its last event is at three seconds. */
const AHEAD = `import { AbstractAlgorithm } from 'kineko';

export class Ahead extends AbstractAlgorithm {
  protected async doMotion(): Promise<void> {
    await this.actuator.forward(1, 3);
    this.finish();
  }
}
`;

const workspace = new Workspace({
  'ahead.ts': AHEAD,
  'film.config': ANIMATED.replace('RandomMovement', './ahead.ts'),
  'plain.config': CONFIG,
  'animated.config': ANIMATED,
  'logged run.config': `${ANIMATED}animation.logpath = logs/it's one.log\n`,
});

/** Runs a command on a terminal; returns the last line, without cursor codes. */
async function atTerminal(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  let said = '';
  const code = await main(args, {
    stdout: { write: () => true },
    stderr: { isTTY: true, columns: 80, write: (text) => (said += text) },
    env,
    cwd: workspace.path,
    signal: new AbortController().signal,
  });
  expect(code).toBe(0);
  const [, last = ''] = /(view the run: .*)$/.exec(said.trimEnd()) ?? [];
  return last;
}

describe('a run ends with the command that shows it', () => {
  test('with its folder', async () => {
    const offer = await atTerminal(['run', 'plain.config', '--out', 'results']);
    expect(offer).toBe('view the run: kineko view results');
  });

  test('with npx, if npm has started it', async () => {
    const offer = await atTerminal(['run', 'plain.config', '--out', 'results'], { npm_execpath: 'npm' });
    expect(offer).toBe('view the run: npx kineko view results');
  });

  test('with the log of animation.logpath, quoted for a shell', async () => {
    const offer = await atTerminal(['run', 'logged run.config']);
    expect(offer).toBe(String.raw`view the run: kineko view 'logs/it'\''s one.log'`);
    expect(workspace.text("logs/it's one.log")).toContain('p0');
  });

  test('live, if the configuration has an animation and keeps nothing', async () => {
    expect(await atTerminal(['run', 'animated.config'])).toBe('view the run: kineko run animated.config --watch');
  });

  test('without a command if there is no animation or no terminal', async () => {
    expect(await atTerminal(['run', 'plain.config'])).not.toContain('view it');
    expect((await workspace.kineko(['run', 'animated.config'])).stderr.trim()).toBe(
      'save the results: add --out <folder>',
    );
  });
});

test('shows an animated run at its size and frame rate', async () => {
  await workspace.kineko(['run', 'animated.config', '--out', 'again', '--log', 'both']);
  const { animation } = await runFactsOf(workspace.of('again/trace.bin'));
  expect(animation).toEqual({ size: { width: 300, height: 200 }, frameRate: 12.5 });
  await workspace.kineko(['run', 'plain.config', '--out', 'calm']);
  expect((await runFactsOf(workspace.of('calm/neko.log'))).animation).toEqual({});
});

describe('the animation keys apply to render', () => {
  beforeAll(async () => {
    await workspace.kineko(['run', 'film.config', '--out', 'film', '--log', 'both']);
    await workspace.kineko(['run', 'plain.config', '--out', 'still']);
  });

  test('as the size of pictures and films', async () => {
    expect((await workspace.kineko(['render', 'film', '-o', 'film.png'])).stdout).toContain('300 × 200');
    expect((await workspace.kineko(['render', 'film', '-o', 'film.gif'])).stdout).toContain('300 × 200');
    expect((await workspace.kineko(['render', 'film/neko.log', '-o', 'log.png'])).stdout).toContain('300 × 200');
    await workspace.kineko(['render', 'film', '-o', 'film.svg']);
    expect(workspace.text('film.svg')).toMatch(/<svg[^>]* width="300" height="200"/);
    expect((await workspace.kineko(['render', 'still', '-o', 'still.png'])).stdout).toContain('800 × 800');
  });

  test('as the number of frames per simulated second', async () => {
    // Three simulated seconds, and one second of film for the end.
    const framesOf = async (...flags: readonly string[]): Promise<string> =>
      (await workspace.kineko(['render', 'film', '-o', 'film.gif', ...flags])).stdout;
    expect(await framesOf('--speed', '1')).toContain(`: ${Math.ceil(3 * 12.5) + 13} frames`);
    expect(await framesOf('--speed', '0.5')).toContain(`: ${Math.ceil(3 * 12.5) + 6} frames`);
    expect(await framesOf('--speed', '100')).toContain(': 52 frames');
  });

  test('unless flags override them', async () => {
    const { stdout } = await workspace.kineko([
      'render',
      'film',
      '-o',
      'film.gif',
      '--size',
      '64x64',
      '--fps',
      '10',
      '--speed',
      '1',
    ]);
    expect(stdout).toMatch(/: 40 frames, 64 × 64/);
  });

  test('reports the key of a size that the format cannot have', async () => {
    workspace.write({ 'wide.config': ANIMATED.replace('width = 300', 'width = 16000') });
    await workspace.kineko(['run', 'wide.config', '--out', 'wide']);
    const { code, stderr } = await workspace.kineko(['render', 'wide', '-o', 'wide.mp4']);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('animation.panel 16000x200: expected sides of at most 8192 pixels for a .mp4'),
    ]);
  });
});

test('renders the folder of a run from its trace or its log, and rejects one without either', async () => {
  await workspace.kineko(['run', 'plain.config', '--out', 'both', '--log', 'both']);
  expect(await workspace.kineko(['render', 'both', '-o', 'both.png', '--size', '64x64'])).toMatchObject({ code: 0 });
  await workspace.kineko(['run', 'plain.config', '--out', 'nothing', '--log', 'none']);
  const { code, stderr } = await workspace.kineko(['view', 'nothing']);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: 'kineko: nothing: the run in this folder kept neither a log nor a trace\n',
  });
  expect((await workspace.kineko(['view', 'nowhere'])).stderr).toBe('kineko: nowhere: no such file\n');
});

test('npm run demo keeps the run that it offers to show', () => {
  const { scripts } = JSON.parse(readFileSync(`${REPOSITORY}package.json`, 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  expect(scripts['demo']).toMatch(/ run examples\/\S+\.config .*--out build\/demo$/);
});
