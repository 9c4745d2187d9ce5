/** `npm create kineko <folder>`: writes a new project. It asks nothing, so that scripts can use it. */
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { projectFiles } from './project.js';
import { problemOfName } from './project-name.js';

export interface CreateContext {
  readonly cwd: string;
  readonly version: string;
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
}

const USAGE = `npm create kineko <folder>

Write a project into a new folder: an algorithm in TypeScript, a configuration, a test, and "npm start",
which shows the robots in the browser. The project has the name of the folder.

Options:
  -h, --help     show this help
  -V, --version  show the version

Example:
  npm create kineko my-swarm
`;

/** Entries that the folder may already have: a new repository. */
const ALLOWED: readonly string[] = ['.git'];
/** Maximum number of existing entries that are named. */
const MAX_NAMED = 5;

/** Returns the exit code: 0, or 2 after an error message. */
export function create(args: readonly string[], { cwd, version, stdout, stderr }: CreateContext): 0 | 2 {
  const flags = args.filter((arg) => arg.startsWith('-'));
  if (flags.some((flag) => flag === '-h' || flag === '--help')) {
    stdout(USAGE);
    return 0;
  }
  if (flags.some((flag) => flag === '-V' || flag === '--version')) {
    stdout(`${version}\n`);
    return 0;
  }
  const names = args.filter((arg) => !arg.startsWith('-'));
  const refuse = (problem: string): 2 => {
    stderr(`create-kineko: ${problem}\n`);
    return 2;
  };
  if (flags.length > 0) return refuse(`unknown option ${flags[0]}; see --help`);
  if (names.length === 0) return refuse('expected a folder, as in: npm create kineko my-swarm');
  if (names.length > 1) {
    return refuse(`expected one folder, got ${names.length}: ${names.join(', ')}; did you mean ${names.join('-')}?`);
  }

  const folder = resolve(cwd, names[0]!);
  const name = basename(folder);
  const files = projectFiles({ name, version });
  try {
    const problem = problemOfName(name) ?? problemOfFolder(folder);
    if (problem !== undefined) return refuse(`${names[0]}: ${problem}`);
    mkdirSync(folder, { recursive: true });
    // Fails if the file has been created meanwhile.
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text, { flag: 'wx' });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return refuse(`${names[0]}: cannot be written: ${message}`);
  }
  const path = relative(cwd, folder);
  stdout(
    `${Object.keys(files)
      .map((file) => `${join(path, file)}\n`)
      .join('')}\nnext:\n`,
  );
  if (path !== '') stdout(`  cd ${/^[\w./-]+$/.test(path) ? path : `"${path}"`}\n`);
  stdout('  npm install\n  npm start      show the robots in the browser\n  npm test       run the tests\n');
  return 0;
}

function problemOfFolder(folder: string): string | undefined {
  const there = statSync(folder, { throwIfNoEntry: false });
  if (there === undefined) return undefined;
  if (!there.isDirectory()) return 'expected a folder, got a file; choose another name';
  const existing = readdirSync(folder).filter((entry) => !ALLOWED.includes(entry));
  if (existing.length === 0) return undefined;
  const named = existing.slice(0, MAX_NAMED).join(', ');
  const others = existing.length > MAX_NAMED ? ` and ${existing.length - MAX_NAMED} more` : '';
  return `the folder is not empty: ${named}${others}; choose another name, or use an empty folder`;
}
