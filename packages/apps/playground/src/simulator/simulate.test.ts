import { describe, expect, test } from '@jest/globals';
import { readTrace } from '@kineko/formats/trace';
import { AbstractAlgorithm, type NekoRobot } from '@kineko/robotsim';
import { compile } from '../programs/compile.js';
import { AuthorModules, type Loader } from './author-modules.js';
import { type FromSimulator, type Job, PAGE_LIMITS, type PageLimits, type RunResult } from './protocol.js';
import { failureOf, simulate } from './simulate.js';

const CONFIG = `process.num = 20
robot.size = 2
robot.algorithm = RandomMovement
RandomMovement.side = 100
bornpoint.random = true
world.width = 100
world.height = 100
simulation.time = 200
`;

/** Only what is built in. */
const noLoader: Loader = {
  addressOf: () => '',
  load: () => Promise.reject(new Error('there is nothing to load')),
  lineOfError: async () => undefined,
};

async function heardOf(
  text: string,
  limits: PageLimits = PAGE_LIMITS,
  seed?: number,
  modules = new AuthorModules([], new Map(), noLoader),
  files: Job['files'] = [],
  name = 'a.config',
  settings: Job['settings'] = [],
): Promise<FromSimulator[]> {
  const heard: FromSimulator[] = [];
  const job: Job = { config: { name, text }, files, modules: [], settings, seed, drawnSeed: 99 };
  let ticks = 0;
  await simulate(job, modules, {
    limits,
    // A clock that advances at every reading, so that the periodic checks become due.
    milliseconds: () => (ticks += 30),
    post: (message) => heard.push(message),
  });
  return heard;
}

function resultOf(heard: readonly FromSimulator[]): RunResult {
  const last = heard.at(-1)!;
  if (last.type !== 'ended') throw new Error(`it ended with ${JSON.stringify(last)}`);
  return last.result;
}

function traceOf(heard: readonly FromSimulator[]): Uint8Array {
  return Buffer.concat(heard.flatMap((message) => (message.type === 'records' ? [message.bytes] : [])));
}

describe('a run', () => {
  test('plays an activation schedule', async () => {
    const text =
      'algorithm: ToHalf\nscheduler: ssync\nrobots: [{at: [0, 0]}, {at: [1, 0]}]\nloop: [joint 0, joint 1]\n';
    const heard = await heardOf(text, PAGE_LIMITS, 1, undefined, [], 'apart.yaml');
    expect(resultOf(heard).summary).toMatchObject({ robots: 2, motionRequests: 8, stoppedBy: 'time' });
  });

  test('audits a plan and executes it, with settings and files beside it', async () => {
    const text = 'Agent 0:(0,0)->(1,0)->(2,0)->\nAgent 1:(0,1)->(0,0)->(1,0)->\n';
    const map = { name: 'a.map', bytes: new TextEncoder().encode('type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n') };
    const plan = (settings: Readonly<Record<string, string>>) =>
      heardOf(
        text,
        PAGE_LIMITS,
        1,
        undefined,
        [map],
        'a.paths.txt',
        Object.entries(settings).map(([key, value]) => ({ key, value })),
      );
    const heard = await plan({ 'plan.map': 'a.map', 'plan.radius': '0.4' });
    expect(heard[1]).toMatchObject({ type: 'audit', report: { isClean: false } });
    expect(JSON.stringify(heard[1])).toContain('1 contact of 1 pair');
    expect(resultOf(heard).summary).toMatchObject({ robots: 2, stoppedBy: 'finished' });
    // Neither order of points is ruled out without the map.
    expect(await plan({})).toMatchObject([
      { type: 'problems', problems: [{ text: expect.stringMatching(/--order/) }] },
    ]);
  });

  test('reports problems, progress and its end, and a readable trace', async () => {
    const heard = await heardOf(CONFIG);
    const kinds = [...new Set(heard.map(({ type }) => type))];
    expect(kinds).toEqual(['problems', 'begun', 'records', 'progress', 'ended']);
    const { seed, summary, cutOffAfter, bytesLeftOut } = resultOf(heard);
    expect({ seed, cutOffAfter, bytesLeftOut }).toEqual({ seed: 99, cutOffAfter: undefined, bytesLeftOut: 0 });
    expect(summary.stoppedBy).toBe('time');
    const records = [...readTrace(traceOf(heard), 'trace')];
    expect(records.filter(({ type }) => type === 'motionRequest')).toHaveLength(summary.motionRequests);
  });

  test('has the seed that is given before that of the configuration', async () => {
    expect(resultOf(await heardOf(`${CONFIG}seed = 3\n`)).seed).toBe(3);
    expect(resultOf(await heardOf(`${CONFIG}seed = 3\n`, PAGE_LIMITS, 4)).seed).toBe(4);
  });

  test('is not begun if something is wrong with it', async () => {
    const heard = await heardOf('process.num = 0\n');
    expect(heard.map(({ type }) => type)).toEqual(['problems']);
    const error = expect.objectContaining({ severity: 'error' });
    expect(heard[0]).toMatchObject({ problems: expect.arrayContaining([error]) });
  });

  test('is refused if it is no configuration at all', async () => {
    const [first] = await heardOf('<xml/>');
    expect(first).toMatchObject({
      type: 'problems',
      problems: [{ text: expect.stringContaining('unrecognized file format') }],
    });
  });
});

