/** Files with author layers, which only the command line names: loaded here, or bundled as scripts for pages. */
import { basename } from 'node:path';
import { InputError } from '@kineko/formats/problem';
import { programPaths } from '@kineko/run/console';
import { bundleModule, loadModule, MODULE_ENDINGS } from '@kineko/run/node';
import type { LayerFile } from '@kineko/viewer';

/** Name of the global list to which scripts add their exports for the viewer. */
const LIST = 'kinekoLayers';

export async function layerPaths(names: readonly string[], cwd: string): Promise<string[]> {
  const wrong = names.filter((name) => !MODULE_ENDINGS.some((ending) => name.endsWith(ending)));
  if (wrong.length > 0) {
    const text = `expected a program: a file that ends in ${MODULE_ENDINGS.join(', ')}`;
    throw new InputError(wrong.map((file) => ({ severity: 'error', place: { file }, text })));
  }
  return programPaths(names, cwd);
}

export async function loadLayerFiles(paths: readonly string[]): Promise<LayerFile[]> {
  const files: LayerFile[] = [];
  for (const path of paths) {
    files.push({ file: basename(path), exports: await loadModule(path, { base: import.meta.url }) });
  }
  return files;
}

export async function layerScripts(paths: readonly string[]): Promise<string[]> {
  const resolveOurs = (specifier: string): string => import.meta.resolve(specifier);
  const scripts: string[] = [];
  for (const path of paths) scripts.push(await bundleModule(path, { resolveOurs, list: LIST }));
  return scripts;
}
