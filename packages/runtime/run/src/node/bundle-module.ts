/** A file of an author as one script for a page, with everything that it imports. */
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InputError, type Problem } from '@kineko/formats/problem';
import type { Message } from 'esbuild';

export interface BundleOptions {
  /** Resolves what is ours (`@kineko/viewer`) to an address: `import.meta.resolve` of a module that can import it. */
  readonly resolveOurs: (specifier: string) => string;
  /** The list (a member of `globalThis`) that the script puts `{ file, exports }` into when it runs. */
  readonly list: string;
}

const OURS = /^(kineko|@kineko\/[^/]+)(\/|$)/;

/** A classic script, whose strings cannot end the element of a page that it may stand in. Throws an `InputError`. */
export async function bundleModule(file: string, { resolveOurs, list }: BundleOptions): Promise<string> {
  // Only for those who write layers of their own: it takes a while to load.
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
      // The class's name is what it is known by.
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
