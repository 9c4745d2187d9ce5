/** The hosted playground in a real browser: its runs are the same as on the command line. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { startBrowser, type TestBrowser } from './browser.js';
import { type Files, Workspace } from './command-line.js';
import { faintTexts, namelessControls } from './page-checks.js';
import { algorithm, composite, everyPart, exampleFiles, fragmentOf } from './playground-projects.js';
import { serveSite, type Site } from './playground-site.js';

/** State that the page exposes to tests. */
declare const playground: {
  readonly phase: { readonly value: string };
  readonly result: { readonly value: { readonly hash: string; readonly seed: number } | undefined };
  readonly problems: { readonly value: readonly { readonly text: string }[] };
  readonly lines: { readonly value: readonly { readonly text: string }[] };
  readonly notice: { value: string };
  readonly project: { readonly value: unknown };
  readonly patience: { value: number };
};

let browser: TestBrowser;
let site: Site;

/** Shared by tests that only open and run projects. */
let page: Page;

beforeAll(async () => {
  [browser, site] = await Promise.all([startBrowser(), serveSite()]);
  page = await browser.context.newPage();
  await page.goto(site.url);
  await page.waitForSelector('#run');
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

/** Opens the page, runs a test, and closes it; errors of the page fail the test. */
async function opened(
  fragment: string,
  look: (page: Page) => Promise<void>,
  media: Parameters<Page['emulateMedia']>[0] = {},
): Promise<void> {
  const page = await browser.context.newPage();
  await page.emulateMedia(media);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  try {
    await page.goto(site.url + fragment);
    await page.waitForSelector('#run');
    await look(page);
    expect(errors).toEqual([]);
  } finally {
    await page.close();
  }
}

function textsOf(found: Locator): Promise<string[]> {
  return found.allInnerTexts();
}

/** Runs the project, and waits for the end. */
async function run(page: Page): Promise<string> {
  await page.click('#run');
  await page.waitForFunction(() => playground.phase.value !== 'running');
  return page.evaluate(() => playground.phase.value);
}

/** Opens another project in the same page, like a followed link. */
async function follow(page: Page, fragment: string): Promise<void> {
  await page.evaluate(() => (playground.notice.value = ''));
  await page.goto(site.url + fragment);
  await page.waitForFunction(() => playground.notice.value !== '');
}

describe('a run in the page has the hash of the command line', () => {
  const projects: Readonly<Record<string, { readonly files: Files; readonly seed?: number }>> = {
    'random movement': { files: exampleFiles('random-movement') },
    gathering: { files: exampleFiles('gathering') },
    'asking for help': { files: exampleFiles('ask-for-help') },
    'path reservation': { files: exampleFiles('path-reservation', 'robotsim.config', 20) },
    'circle formation': { files: exampleFiles('circle-formation') },
    'flocking, with a metric of its own': { files: exampleFiles('flocking') },
    'an algorithm of one’s own, with a seed': { files: exampleFiles('first-algorithm', 'gathering.config'), seed: 7 },
    'protocols of one’s own, without bodies': { files: composite() },
    'YAML, a picture, physics and equations': { files: everyPart() },
    'a plan': { files: { 'crossing.csv': 't,agent,x,y\n0,0,-2,0\n0,1,2,0.75\n4,0,2,0\n4,1,-2,0.75\n' } },
  };
  const names = Object.keys(projects);
  let results: readonly { readonly hash: string; readonly seed: number }[];

  beforeAll(async () => {
    const workspace = new Workspace();
    const configs = Object.values(projects).map(({ files, seed }, k) => {
      const [config] = Object.keys(files);
      workspace.write(Object.fromEntries(Object.entries(files).map(([name, content]) => [`${k}/${name}`, content])));
      if (seed !== undefined) workspace.write({ [`${k}/${config}`]: `${files[config!] as string}seed = ${seed}\n` });
      return `${k}/${config}`;
    });
    // The installed program, which loads author files in another way than Jest.
    const program = fileURLToPath(new URL('../bin/kineko.js', import.meta.url));
    const args = [program, 'run', ...configs, '--json'];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: workspace.path });
    results = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as (typeof results)[number]);
  });

  test.each(names)('%s', async (name) => {
    const { files, seed } = projects[name]!;
    const [config] = Object.keys(files);
    const there = results[names.indexOf(name)]!;
    await follow(page, fragmentOf(files, seed ?? there.seed));
    expect([await run(page), await textsOf(page.locator('.problems li.bad'))]).toEqual(['ended', []]);
    expect(await textsOf(page.locator('#hash, #command'))).toEqual([
      there.hash,
      `npx kineko run ${config} --seed ${there.seed} --json`,
    ]);
  });
});

