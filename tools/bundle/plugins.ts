/** Plugins of esbuild: which modules are bundled, and which of them are one file. */
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { REPOSITORY } from '../shared/workspaces.js';

/** Packages of this repository. */
export const OURS = /^(@kineko\/|create-kineko$)/;

/**
 * Also bundled, with what they import: libraries that every run loads, because finding and linking their files one by one takes
 * longer than running them; mathjs, of which two functions are used; and the plotting library of reports, because it would add
 * fifty packages to every installation.
 */
const BUNDLED = /^(zod|yargs|tinyqueue|pure-rand|robust-predicates|flatbush|mathjs|@observablehq\/plot|linkedom)(\/|$)/;
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

/** The names that are imported from `mathjs/number`. */
export const MATHJS_NAMES: readonly string[] = ['create', 'derivativeDependencies', 'parseDependencies'];

/** Specifiers that are replaced when our modules or yargs import them, and the code in their place. */
const LIGHTER: Readonly<Record<string, string>> = {
  // Importing the module reads all its properties, and so opens the three standard streams: 8 to 14 ms.
  'node:process': 'export default globalThis.process;',
  // The library builds a table of emoji when it is loaded: 50 ms. Here it is loaded for the first text that is not ASCII.
  'string-width': `
    export default (text, options) => (/^[ -~]*$/.test(text) ? text.length : require('string-width').default(text, options));
  `,
  // An `import()` loads the whole library: one second, with these names 20 ms.
  'mathjs/number': `export { ${MATHJS_NAMES.join(', ')} } from 'mathjs/number';`,
};
const LIGHTER_NAMESPACE = 'lighter';

/** Replaces modules that take long to load. */
export const lighter: Plugin = {
  name: 'modules that load faster',
  setup: ({ onResolve, onLoad, resolve }) => {
    onResolve({ filter: new RegExp(`^(${Object.keys(LIGHTER).join('|')})$`) }, (request) => {
      const { path, namespace, importer, resolveDir, kind } = request;
      if (namespace !== LIGHTER_NAMESPACE) {
        return request.pluginData === ORIGINAL
          ? undefined
          : { path, namespace: LIGHTER_NAMESPACE, pluginData: resolveDir };
      }
      return resolve(path, { kind, resolveDir, importer: join(resolveDir, importer), pluginData: ORIGINAL });
    });
    // A library is found from the folder of the first module that imports it.
    onLoad({ filter: /.*/, namespace: LIGHTER_NAMESPACE }, ({ path, pluginData }) => ({
      contents: LIGHTER[path]!,
      resolveDir: pluginData as string,
    }));
  },
};

/** Marks a request for a module itself, not for its replacement. */
const ORIGINAL = Symbol('original');

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