describe('authors’ code', () => {
  const CONFIG_OF_OWN =
    'process.num = 1\nbornpoint1 = 0, 0\nrobot.size = 1\nrobot.algorithm = ./own.ts\nsimulation.time = 9\n';

  const ADDRESS = 'blob:null/12';
  type OwnClass = new (robot: NekoRobot) => AbstractAlgorithm;

  function heardOfOwn(Own: OwnClass): Promise<FromSimulator[]> {
    const loader = { ...noLoader, addressOf: () => ADDRESS, load: async () => ({ Own }) };
    const modules = new AuthorModules([compile({ name: 'own.ts', content: 'export {};' })], new Map(), loader);
    return heardOf(CONFIG_OF_OWN, PAGE_LIMITS, undefined, modules, [{ name: 'own.ts', bytes: new Uint8Array() }]);
  }

  test('that waits for a promise that nothing settles is named', async () => {
    const heard = await heardOfOwn(
      class Own extends AbstractAlgorithm {
        protected async doMotion() {
          await this.sleep(3);
          await new Promise<void>(() => {});
        }
      },
    );
    expect(heard.at(-1)).toMatchObject({
      type: 'failed',
      problem: { text: expect.stringMatching(/^robot 0 \(Own\) is blocked on a promise since t = 3 s/) },
    });
  });

  test('that calls Math.random is reported once', async () => {
    const code = `return class Own extends Base { async doMotion() { await this.sleep(1 + Math.random()); } }
      //# sourceURL=${ADDRESS}`;
    // oxlint-disable-next-line no-new-func, no-implied-eval -- code with an address, as in a page
    const make = new Function('Base', code) as (base: unknown) => OwnClass;
    const heard = await heardOfOwn(make(AbstractAlgorithm));
    const lines = heard.flatMap((message) => (message.type === 'lines' ? message.lines : []));
    expect(lines).toEqual([
      {
        level: 'warn',
        text: expect.stringMatching(/^own\.ts:\d+: Math\.random\(\) makes the run unrepeatable: use this/),
      },
    ]);
  });
});

describe('limits', () => {
  test('records that are too many are in the hash, and are counted', async () => {
    const all = await heardOf(CONFIG);
    const few = await heardOf(CONFIG, { ...PAGE_LIMITS, kept: traceOf(all).length - 1000 });
    expect(resultOf(few).hash).toBe(resultOf(all).hash);
    expect(resultOf(few).bytesLeftOut).toBeGreaterThan(0);
    expect(traceOf(few).length + resultOf(few).bytesLeftOut).toBe(traceOf(all).length);
    expect([...readTrace(traceOf(few), 'trace')].length).toBeGreaterThan(10);
  });

  test('a run that is cut off is what the same number of events is at a terminal', async () => {
    const cut = resultOf(await heardOf(CONFIG, { ...PAGE_LIMITS, events: 100 }));
    const short = resultOf(await heardOf(`${CONFIG}simulation.events = 100\n`));
    expect(cut).toMatchObject({ cutOffAfter: 100, hash: short.hash, summary: { events: 100 } });
    expect(short).toMatchObject({ cutOffAfter: undefined, summary: { stoppedBy: 'events' } });
  });

  test('programs may say only so much', async () => {
    const talkative = CONFIG.replace('RandomMovement\n', 'TestCommunication\n');
    const heard = await heardOf(talkative, { ...PAGE_LIMITS, lines: 3 });
    const lines = heard.flatMap((message) => (message.type === 'lines' ? [message] : []));
    expect(lines.flatMap((each) => each.lines)).toHaveLength(3);
    expect(lines.reduce((sum, each) => sum + each.leftOut, 0)).toBeGreaterThan(0);
  });
});

test('describes anything that a program throws as text', () => {
  const modules = new AuthorModules([], new Map(), noLoader);
  const textOf = (thrown: unknown): string => failureOf(thrown, modules).text;
  expect(textOf(Object.assign(new Error('x'), { message: { type: 'h1', props: {} } }))).toBe('[object Object]');
  expect([textOf(7), textOf(undefined)]).toEqual(['7', 'undefined']);
});
