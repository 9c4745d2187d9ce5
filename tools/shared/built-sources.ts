/**
 * Benchmarks, soak tests and programs of tests are built into `build/packages`, the sources that they import into `dist` of each
 * package. This module hook resolves `../src/x.js` to the latter, so that no package has to export what only these use.
 */
import type { ResolveHook } from 'node:module';
import { pathToFileURL } from 'node:url';
import { REPOSITORY } from './workspaces.js';

const ROOT = pathToFileURL(REPOSITORY).href;
const PACKAGES = `${ROOT}build/packages/`;

export const resolve: ResolveHook = (specifier, context, next) => {
  if (!specifier.startsWith('.') || context.parentURL?.startsWith(PACKAGES) !== true) return next(specifier, context);
  const { href } = new URL(specifier, context.parentURL);
  const [, folder, file] = /^([^/]+\/[^/]+)\/src\/(.*)$/.exec(href.slice(PACKAGES.length)) ?? [];
  return next(folder === undefined ? specifier : `${ROOT}packages/${folder}/dist/${file}`, context);
};
