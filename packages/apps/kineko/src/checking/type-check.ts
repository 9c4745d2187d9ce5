/** Type checks of author files, by the TypeScript of the author's project, or else by the one beside Kineko. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, parse, resolve, sep } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { Problem } from '@kineko/formats/problem';
import { declarationFiles } from '../program-files.js';

export interface TypeCheck {
  /** By the absolute path of the file. */
  readonly problems: ReadonlyMap<string, readonly Problem[]>;
  /** Why files were not checked; undefined if all were. */
  readonly note?: string | undefined;
}

const HOW = 'install it beside the author files: npm install --save-dev typescript';

/**
 * Checks the author files among the given ones. Files of one project are checked together, since starting takes longest.
 * @param own A file of this program, beside which TypeScript may be installed.
 */
export async function checkTypes(
  files: Iterable<string>,
  signal: AbortSignal,
  own = fileURLToPath(import.meta.url),
): Promise<TypeCheck> {
  const wanted = [...new Set(files)].filter(isChecked).sort();
  const problems = new Map<string, readonly Problem[]>();
  const notes = new Set<string>();
  for (const project of projectsOf(wanted)) {
    const compiler = findCompiler([join(project.folder, 'file.ts'), own]);
    if (compiler === undefined) {
      notes.add(`TypeScript not found; ${HOW}`);
      continue;
    }
    const output = await compile(compiler, project, signal);
    const found = problemsIn(output, project.folder);
    // Problems of its configuration or of installed types keep a file from being checked, and are no problems of that file.
    const other = found.find(({ file }) => file === undefined || isForeign(file));
    if (other !== undefined) notes.add(`${other.file === undefined ? '' : `${other.file}: `}${other.problem.text}`);
    for (const { file, problem } of found) {
      if (file !== undefined && !isForeign(file)) problems.set(file, [...(problems.get(file) ?? []), problem]);
    }
  }
  return { problems, note: notes.size === 0 ? undefined : [...notes].join('; ') };
}

/** TypeScript, and JavaScript that asks for it. */
function isChecked(file: string): boolean {
  if (!existsSync(file)) return false;
  if (/\.m?ts$/.test(file)) return true;
  if (!/\.m?js$/.test(file)) return false;
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.some((line) => /^\/\/\s*@ts-check\b/.test(line.trimStart()));
}

/** Whether a file is a configuration or part of a package. */
function isForeign(file: string): boolean {
  return file.endsWith('.json') || file.includes(`${sep}node_modules${sep}`);
}

interface Project {
  /** The folder of the first file, from which packages are searched. */
  readonly folder: string;
  readonly files: readonly string[];
  /** The nearest tsconfig.json, if there is one. */
  readonly config: string | undefined;
}

function projectsOf(files: readonly string[]): Project[] {
  const byConfig = new Map<string, Project>();
  for (const file of files) {
    const folder = dirname(file);
    const config = nearest(folder, 'tsconfig.json');
    const packages = nearest(folder, 'node_modules');
    const key = `${config ?? ''}\n${packages ?? ''}`;
    const project = byConfig.get(key) ?? { folder, config, files: [] };
    byConfig.set(key, { ...project, files: [...project.files, file] });
  }
  return [...byConfig.values()];
}

/** The path of a name in a folder or in the nearest folder above it. */
function nearest(folder: string, name: string): string | undefined {
  const path = join(folder, name);
  if (existsSync(path)) return path;
  return dirname(folder) === folder ? undefined : nearest(dirname(folder), name);
}

/** The program `tsc`: all versions have it, while version 7 has no programming interface. */
function findCompiler(files: readonly string[]): string | undefined {
  for (const from of files) {
    try {
      const manifest = createRequire(from).resolve('typescript/package.json');
      const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly bin?: { readonly tsc?: string } };
      if (bin?.tsc !== undefined) return resolve(dirname(manifest), bin.tsc);
    } catch {
      // Not installed here.
    }
  }
  return undefined;
}