test('a plan is audited and executed, with settings, in another file than the first', async () => {
  const paths = 'Agent 0:(0,0)->(1,0)->(2,0)->\nAgent 1:(0,1)->(0,0)->(1,0)->\n';
  const map = 'type octile\nheight 2\nwidth 3\nmap\n...\n...\n';
  // A page of its own, because its settings are changed in the end.
  const fragment = fragmentOf({ 'a.map': map, 'a.txt': paths }, 1, 'plan.map=a.map; plan.order=xy; plan.radius=0.4');
  await opened(fragment, async (page) => {
    expect(await run(page)).toBe('failed');
    expect(await page.locator('.problems').innerText()).toContain('expected a plan, got a problem');
    await page.getByLabel('add or remove files').click();
    await page.getByLabel('run a.txt from now on').click();
    await page.keyboard.press('Escape');
    expect(await run(page)).toBe('ended');
    expect(await page.locator('#audit').innerText()).toMatch(/^a\.txt: not clean[^]*1 contact of 1 pair/);
    expect(await page.locator('#command').innerText()).toContain('run a.txt --set plan.map=a.map --set plan.order=xy');
    await page.fill('#settings', 'plan.radius');
    await page.click('#run');
    await page.getByText('settings: expected key=value; key=value, got "plan.radius"').waitFor();
  });
});

