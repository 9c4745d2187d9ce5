/** Screenshots of the pages, in light and dark schemes and in a narrow window: the viewer, the report of a sweep, an analysis. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { CHROMIUM, requireProgram } from '../services/programs.js';
import { kineko } from './kineko.js';

interface PagePicture {
  /** The name of the pictures, and of the page in the scratch folder. */
  readonly name: string;
  /** Commands that write the page, run in the folder `examples`; `@` is the scratch folder. */
  readonly commands: readonly string[];
  /** The address after `#`, for the viewer: see `link.ts`. */
  readonly link?: string;
  /** Elements that appear last. */
  readonly shown?: readonly string[];
}

const PAGES: readonly PagePicture[] = [
  {
    name: 'viewer',
    commands: [
      'run random-movement/robotsim.config --out @/run --log trace --quiet',
      'render @/run -o @/viewer.html --quiet',
    ],
    link: 'v=1&panel=plots&at=20.605&robot=60&with=85',
    shown: ['.log li >> nth=0', '#plots canvas'],
  },
  {
    name: 'report',
    commands: ['sweep experiments/gathering-time.yaml --out @/results --quiet --repetitions 8'],
  },
  {
    name: 'analysis',
    commands: [
      'run ask-for-help/robotsim.config --out @/run --log trace --quiet',
      'analyze @/run --html @/analysis.html --quiet',
    ],
  },
];

const LOOKS = [
  { suffix: '', width: 1200, height: 800, colorScheme: 'light' },
  { suffix: '-dark', width: 1200, height: 800, colorScheme: 'dark' },
  { suffix: '-narrow', width: 480, height: 800, colorScheme: 'light' },
] as const;

export const PAGE_NAMES: readonly string[] = PAGES.map(({ name }) => name);

/** @returns The files that were written. */
export async function takeScreenshots(name: string, repository: string, scratch: string): Promise<readonly string[]> {
  const { commands, link = '', shown = [] } = PAGES.find((page) => page.name === name)!;
  for (const command of commands) {
    await kineko(command.replaceAll('@', scratch).split(' '), join(repository, 'examples'));
  }
  const file = join(scratch, name === 'report' ? 'results/report.html' : `${name}.html`);
  const folder = join(repository, 'docs', 'pictures', 'pages');
  await mkdir(folder, { recursive: true });
  const browser = await chromium.launch({
    executablePath: requireProgram(CHROMIUM),
    args: ['--no-sandbox'],
    timeout: 0,
  });
  const made: string[] = [];
  try {
    for (const { suffix, width, height, colorScheme } of LOOKS) {
      const page = await browser.newPage({ viewport: { width, height }, colorScheme });
      await page.goto(`${pathToFileURL(file).href}#${link}`, { timeout: 0 });
      for (const selector of shown) await page.locator(selector).waitFor({ timeout: 0 });
      const path = join(folder, `${name}${suffix}.png`);
      await page.screenshot({ path, timeout: 0 });
      await page.close();
      made.push(path);
    }
  } finally {
    await browser.close();
  }
  return made;
}