async function compile(compiler: string, project: Project, signal: AbortSignal): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'kineko-types-'));
  try {
    const config = join(folder, 'tsconfig.json');
    writeFileSync(config, JSON.stringify(configOf(project)));
    return await outputOf([compiler, '--project', config, '--pretty', 'false'], project.folder, signal);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The options of the project, but with imports as Kineko's loader resolves them, and without output and lint rules. */
function configOf({ config, files, folder }: Project): object {
  const types = typeFolders(folder);
  const hasNode = types.some((each) => existsSync(join(each, 'node')));
  const ours = kinekoTypes(folder);
  return {
    ...(config !== undefined && { extends: config }),
    compilerOptions: {
      ...(config === undefined && {
        strict: true,
        target: 'es2022',
        lib: ['esnext', 'dom'],
        types: hasNode ? ['node'] : [],
      }),
      module: 'esnext',
      moduleResolution: 'bundler',
      allowImportingTsExtensions: true,
      allowJs: true,
      checkJs: false,
      skipLibCheck: true,
      noEmit: true,
      composite: false,
      incremental: false,
      declaration: false,
      declarationMap: false,
      emitDeclarationOnly: false,
      noUnusedLocals: false,
      noUnusedParameters: false,
      rootDir: parse(folder).root,
      ...(types.length > 0 && { typeRoots: types }),
      ...(ours !== undefined && { paths: ours }),
    },
    files,
    include: [],
  };
}

/** Relative to the file and not to the configuration, which is in another folder. */
function typeFolders(folder: string): string[] {
  const here = join(folder, 'node_modules', '@types');
  const above = dirname(folder) === folder ? [] : typeFolders(dirname(folder));
  return existsSync(here) ? [here, ...above] : above;
}

/** The declarations of this program, for files of which no folder above has Kineko installed. */
function kinekoTypes(folder: string): Readonly<Record<string, readonly string[]>> | undefined {
  if (nearest(folder, join('node_modules', 'kineko')) !== undefined) return undefined;
  return Object.fromEntries(Object.entries(declarationFiles()).map(([name, file]) => [name, [file]]));
}

/** Prints of the compiler; empty if there are no problems. */
function outputOf(args: readonly string[], cwd: string, signal: AbortSignal): Promise<string> {
  return new Promise((fulfil, reject) => {
    const options = { cwd, signal, maxBuffer: MAX_OUTPUT } as const;
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      if (signal.aborted) reject(signal.reason as Error);
      // The exit code is not 0 if there are problems.
      else if (error !== null && stdout === '') fulfil(`error: ${stderr.trim().split('\n').at(-1) ?? error.message}`);
      else fulfil(stdout);
    });
  });
}

const MAX_OUTPUT = 1 << 26;

interface Located {
  /** Absolute; undefined for a problem of the whole. */
  readonly file: string | undefined;
  readonly problem: Problem;
}

/** `file(line,column): error TS2551: text`, with indented lines below. */
const LINE = /^(?:(?<file>.+)\((?<line>\d+),(?<column>\d+)\): )?error(?: (?<code>TS\d+))?: (?<text>.*)$/;

function problemsIn(output: string, folder: string): Located[] {
  const found: Located[] = [];
  for (const line of output.split(/\r?\n/)) {
    const { file, line: row, column, code, text = '' } = LINE.exec(line)?.groups ?? {};
    const last = found.at(-1);
    if (text !== '') {
      const path = file === undefined ? undefined : resolve(folder, file);
      const place = path === undefined ? undefined : { file: path, line: Number(row), column: Number(column) };
      const named = code === undefined ? text : `${text.replace(/\.$/, '')} (${code})`;
      found.push({ file: path, problem: { severity: 'error', place, text: named, source: 'typescript' } });
    } else if (last !== undefined && /^\s+\S/.test(line)) {
      const excerpt = [...(last.problem.excerpt ?? []), line.trim()];
      found[found.length - 1] = { ...last, problem: { ...last.problem, excerpt } };
    }
  }
  return found;
}
