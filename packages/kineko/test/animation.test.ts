/** What the thesis's animation keys do, and how a run is offered to be seen. */
import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { main } from '../src/cli.js';
import { besideLog } from '../src/render/beside.js';
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

const workspace = new Workspace({
  'plain.config': CONFIG,
  'animated.config': ANIMATED,
  'logged run.config': `${ANIMATED}animation.logpath = logs/it's one.log\n`,
});

/** Runs a command as at a terminal; the last line that is said, without what moves the cursor. */
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
  const [, last = ''] = /(see it: .*)$/.exec(said.trimEnd()) ?? [];
  return last;
}

describe('a run ends with how to see it', () => {
  test('the folder, if there is one', async () => {
    const offer = await atTerminal(['run', 'plain.config', '--out', 'results']);
    expect(offer).toBe('see it: kineko view results');
  });

  test('as npx is told, if npm has started it', async () => {
    const offer = await atTerminal(['run', 'plain.config', '--out', 'results'], { npm_execpath: 'npm' });
    expect(offer).toBe('see it: npx kineko view results');
  });

  test('the log that animation.logpath names, as a shell has to be told', async () => {
    const offer = await atTerminal(['run', 'logged run.config']);
    expect(offer).toBe(String.raw`see it: kineko view 'logs/it'\''s one.log'`);
    expect(workspace.text("logs/it's one.log")).toContain('p0');
  });

  test('live, if the configuration asks for an animation and keeps nothing', async () => {
    expect(await atTerminal(['run', 'animated.config'])).toBe('see it: kineko run animated.config --watch');
  });

  test('and not at all, if nobody asks for it, or nobody is there', async () => {
    expect(await atTerminal(['run', 'plain.config'])).not.toContain('see it');
    expect((await workspace.kineko(['run', 'animated.config'])).stderr).toBe('');
  });
});

test('a run that was animated is shown again at its size and with its pictures per second', async () => {
  await workspace.kineko(['run', 'animated.config', '--out', 'again', '--log', 'both']);
  const { animation } = await besideLog(workspace.of('again/trace.bin'));
  expect(animation).toEqual({ size: { width: 300, height: 200 }, frameRate: 12.5 });
  await workspace.kineko(['run', 'plain.config', '--out', 'calm']);
  expect((await besideLog(workspace.of('calm/neko.log'))).animation).toEqual({});
});

test('the folder of a run is rendered by its trace, or by its log; one without either is refused', async () => {
  await workspace.kineko(['run', 'plain.config', '--out', 'both', '--log', 'both']);
  expect(await workspace.kineko(['render', 'both', '-o', 'both.png', '--size', '64x64'])).toMatchObject({ code: 0 });
  await workspace.kineko(['run', 'plain.config', '--out', 'nothing', '--log', 'none']);
  const { code, stderr } = await workspace.kineko(['view', 'nothing']);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: 'kineko: nothing: the run in it has kept neither a log nor a trace\n',
  });
  expect((await workspace.kineko(['view', 'nowhere'])).stderr).toBe('kineko: nowhere: there is no such file\n');
});

test('npm run demo keeps what it offers to show', () => {
  const { scripts } = JSON.parse(readFileSync(`${REPOSITORY}package.json`, 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  expect(scripts['demo']).toMatch(/ run examples\/\S+\.config .*--out build\/demo$/);
});
