/**
 * A file of an author whom nobody vouches for, as one script with the files that it imports. What it may import is decided here,
 * by names, before any of it runs: files beneath its own folder and the modules that its host has for it.
 */
import { readFile, realpath } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { inputError } from '@kineko/formats/problem';
import type { Plugin } from 'esbuild';
import { explainedBuild } from './bundle-module.js';
import { isBeneath } from './named-file.js';

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
  // A folder of submissions may well lie beneath the assignment.
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
