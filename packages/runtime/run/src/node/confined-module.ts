/**
 * A file of an author whom nobody vouches for, as one script with the files that it imports. What it may import is decided here,
 * by names, before any of it runs: files beneath its own folder and the modules that its host has for it.
 */
import { readFile, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { InputError, type Problem } from '@kineko/formats/problem';
import type { Message, Plugin } from 'esbuild';

export interface ConfinedOptions {
  /** The modules that its host has. */
  readonly modules: ReadonlySet<string>;
  /** A folder with files that it must not see, even if they are beneath its own. */
  readonly hidden?: string | undefined;
  /** What errors call the file, whose real name is nobody's business. */
  readonly name: string;
}

/** So much may a script have (characters): it goes to its host as one line. */
const MAX_CODE = 1 << 19;

/** A CommonJS script. Throws an `InputError` with all that is wrong. */
export async function confinedModule(file: string, options: ConfinedOptions): Promise<string> {
  // It takes a while to load.
  const { build } = await import('esbuild');
  const root = dirname(await realpath(file));
  let code: string;
  try {
    const { outputFiles } = await build({
      entryPoints: [resolve(file)],
      bundle: true,
      write: false,
      format: 'cjs',
      platform: 'neutral',
      target: 'node20.19',
      // The class's name is what it is known by.
      keepNames: true,
      charset: 'utf8',
      legalComments: 'none',
      absWorkingDir: root,
      tsconfigRaw: '{}',
      logLevel: 'silent',
      plugins: [await confinement(resolve(file), root, options)],
    });
    code = outputFiles[0]!.text;
  } catch (error) {
    throw explained(error, options.name);
  }
  if (code.length > MAX_CODE) {
    throw refusal(options.name, `expected at most ${MAX_CODE} characters with what it imports, got ${code.length}`);
  }
  return code;
}

const ENDINGS = ['', '.ts', '.mts', '.js', '.mjs', '/index.ts', '/index.js'];

async function confinement(entry: string, root: string, { modules, hidden }: ConfinedOptions): Promise<Plugin> {
  const hiddenRoot = hidden === undefined ? undefined : await realpath(hidden);
  // A folder of submissions may well lie beneath the assignment.
  const hides = hiddenRoot !== undefined && isWithin(hiddenRoot, root) ? hiddenRoot : undefined;
  return {
    name: 'confinement',
    setup(build) {
      build.onResolve({ filter: /.*/ }, async ({ path, resolveDir, kind }) => {
        if (kind === 'entry-point') return { path: entry };
        if (modules.has(path)) return { path, external: true };
        if (!/^\.{1,2}\//.test(path)) {
          const known = [...modules].filter((name) => !name.includes('/')).join(', ');
          return refused(`"${path}" cannot be imported: expected ${known} or a file beneath its folder (./…)`);
        }
        const found = await firstFile(resolve(resolveDir, path));
        if (found === undefined) return refused(`"${path}": no such file`);
        if (!isWithin(found, root)) return refused(`"${path}" lies outside the folder of the submission`);
        if (hides !== undefined && isWithin(found, hides)) {
          return refused(`"${path}" lies in the folder of the assignment`);
        }
        return /\.m?[jt]s$/.test(found) ? { path: found } : refused(`"${path}" is neither TypeScript nor JavaScript`);
      });
    },
  };
}

const refused = (text: string): { errors: { text: string }[] } => ({ errors: [{ text }] });

/** The real path of what an import means: `./x.js` may be `x.ts`. */
async function firstFile(path: string): Promise<string | undefined> {
  const candidates = [...ENDINGS.map((ending) => path + ending), path.replace(/\.(m?)js$/, '.$1ts')];
  for (const candidate of candidates) {
    try {
      const real = await realpath(candidate);
      await readFile(real);
      return real;
    } catch {
      // Not that one.
    }
  }
  return undefined;
}

function isWithin(file: string, folder: string): boolean {
  const path = relative(folder, file);
  return path.split(sep)[0] !== '..' && !isAbsolute(path);
}

function explained(error: unknown, name: string): unknown {
  const { errors } = error as { readonly errors?: readonly Message[] };
  if (errors === undefined) return error;
  return new InputError(
    errors.map(({ text, location }): Problem => {
      const place =
        location === null ? { file: name } : { file: name, line: location.line, column: location.column + 1 };
      return { severity: 'error', place, text };
    }),
  );
}

function refusal(file: string, text: string): InputError {
  return new InputError([{ severity: 'error', place: { file }, text }]);
}
