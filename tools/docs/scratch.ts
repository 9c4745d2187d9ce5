/** The folder in which the commands of a page are run. */
import { chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { folderOf } from '../shared/workspaces.js';
import type { Page } from './pages.js';

export interface Scratch {
  /** Initial folder of the page's commands. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  write(name: string, text: string): void;
  remove(): void;
}

/** A folder like that of a reader: packages can be imported, the examples are present, and `kineko` is a program. */
export function scratchFor(page: Page, repository: string): Scratch {
  const outer = mkdtempSync(join(realpathSync(tmpdir()), 'kineko-docs-'));
  const root = join(outer, 'work');
  const folder = join(root, page.folder ?? '.');
  mkdirSync(root);
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'));
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }\n');
  // Copy all examples, since one may depend on another.
  if (page.folder !== undefined || page.text.includes(' examples')) {
    cpSync(join(repository, 'examples'), join(root, 'examples'), { recursive: true });
  }
  const programs = join(outer, 'programs');
  mkdirSync(programs);
  for (const [name, script] of Object.entries(programsOf(repository))) {
    writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(programs, name), 0o755);
  }
  return {
    folder,
    env: { ...environment(programs), PYTHONPATH: join(repository, 'packages/apps/python') },
    write(name, text) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    },
    remove: () => rmSync(outer, { recursive: true, force: true }),
  };
}

function programsOf(repository: string): Readonly<Record<string, string>> {
  const kineko = `exec "${process.execPath}" "${join(folderOf('kineko'), 'bin/kineko.js')}"`;
  const create = `exec "${process.execPath}" "${join(folderOf('create-kineko'), 'bin/create-kineko.js')}"`;
  const npm = join(dirname(process.execPath), 'npm');
  return {
    kineko: `${kineko} "$@"`,
    // npx would take half a second to find the program.
    npx: `[ "$1" = kineko ] && shift && ${kineko} "$@"\nname="$1"; shift; exec "${repository}/node_modules/.bin/$name" "$@"`,
    // Scripts of the repository run in the repository; a new project is created in the folder of the page.
    npm: `[ "$1 $2" = "create kineko" ] && shift 2 && ${create} "$@"\ncd "${repository}" && exec "${npm}" "$@"`,
    // Tests have no browser window.
    'xdg-open': 'exit 0',
    open: 'exit 0',
  };
}

/** Variables that the caller has set for Kineko do not apply to the pages. */
function environment(programs: string): Readonly<Record<string, string>> {
  const kept = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !/^(KINEKO_|npm_|NODE_OPTIONS|NODE_ENV|JEST_|FORCE_COLOR)/.test(entry[0]),
  );
  const env = Object.fromEntries(kept);
  // The program prints commands with npx, as for a reader who starts it by npx.
  return { ...env, PATH: `${programs}${delimiter}${env['PATH'] ?? ''}`, LC_ALL: 'C.UTF-8', npm_execpath: 'npx' };
}