test('the viewer shows the robots of the run, and the gallery opens examples', async () => {
  await opened('', async (page) => {
    await page.click('#examples');
    expect(await page.locator('[data-example]').count()).toBeGreaterThan(5);
    await page.click('[data-example="ask-for-help"]');
    expect(page.url()).toMatch(/#example=ask-for-help$/);
    await page.keyboard.press('Control+Enter');
    const viewer = page.frameLocator('#viewer');
    await viewer.locator('h1', { hasText: 'robotsim' }).waitFor();
    await viewer.locator('aside button, .panel button', { hasText: /^9$/ }).first().waitFor();
    // The end is known when all of the trace is read.
    await viewer.locator('#clock', { hasText: /\/ [56]\d\.\d\d s$/ }).waitFor();
    expect(await page.locator('.said').innerText()).toMatch(/^p\d /);
  });
});

/** Runs are played: the clock of one that was not played is at 0; at the end it stays where it is. */
const WITH_MOTION = { reducedMotion: 'no-preference' } as const;
const isPlayed = (page: Page): Promise<void> =>
  page
    .frameLocator('#viewer')
    .locator('#clock', { hasText: /^(?!0\.00 )\d/ })
    .waitFor();

/** The main parts are inside the window and large enough, nothing scrolls, and dialogs fit. */
async function expectAllVisible(page: Page, size: { readonly width: number; readonly height: number }): Promise<void> {
  const viewer = page.frameLocator('#viewer');
  const parts = {
    run: page.locator('#run'),
    code: page.locator('.cm-editor'),
    hash: page.locator('#hash'),
    play: viewer.locator('#play'),
    picture: viewer.locator('#stage'),
    slider: viewer.locator('#scrubber'),
  };
  for (const [name, part] of Object.entries(parts)) {
    const { x, y, width, height } = (await part.boundingBox())!;
    // A frame may start at a fraction of a pixel.
    const isInside = x >= 0 && y >= 0 && x + width < size.width + 1 && y + height < size.height + 1;
    expect([name, isInside]).toEqual([name, true]);
  }
  for (const [part, least] of [
    [parts.code, 200],
    [parts.picture, 300],
  ] as const) {
    const { width, height } = (await part.boundingBox())!;
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(least);
  }
  const overflow = `[document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]`;
  expect(await page.evaluate(overflow)).toEqual([0, 0]);
  for (const name of ['Examples', 'Share', 'Download']) {
    await page.getByRole('button', { name, exact: true }).click();
    const box = (await page.locator('dialog').boundingBox())!;
    expect([name, box.x >= 0, box.y >= 0, box.x + box.width <= size.width]).toEqual([name, true, true, true]);
    await page.getByRole('button', { name: 'Close' }).click();
  }
}

describe('the page opens', () => {
  test('with the first example running', async () => {
    const look = async (page: Page): Promise<void> => {
      await page.waitForFunction(() => playground.phase.value === 'ended');
      expect(page.url()).toMatch(/#example=first-algorithm$/);
      await page.frameLocator('#viewer').locator('h1', { hasText: 'gathering' }).waitFor();
      await isPlayed(page);
    };
    await opened('', look, WITH_MOTION);
  });

  test('with nothing running if the address names an unknown example', async () => {
    await opened('#example=nothing', async (page) => {
      expect(await page.innerText('.outcome')).toContain('unknown example "nothing"');
      expect(await page.evaluate(() => playground.phase.value)).toBe('waiting');
    });
  });

  test.each([
    { width: 800, height: 600 },
    { width: 1280, height: 800 },
  ])('with everything visible at %o', async (size) => {
    const look = async (page: Page): Promise<void> => {
      await page.setViewportSize(size);
      await page.waitForFunction(() => playground.phase.value === 'ended');
      await isPlayed(page);
      await expectAllVisible(page, size);
    };
    await opened('', look, WITH_MOTION);
  });
});

test('a dialog that is opened right after another was closed stays', async () => {
  await opened('#example=nothing', async (page) => {
    await page.click('#examples');
    await page.evaluate(() => {
      const { document: doc } = globalThis as unknown as { document: Document };
      const dialog = doc.querySelector('dialog')!;
      // The browser sends the event later.
      const closed = new Promise((resolve) => dialog.addEventListener('close', resolve));
      dialog.querySelector<HTMLButtonElement>('header button')!.click();
      doc.querySelector<HTMLButtonElement>('#share')!.click();
      return closed;
    });
    expect(await page.locator('dialog').getAttribute('aria-label')).toBe('Share');
  });
});

describe('programs are confined', () => {
  test('in a worker that can always be stopped', async () => {
    await opened(fragmentOf(algorithm('    console.log("begins");\n    for (;;) {}')), async (page) => {
      await page.evaluate(() => (playground.patience.value = 300));
      await page.click('#run');
      await page.waitForFunction(() => playground.lines.value.length === 1);
      await page.getByText('An endless loop?').waitFor();
      expect(await page.locator('iframe[sandbox="allow-scripts"]').count()).toBe(1);
      await page.getByRole('button', { name: 'Stop it' }).click();
      expect(await page.evaluate(() => playground.phase.value)).toBe('stopped');
      await expectNoWorker(page);
      expect(await page.innerText('.outcome')).toMatch(/Stopped at t = 0\.0 s/);
      expect(await page.locator('iframe[sandbox="allow-scripts"]').count()).toBe(0);
    });
  });

  test('and reach neither the network nor storage nor the page', async () => {
    const attempts = `
    const attempts: Record<string, () => unknown> = {
      nothing: () => 1,
      fetch: () => fetch('./index.html'),
      XMLHttpRequest: () => new XMLHttpRequest(),
      WebSocket: () => new WebSocket('ws://' + HOST),
      EventSource: () => new EventSource('http://' + HOST),
      'import()': () => import('http://' + HOST + '/stolen.js'),
      importScripts: () => importScripts('http://' + HOST + '/stolen.js'),
      Worker: () => new Worker('data:text/javascript,'),
      indexedDB: () => indexedDB.open('x'),
      caches: () => caches.open('x'),
      'navigator.storage': () => navigator.storage.getDirectory(),
      BroadcastChannel: () => new BroadcastChannel('x'),
      localStorage: () => localStorage.length,
      document: () => document.body,
      postMessage: () => postMessage('x'),
      cookies: () => (globalThis as any).cookieStore.getAll(),
    };
    for (const [name, attempt] of Object.entries(attempts)) {
      const tried = Promise.resolve().then(attempt);
      const outcome = tried.then(() => 'worked', (error) => 'failed, ' + error.message);
      console.log(name, await this.task.outside(outcome));
    }
    console.log('origin', origin);
    await this.sleep(100);`;
    const { host } = new URL(site.url);
    await opened(fragmentOf(algorithm(attempts, `const HOST = '${host}';`)), async (page) => {
      const before = site.requests.length;
      expect([await run(page), await textsOf(page.locator('.problems li'))]).toEqual(['ended', []]);
      const said = await page.evaluate(() => playground.lines.value.map(({ text }) => text));
      expect(said.filter((line) => line.endsWith(' worked'))).toEqual(['nothing worked']);
      expect(said.filter((line) => line.includes(' failed, '))).toHaveLength(15);
      expect(said[1]).toMatch(/^fetch failed, fetch: not available in the playground/);
      expect(said.at(-1)).toBe('origin null');
      const asked = site.requests
        .slice(before)
        .filter((path) => !/(confinement\.html|-\w+\.js|viewer\/\w+\.\w+)$/.test(path));
      expect(asked).toEqual([]);
    });
  });

  test('also without the removal of globals', async () => {
    // The frame of the page, with a worker that keeps all globals.
    await opened('', async (page) => {
      const answers = await page.evaluate(async () => {
        const { document: doc } = globalThis as unknown as { document: Document };
        const frame = doc.createElement('iframe');
        frame.setAttribute('sandbox', 'allow-scripts');
        const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
        frame.src = './confinement.html';
        doc.body.append(frame);
        await loaded;
        const { port1, port2 } = new MessageChannel();
        const simulator = `export async function start(address, port) {
            const tried = (action) => Promise.resolve().then(action).then(() => 'worked', () => 'failed');
            port.postMessage([
              await tried(() => fetch(address)),
              await tried(() => import(address + 'playground.js')),
              await tried(() => new Promise((resolve, reject) => {
                const socket = new WebSocket(address.replace('http', 'ws'));
                socket.onopen = resolve;
                socket.onerror = reject;
              })),
              await tried(() => new Promise((resolve, reject) => {
                const request = indexedDB.open('x');
                request.onsuccess = resolve;
                request.onerror = reject;
              })),
              await tried(() => 1),
            ]);
          }`;
        const answer = new Promise((resolve) => {
          port1.onmessage = ({ data }) => resolve(data);
        });
        const job = location.href.replace(/#.*/, '');
        frame.contentWindow!.postMessage({ simulator, job }, '*', [port2]);
        return answer;
      });
      expect(answers).toEqual(['failed', 'failed', 'failed', 'failed', 'worked']);
    });
  });
});

/** Waits until none is left, up to the test's own limit. */
async function expectNoWorker(page: Page): Promise<void> {
  const ofRuns = () => page.workers().filter((worker) => worker.url().startsWith('blob:null'));
  await Promise.all(ofRuns().map((worker) => worker.waitForEvent('close')));
  expect(ofRuns()).toEqual([]);
}

describe('a link', () => {
  test('contains everything, and runs nothing', async () => {
    let link = '';
    await opened('#example=first-algorithm', async (page) => {
      await page.locator('.cm-content').click();
      await page.keyboard.press('Control+Home');
      await page.keyboard.type('// edited\n');
      await page.fill('#seed', '42');
      await page.click('#share');
      await page.waitForFunction(() => /#project=[\w-]+$/.test(location.href));
      link = await page.inputValue('#link');
      expect(link).toBe(page.url());
      expect(await page.innerText('dialog')).toContain(`${link.length} characters`);
    });
    const before = site.requests.length;
    await opened(new URL(link).hash, async (page) => {
      expect(await page.inputValue('#seed')).toBe('42');
      expect(await page.locator('.cm-content').innerText()).toMatch(/^\/\/ edited\nimport \{ AbstractAlgorithm/);
      expect(await page.innerText('.outcome')).toMatch(/came with a link: review it before you run it/);
      expect(await page.evaluate(() => playground.phase.value)).toBe('waiting');
      expect(site.requests.slice(before).filter((path) => path.includes('confinement'))).toEqual([]);
      expect(await run(page)).toBe('ended');
      expect(await page.evaluate(() => playground.result.value!.seed)).toBe(42);
    });
  });

  test.each([
    ['AAAA', 'this link is damaged'],
    ['%3Cscript%3Ealert(1)%3C/script%3E', 'this link is damaged'],
  ])('that is invalid is rejected: %s', async (fragment, reason) => {
    await opened(`#project=${fragment}`, async (page) => {
      expect(await page.innerText('.outcome')).toContain(reason);
    });
  });
});

describe('problems are shown at their lines', () => {
  const sound = algorithm('    await this.sleep(1);');
  const withConfig = (line: string): Files => ({ ...sound, 'own.config': `${sound['own.config'] as string}${line}\n` });

  test.each<[string, Files, string, RegExp, RegExp]>([
    [
      'a program that is none',
      algorithm('    const x = ;'),
      'own.ts',
      /const x = ;/,
      /^own\.ts:5:\d+: Unexpected token$/,
    ],
    [
      'what only the browser sees',
      algorithm('    let a = 1;\n    let a = 2;'),
      'own.ts',
      /let a = 2/,
      /own\.ts:6: Identifier 'a' has already been declared$/,
    ],
    [
      'an export that is not there',
      algorithm('    helpp();', "import { helpp } from './helper.js';"),
      'own.ts',
      /helpp \}/,
      /own\.ts:2: no such file "\.\/helper\.js"$/,
    ],
    [
      'a name that is not exported',
      algorithm('    centriod([]);', "import { centriod } from 'kineko';"),
      'own.ts',
      /centriod \}/,
      /own\.ts:2: "kineko" has no export "centriod"; did you mean "centroid"\?$/,
    ],
    [
      'an error while it runs',
      algorithm('    await this.sleep(1);\n    throw new Error("no luck");'),
      'own.ts',
      /throw new Error/,
      /^own\.ts:6: .*no luck/,
    ],
    ['a wrong value', withConfig('world.width = much'), 'own.config', /much/, /^own\.config:7(:\d+)?: .*much/],
    [
      'an unknown key',
      withConfig('robot.sise = 1'),
      'own.config',
      /sise/,
      /^own\.config:7(:\d+)?: warning: .*robot\.size/,
    ],
  ])('%s', async (_name, files, file, line, problem) => {
    await follow(page, fragmentOf(files));
    await run(page);
    await page.getByRole('tab', { name: file }).click();
    const marked = page.locator('.wrong-line, .doubtful-line');
    await marked.first().waitFor();
    expect(await textsOf(marked)).toEqual([expect.stringMatching(line)]);
    expect((await textsOf(page.locator('.problems li')))[0]).toMatch(problem);
  });
});

test.each<[string, Files, string, string]>([
  ['no program', algorithm('    const x = ;'), 'own.ts:5:', '    const x = ;'],
  ['failing to load', algorithm('', 'undefinedName();'), 'own.ts:2', 'undefinedName();'],
  [
    'in a file that another one imports',
    { ...algorithm('', "import './helper.js';"), 'helper.ts': 'export const fine = 1;\nconst wrong = ;\n' },
    'helper.ts:2:',
    'const wrong = ;',
  ],
  [
    'failing while it runs',
    algorithm('    throw new Error("no luck");'),
    'own.ts:5',
    '    throw new Error("no luck");',
  ],
])('a problem links to its own line: a program that is %s', async (_name, files, place, line) => {
  await follow(page, fragmentOf(files));
  await run(page);
  await page.getByRole('tab', { name: 'own.config' }).click();
  const link = page.locator('.problems .place').first();
  expect(await link.innerText()).toContain(place);
  await link.click();
  expect(await page.getByRole('tab', { selected: true }).innerText()).toBe(place.split(':')[0]);
  expect(await page.locator('.cm-activeLine').innerText()).toBe(line);
});

test('checks the configuration while it is typed, without running anything', async () => {
  await follow(page, fragmentOf(algorithm('    await this.sleep(1);')));
  await page.getByRole('tab', { name: 'own.config' }).click();
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('world.width = much');
  await page.locator('.wrong-line').waitFor();
  expect(await textsOf(page.locator('.wrong-line'))).toEqual(['world.width = much']);
  await page.keyboard.press('Control+Backspace');
  await page.keyboard.type('50');
  await page.locator('.wrong-line').waitFor({ state: 'detached' });
  expect(await page.evaluate(() => playground.phase.value)).toBe('waiting');
});

test('asks before changes are lost to an example or another link', async () => {
  await opened('#example=gathering', async (page) => {
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.message());
      void (asked.length < 3 ? dialog.dismiss() : dialog.accept());
    });
    await page.locator('.cm-content').click();
    await page.keyboard.type('# mine');
    await page.click('#examples');
    await page.click('[data-example="flocking"]');
    await page.keyboard.press('Escape');
    await page.evaluate(() => (location.hash = '#example=flocking'));
    await page.waitForURL(/#example=gathering$/);
    expect(await page.locator('.cm-content').innerText()).toContain('# mine');
    await page.evaluate(() => (location.hash = '#example=flocking'));
    await page.getByRole('tab', { name: 'order.ts' }).waitFor();
    expect(asked).toEqual(Array(3).fill('Your changes will be lost. Open another project?'));
  });
});

test('is accessible and readable in both themes', async () => {
  await opened('#example=ask-for-help', async (page) => {
    await run(page);
    for (const theme of ['light', 'dark']) {
      expect(await page.getAttribute('.app', 'data-theme')).toBe(theme);
      expect([theme, await faintTexts(page)]).toEqual([theme, []]);
      expect(await namelessControls(page)).toEqual([]);
      for (const name of ['Examples', 'Share', 'Download']) {
        await page.getByRole('button', { name, exact: true }).click();
        await page.locator('dialog').waitFor();
        expect([theme, name, await faintTexts(page), await namelessControls(page)]).toEqual([theme, name, [], []]);
        await page.keyboard.press('Escape');
        await page.locator('dialog').waitFor({ state: 'detached' });
      }
      await page
        .getByRole('button', { name: 'Dark', exact: true })
        .or(page.getByRole('button', { name: 'Light', exact: true }))
        .click();
    }
  });
});
