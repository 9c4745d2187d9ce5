/**
 * Bundles an untrusted file and its imports into one script. Imports are restricted by name before any of the code runs, to
 * files beneath its folder and the modules that the host provides.
 */
import { readFile, realpath } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { inputError } from '@kineko/formats/problem';
import type { Plugin } from 'esbuild';
import { explainedBuild } from './bundle-module.js';
import { isBeneath } from './named-file.js';

export interface ConfinedOptions {
  /** Modules that the host provides. */
  readonly modules: ReadonlySet<string>;
  /** A folder whose files it must not import, even if they are beneath its own folder. */
  readonly hidden?: string | undefined;
  /** Name of the file in errors, which must not reveal its path. */
  readonly name: string;
}

/** Maximum number of characters of a script, which is sent to the host as one line. */
const MAX_CODE = 1 << 19;

/** Returns a CommonJS script. Throws an `InputError` with all problems. */
export async function confinedModule(file: string, options: ConfinedOptions): Promise<string> {
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
      // Classes are identified by their names.
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
    throw explainedBuild(error, options.name);
  }
  if (code.length > MAX_CODE) {
    throw inputError(`expected at most ${MAX_CODE} characters with its imports, got ${code.length}`, options.name);
  }
  return code;
}

const ENDINGS = ['', '.ts', '.mts', '.js', '.mjs', '/index.ts', '/index.js'];

async function confinement(entry: string, root: string, { modules, hidden }: ConfinedOptions): Promise<Plugin> {
  const hiddenRoot = hidden === undefined ? undefined : await realpath(hidden);
  // A folder of submissions may lie beneath the assignment.
  const hides =
    hiddenRoot === root || (hiddenRoot !== undefined && isBeneath(hiddenRoot, root)) ? hiddenRoot : undefined;
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
        if (!isBeneath(found, root)) return refused(`"${path}" lies outside the folder of the submission`);
        if (hides !== undefined && isBeneath(found, hides)) {
          return refused(`"${path}" lies in the folder of the assignment`);
        }
        return /\.m?[jt]s$/.test(found) ? { path: found } : refused(`"${path}" is neither TypeScript nor JavaScript`);
      });
    },
  };
}

const refused = (text: string): { errors: { text: string }[] } => ({ errors: [{ text }] });

/** Resolves an import to a real path: `./x.js` may be `x.ts`. */
async function firstFile(path: string): Promise<string | undefined> {
  const candidates = [...ENDINGS.map((ending) => path + ending), path.replace(/\.(m?)js$/, '.$1ts')];
  for (const candidate of candidates) {
    try {
      const real = await realpath(candidate);
      await readFile(real);
      return real;
    } catch {
      // Try the next one.
    }
  }
  return undefined;
}
