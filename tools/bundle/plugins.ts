/** Plugins of esbuild: which modules are bundled, and which of them are one file. */
import type { Plugin } from 'esbuild';
import { REPOSITORY } from '../shared/workspaces.js';

/** Packages of this repository. */
export const OURS = /^(@kineko\/|create-kineko$)/;

/**
 * Also bundled, with what they import: libraries that every run loads, because finding and linking their files one by one takes
 * longer than running them; and the plotting library of reports, because it would add fifty packages to every installation.
 */
const BUNDLED = /^(zod|yargs|tinyqueue|pure-rand|robust-predicates|flatbush|@observablehq\/plot|linkedom)(\/|$)/;
/** A file of a bundled library: other libraries are external, so their files are never read. */
const IN_LIBRARY = /[\\/]node_modules[\\/]/;

export const libraries: Plugin = {
  name: 'libraries stay external, except the bundled ones',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^[^./]/ }, ({ path, kind, importer }) =>
      kind === 'entry-point' || OURS.test(path) || BUNDLED.test(path) || IN_LIBRARY.test(importer)
        ? undefined
        : { path, external: true },
    );
  },
};

/** Import specifier of the modules that are kept together. */
const TOGETHER = 'together';
/** Namespace of modules that import these first. */
const AFTER = 'after-together';
const THREAD = /-worker\.js$/;

/**
 * Keeps modules, and what they import, in few files: Node takes a millisecond to find, open and link each. esbuild makes one file of
 * the modules that the same entries reach. So every module that is loaded later, and every thread, imports these modules first.
 */
export function together(modules: readonly string[]): Plugin {
  const contents = modules.map((file) => `import ${JSON.stringify(file)};`).join('');
  return {
    name: 'modules of every run are in few files',
    setup: ({ onResolve, onLoad, resolve }) => {
      onResolve({ filter: /.*/ }, async ({ path, kind, importer, resolveDir }) => {
        if (path === TOGETHER) return { path, namespace: TOGETHER };
        // Otherwise an import without names would be left out.
        if (modules.includes(path)) return { path, sideEffects: true };
        const isEntry = kind === 'dynamic-import' || (kind === 'entry-point' && THREAD.test(path));
        if (!isEntry || IN_LIBRARY.test(importer)) return undefined;
        const resolved = await resolve(path, { kind: 'import-statement', importer, resolveDir });
        return resolved.external ? undefined : { path: resolved.path, namespace: AFTER };
      });
      onLoad({ filter: /.*/, namespace: TOGETHER }, () => ({ contents, resolveDir: REPOSITORY }));
      onLoad({ filter: /.*/, namespace: AFTER }, ({ path }) => ({
        contents: `import '${TOGETHER}'; export * from ${JSON.stringify(path)};`,
        resolveDir: REPOSITORY,
      }));
    },
  };
}
