/** Plug-ins: modules that bring shapes, sensors, effectors and maps along, named on the command line and never in a file. */
import { InputError } from '@kineko/formats/problem';
import type { Host, Source } from '@kineko/run';
import { Catalogue, type CrsimPlugin } from './world/catalogue.js';

const PARTS: readonly (keyof CrsimPlugin)[] = ['shapes', 'sensors', 'effectors', 'maps'];

/** `names` are files beneath the folder of the source, with commas between them. */
export async function loadCatalogue(names: string, source: Source, host: Host): Promise<Catalogue> {
  const files = names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const plugins: CrsimPlugin[] = [];
  for (const file of files) plugins.push(pluginOf(await host.loadModule(file, source), file));
  return new Catalogue(plugins);
}

function pluginOf(module: Readonly<Record<string, unknown>>, file: string): CrsimPlugin {
  const plugin = module as CrsimPlugin;
  if (PARTS.some((part) => Array.isArray(plugin[part]))) return plugin;
  const text = `is no plug-in: it must export ${PARTS.join(', ')} or some of them, each a list`;
  throw new InputError([{ severity: 'error', place: { file }, text }]);
}
