/** `npm create kineko <folder>`: a project of one's own. It asks nothing, so that it can stand in scripts. */
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { projectFiles } from './project.js';
import { problemOfName } from './project-name.js';

export interface Circumstances {
  readonly cwd: string;
  readonly version: string;
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
}

const USAGE = `npm create kineko <folder>

Writes a project into a new folder: an algorithm in TypeScript, a configuration, a test, and "npm start",
which shows its robots in the browser. The project is called as the folder is.

Options:
  -h, --help     show this
  -V, --version  show the version

Example:
  npm create kineko my-swarm
`;

/** What may be there already: the folder of a repository that was just begun. */
const WELCOME: readonly string[] = ['.git'];
/** Things that are in the way are named up to this many. */
const MAX_NAMED = 5;

/** The exit code: 0, or 2 for what cannot be done as asked, with a line that says why. */
export function create(args: readonly string[], { cwd, version, stdout, stderr }: Circumstances): 0 | 2 {
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
  if (flags.length > 0) return refuse(`there is no option ${flags[0]}; --help shows what there is`);
  if (names.length === 0) return refuse('the name of a folder is missing, as in: npm create kineko my-swarm');
  if (names.length > 1) {
    return refuse(
      `one folder is right, and there are ${names.length}: ${names.join(', ')}; perhaps ${names.join('-')}?`,
    );
  }

  const folder = resolve(cwd, names[0]!);
  const name = basename(folder);
  const files = projectFiles({ name, version });
  try {
    const problem = problemOfName(name) ?? problemOfFolder(folder);
    if (problem !== undefined) return refuse(`${names[0]}: ${problem}`);
    mkdirSync(folder, { recursive: true });
    // Not over a file that somebody has put there since.
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text, { flag: 'wx' });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return refuse(`${names[0]}: it cannot be written: ${message}`);
  }
  const path = relative(cwd, folder);
  stdout(
    `${Object.keys(files)
      .map((file) => `${join(path, file)}\n`)
      .join('')}\nnext:\n`,
  );
  if (path !== '') stdout(`  cd ${/^[\w./-]+$/.test(path) ? path : `"${path}"`}\n`);
  stdout('  npm install\n  npm start      shows the robots in the browser\n  npm test       runs the tests\n');
  return 0;
}

function problemOfFolder(folder: string): string | undefined {
  const there = statSync(folder, { throwIfNoEntry: false });
  if (there === undefined) return undefined;
  if (!there.isDirectory()) return 'there is a file of that name; choose another';
  const inTheWay = readdirSync(folder).filter((entry) => !WELCOME.includes(entry));
  if (inTheWay.length === 0) return undefined;
  const named = inTheWay.slice(0, MAX_NAMED).join(', ');
  const others = inTheWay.length > MAX_NAMED ? ` and ${inTheWay.length - MAX_NAMED} more` : '';
  return `the folder is not empty: ${named}${others}; choose another name, or begin in an empty folder`;
}
