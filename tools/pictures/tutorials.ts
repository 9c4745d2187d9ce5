/**
 * Creates the pictures of the tutorials: runs a page unchanged and keeps the pictures that its commands write. Plots are
 * taken from the report of a sweep, where readers see them.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { blocksOf } from '../docs/blocks.js';
import { roleOf } from '../docs/roles.js';

const PICTURE = /!\[[^\]]*\]\(\.\.\/pictures\/tutorials\/([^)]+)\)/g;

/** @returns The files that were written. */
export async function renderTutorial(page: string, repository: string, scratch: string): Promise<readonly string[]> {
  const text = await readFile(page, 'utf8');
  const names = [...text.matchAll(PICTURE)].map(([, name]) => name!);
  if (names.length === 0) return [];
  const folder = join(scratch, 'page');
  await mkdir(folder);
  await symlink(join(repository, 'node_modules'), join(scratch, 'node_modules'));
  await writeFile(join(scratch, 'package.json'), '{ "type": "module" }\n');
  for (const block of blocksOf(text)) {
    const role = roleOf(block);
    if (role.kind === 'file') {
      await mkdir(dirname(join(folder, role.name)), { recursive: true });
      await writeFile(join(folder, role.name), block.text);
    } else if (role.kind === 'commands' && role.manner === 'runs') {
      // Exit codes are checked by the tests of the pages.
      const programs = join(repository, 'node_modules', '.bin');
      const env = { ...process.env, PATH: `${programs}${delimiter}${process.env['PATH'] ?? ''}` };
      spawnSync('bash', ['-c', block.text], { cwd: folder, env, stdio: 'ignore' });
    }
  }
  const made: string[] = [];
  const pictures = join(repository, 'docs', 'pictures', 'tutorials');
  await mkdir(pictures, { recursive: true });
  for (const name of names) {
    const drawn = join(folder, name);
    if (name === 'sweep.svg')
      await writeFile(drawn, plotIn(await readFile(join(folder, 'results/report.html'), 'utf8')));
    if (!existsSync(drawn)) throw new Error(`${page} shows ${name}, but no command of it has made that`);
    made.push(join(pictures, name));
    await copyFile(drawn, made.at(-1)!);
  }
  return made;
}

/** The first plot of a report, with the colours and the background of the page. */
function plotIn(report: string): string {
  const style = /<style>([\s\S]*?)<\/style>/.exec(report)?.[1];
  const plot = /<svg [\s\S]*?<\/svg>/.exec(report)?.[0];
  if (style === undefined || plot === undefined) throw new Error('the report of the sweep has no plot');
  const paper = '<rect width="100%" height="100%" style="fill:var(--paper)"/>';
  return `${plot.replace('>', `><style>${style}</style>${paper}`)}\n`;
}
