/** Stages the folder that is published for a package, without files that only this repository needs. */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Manifest, Package } from '../shared/workspaces.js';
import { runWell } from './running.js';

/** The declarations of the program, with those of the private packages inside. */
const TYPES = 'types';

/** Copies a package into `<folder>/<name>`, which it empties first; returns the path. */
export function stage({ folder, manifest }: Package, into: string, root: string): string {
  const staged = join(into, manifest.name);
  rmSync(staged, { recursive: true, force: true });
  mkdirSync(staged, { recursive: true });
  const copied = (manifest.files ?? []).filter((name) => name !== TYPES && !name.startsWith('!'));
  for (const name of [...copied, 'README.md', 'LICENSE']) {
    cpSync(join(folder, name), join(staged, name), {
      recursive: true,
      filter: (path) => !/\.test\./.test(basename(path)),
    });
  }
  if (manifest.files?.includes(TYPES) === true) {
    runWell('node', [join(root, 'tools/packages/declarations.js'), join(staged, TYPES)], { cwd: root });
  }
  writeFileSync(join(staged, 'package.json'), `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`);
  return staged;
}

/** Without the condition of the tests and the dependencies of the build; declarations come from the bundled ones. */
export function publishedManifest({ devDependencies: _, exports = {}, ...manifest }: Manifest): Manifest {
  const hasBundledTypes = manifest.files?.includes(TYPES) === true;
  const targets = Object.entries(exports).map(([entry, target]): [string, typeof target] => {
    if (typeof target === 'string') return [entry, target];
    const { types = '', default: code = '' } = target;
    return [entry, { types: hasBundledTypes ? types.replace('./dist/', `./${TYPES}/`) : types, default: code }];
  });
  return { ...manifest, exports: Object.fromEntries(targets) };
}
