/**
 * `node declarations.js <folder>`: writes the declarations of the entries of `kineko` into a folder, with those of the private
 * packages inside. Other modules are imported as before. A separate program, since only packing needs its libraries.
 */
import { join } from 'node:path';
import process from 'node:process';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { packagesIn, REPOSITORY } from '../dist/shared/workspaces.js';

const files = new Map(
  packagesIn(REPOSITORY).flatMap(({ folder, manifest: { name, exports = {} } }) =>
    Object.entries(exports)
      .filter(([, target]) => typeof target !== 'string')
      .map(([entry, { types }]) => [`${name}${entry.slice(1)}`, join(folder, types)]),
  ),
);
const ours = [...files].filter(([specifier]) => /^kineko(\/|$)/.test(specifier));

const bundle = await rollup({
  input: Object.fromEntries(ours.map(([specifier, file]) => [specifier.slice('kineko/'.length) || 'index', file])),
  plugins: [
    {
      name: 'private packages are part of the bundle',
      resolveId: (specifier) =>
        files.get(specifier) ?? (/^[./]/.test(specifier) ? null : { id: specifier, external: true }),
    },
    dts(),
  ],
  onwarn: ({ code, message }) => {
    // `register` exports nothing. Types that occur only in signatures need not be exported.
    if (code !== 'EMPTY_BUNDLE' && !message.includes('private shared type exports')) throw new Error(message);
  },
});
await bundle.write({
  dir: process.argv[2],
  entryFileNames: '[name].d.ts',
  chunkFileNames: ({ name }) => `shared/${name.replace(/\.d$/, '')}.d.ts`,
});
