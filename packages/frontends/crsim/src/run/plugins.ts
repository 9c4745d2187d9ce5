/** Plug-ins: modules with shapes, sensors, effectors or maps. The command line names them, never a file. */
import { InputError } from '@kineko/formats/problem';
import type { Host, Source } from '@kineko/run';
import { Catalogue, type CrsimPlugin } from './world/catalogue.js';

const PARTS: readonly (keyof CrsimPlugin)[] = ['shapes', 'sensors', 'effectors', 'maps'];

/** @param names Files below the folder of the source, separated by commas. */
export async function loadCatalogue(names: string, source: Source, host: Host): Promise<Catalogue> {
  const plugins: CrsimPlugin[] = [];
  for (const name of names.split(',')) {
    const file = name.trim();
    if (file !== '') plugins.push(pluginOf(await host.loadModule(file, source), file));
  }
  return new Catalogue(plugins);
}

function pluginOf(module: Readonly<Record<string, unknown>>, file: string): CrsimPlugin {
  const plugin = module as CrsimPlugin;
  if (PARTS.some((part) => Array.isArray(plugin[part]))) return plugin;
  const text = `expected a plug-in that exports lists: ${PARTS.join(', ')} or some of them`;
  throw new InputError([{ severity: 'error', place: { file }, text }]);
}
