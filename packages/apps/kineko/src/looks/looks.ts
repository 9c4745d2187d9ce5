/** What the flags say about how a run is to look: `--layers`, with names or a visualization file, and `--layer` with programs. */
import { resolve } from 'node:path';
import { nearestName } from '@kineko/formats/problem';
import type { Source } from '@kineko/run';
import { type LookFlags, UsageError } from '@kineko/run/console';
import { readSource } from '@kineko/run/node';
import {
  DEFAULT_STYLE,
  LAYERS,
  type LayerSetting,
  type Look,
  type LookFormat,
  texturesOf,
  type WantedLayer,
} from '@kineko/viewer';
import { FRONT_ENDS } from '../front-ends.js';
import { layerPaths } from './layer-files.js';
import { readNamed } from './named-files.js';
import { findPictures, type FoundPicture } from './pictures.js';

export interface AskedLook {
  readonly look: Look;
  readonly pictures: ReadonlyMap<string, FoundPicture>;
  /** Layers of one's own that the visualization file asks for. */
  readonly wanted: readonly WantedLayer[];
  /** Files with them. */
  readonly layerFiles: readonly string[];
  /** What could not be had; the rest can be shown without it. */
  readonly remarks: readonly string[];
}

/** Throws a `UsageError` or an `InputError` if there are no such layers or files. */
export async function askedLook({ layers = '', layer = [] }: LookFlags, cwd: string): Promise<AskedLook> {
  const parts = layers.split(',').map((part) => part.trim());
  const [file, ...more] = parts.filter((part) => formatOf(part) !== undefined);
  if (more.length > 0) throw new UsageError(`--layers ${layers}: one visualization file at a time`);
  const names = parts.filter((part) => part !== '' && part !== file);
  const layerFiles = await layerPaths(layer, cwd);
  if (file === undefined) {
    const look = names.length === 0 ? {} : { layers: chosenLayers(names, DEFAULT_STYLE.layers) };
    return { look, pictures: new Map(), wanted: [], layerFiles, remarks: [] };
  }
  const source = await readSource(resolve(cwd, file));
  const text = new TextDecoder().decode(source.bytes);
  const { look, wanted } = await formatOf(file)!.read(text, file);
  const { pictures, problems } = await findPictures(texturesOf(look), source, cwd);
  return {
    look: names.length === 0 ? look : { ...look, layers: chosenLayers(names, look.layers!) },
    pictures,
    wanted: await Promise.all(wanted.map((each) => withFile(each, source, cwd))),
    layerFiles,
    remarks: problems,
  };
}

function formatOf(file: string): LookFormat | undefined {
  const formats = FRONT_ENDS.flatMap(({ lookFile }) => lookFile ?? []);
  return formats.find(({ ending }) => file.toLowerCase().endsWith(ending));
}

/** What is said to a layer may be the name of a file; what else it may be, the layer knows. */
async function withFile(wanted: WantedLayer, from: Source, cwd: string): Promise<WantedLayer> {
  const file = wanted.arg === undefined ? undefined : await readNamed(wanted.arg, from, cwd);
  return file instanceof Uint8Array ? { ...wanted, file } : wanted;
}

function chosenLayers(names: readonly string[], layers: readonly LayerSetting[]): LayerSetting[] {
  const known = [...new Set([...LAYERS, ...layers.map(({ name }) => name)])];
  const problems: string[] = [];
  const [shown, hidden] = [new Set<string>(), new Set<string>()];
  for (const each of names) {
    const name = each.replace(/^[-+]/, '');
    if (!known.includes(name)) {
      const meant = nearestName(name, known);
      problems.push(
        `--layers ${each}: there is no such layer${meant === undefined ? '' : ` (${meant}?)`}; there are ${known.join(', ')}`,
      );
    } else if (each.startsWith('-')) hidden.add(name);
    else shown.add(name);
  }
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
  return layers.map((layer) => {
    const isVisible = (shown.size === 0 || shown.has(layer.name)) && !hidden.has(layer.name);
    return { ...layer, isVisible };
  });
}
