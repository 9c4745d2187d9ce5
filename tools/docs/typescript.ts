/** Compiles the TypeScript of all pages in one call, since most of the time is the start of the compiler. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from './pages.js';
import { completed } from './preambles.js';
import { roleOf } from './roles.js';

/** Files that exist at the same time, by name, with the position in the page at which each begins. */
export interface SourceFolder {
  readonly page: Page;
  readonly files: ReadonlyMap<string, Source>;
}

interface Source {
  readonly text: string;
  readonly line: number;
}

/** A file that is written again starts a new folder with copies of the others: both versions must compile. */
export function sourceFoldersOf(page: Page): readonly SourceFolder[] {
  const folders: SourceFolder[] = [];
  let files = new Map<string, Source>();
  for (const block of page.blocks) {
    const role = roleOf(block);
    const { line, text } = block;
    if (role.kind === 'file' && /\.[mc]?ts$/.test(role.name)) {
      if (files.has(role.name)) {
        folders.push({ page, files });
        files = new Map(files);
      }
      files.set(role.name, { text, line });
    } else if (role.kind === 'fragment' && role.of === 'code') {
      files.set(`fragment-${line}.ts`, { text: `${completed(text, block.preamble)}\nexport {};\n`, line });
    }
  }
  return files.size > 0 ? [...folders, { page, files }] : folders;
}

/** All errors of the compiler; empty if there are none. */
export function compileProblems(pages: readonly Page[], repository: string, into: string): string {
  const folders = pages.flatMap(sourceFoldersOf);
  if (folders.length === 0) return '';
  symlinkSync(join(repository, 'node_modules'), join(into, 'node_modules'));
  const extended = join(repository, 'tsconfig.base.json');
  const options = {
    noEmit: true,
    composite: false,
    incremental: false,
    declaration: false,
    declarationMap: false,
    sourceMap: false,
    // Pages show parts of programs, in which names may be unused.
    noUnusedLocals: false,
    lib: ['es2023', 'dom'],
    types: ['node'],
  };
  write(into, 'package.json', '{ "type": "module" }');
  for (const [number, { page, files }] of folders.entries()) {
    const folder = `${page.path.replace(/\W/g, '-')}-${number}`;
    if (page.folder !== undefined) cpSync(join(repository, page.folder), join(into, folder), { recursive: true });
    for (const [name, { text }] of files) write(into, `${folder}/${name}`, text);
  }
  write(
    into,
    'tsconfig.json',
    JSON.stringify({ extends: extended, compilerOptions: options, include: ['**/*.ts'], exclude: ['**/*.test.ts'] }),
  );
  const compiler = join(repository, 'node_modules', 'typescript', 'bin', 'tsc');
  const { stdout, stderr } = spawnSync(process.execPath, [compiler, '-p', into, '--pretty', 'false'], {
    cwd: into,
    encoding: 'utf8',
  });
  return `${stdout}${stderr}`.trim();
}

function write(folder: string, name: string, text: string): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
