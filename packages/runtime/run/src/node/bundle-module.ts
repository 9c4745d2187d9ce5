/** Bundles a file of an author and its imports into one script for a page. */
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InputError, type Problem } from '@kineko/formats/problem';
import type { Message } from 'esbuild';

export interface BundleOptions {
  /** Resolves our packages (`@kineko/viewer`) to URLs: `import.meta.resolve` of a module that can import them. */
  readonly resolveOurs: (specifier: string) => string;
  /** Name of the list in `globalThis` to which the script adds `{ file, exports }`. */
  readonly list: string;
}

const OURS = /^(kineko|@kineko\/[^/]+)(\/|$)/;

/** Returns a classic script that can be embedded in a page. Throws an `InputError`. */
export async function bundleModule(file: string, { resolveOurs, list }: BundleOptions): Promise<string> {
  // Loaded only for authors' layers: it takes a while.
  const { build } = await import('esbuild');
  const name = JSON.stringify(basename(file));
  const contents = `import * as exports from ${JSON.stringify(file)};\n(globalThis.${list} ??= []).push({ file: ${name}, exports });\n`;
  try {
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: dirname(file), sourcefile: 'page.js' },
      bundle: true,
      write: false,
      format: 'iife',
      platform: 'browser',
      target: 'es2022',
      // Classes are identified by their names.
      keepNames: true,
      logLevel: 'silent',
      tsconfigRaw: '{}',
      plugins: [
        {
          name: 'ours',
          setup({ onResolve }) {
            onResolve({ filter: OURS }, ({ path }) => ({ path: fileURLToPath(resolveOurs(path)) }));
          },
        },
      ],
    });
    return outputFiles[0]!.text;
  } catch (error) {
    throw explainedBuild(error, file);
  }
}

/** The errors of esbuild as problems of a file; any other error unchanged. */
export function explainedBuild(error: unknown, file: string): unknown {
  const { errors } = error as { readonly errors?: readonly Message[] };
  if (errors === undefined) return error;
  const problems = errors.map(({ text, location }): Problem => {
    const place = location === null ? { file } : { file, line: location.line, column: location.column + 1 };
    return { severity: 'error', place, text };
  });
  return new InputError(problems);
}
