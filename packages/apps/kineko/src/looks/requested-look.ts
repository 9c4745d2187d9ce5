/** The look that the flags request: `--layers` with names or a visualization file, `--layer` with programs. */
import { resolve } from 'node:path';
import { unknownName } from '@kineko/formats/problem';
import type { Source } from '@kineko/run';
import { UsageError } from '@kineko/run/console';
import { readSource } from '@kineko/run/node';
import {
  DEFAULT_STYLE,
  type LayerSetting,
  type Look,
  type Opening,
  texturesOf,
  type WantedLayer,
} from '@kineko/viewer';
import { FRONT_ENDS } from '../front-ends.js';
import type { RunFacts } from '../render/run-facts.js';
import { layerPaths } from './layer-files.js';
import { type NamedPicture, readNamed, readPictures } from './named-files.js';

export interface RequestedLook {
  readonly look: Look;
  readonly pictures: ReadonlyMap<string, NamedPicture>;
  /** Author layers that the visualization file names. */
  readonly wanted: readonly WantedLayer[];
  /** Files with author layers. */
  readonly layerFiles: readonly string[];
  /** Problems that leave the rest usable. */
  readonly remarks: readonly string[];
}

/** The values of `--layers` and `--layer`. */
export interface LookArguments {
  readonly layers?: string | undefined;
  readonly layer?: readonly string[] | undefined;
}

/** Throws a `UsageError` or an `InputError` for unknown layers and unreadable files. */
export async function requestedLook({ layers = '', layer = [] }: LookArguments, cwd: string): Promise<RequestedLook> {
  const parts = layers.split(',').map((part) => part.trim());
  const [file, ...more] = parts.filter((part) => formatOf(part) !== undefined);
  if (more.length > 0) throw new UsageError(`--layers: expected at most one visualization file, got ${layers}`);
  const names = parts.filter((part) => part !== '' && part !== file);
  const layerFiles = await layerPaths(layer, cwd);
  if (file === undefined) {
    const look = names.length === 0 ? {} : { layers: chosenLayers(names, DEFAULT_STYLE.layers) };
    return { look, pictures: new Map(), wanted: [], layerFiles, remarks: [] };
  }
  const source = await readSource(resolve(cwd, file));
  const text = new TextDecoder().decode(source.bytes);
  const { look, wanted } = await formatOf(file)!.read(text, file);
  const { pictures, problems } = await readPictures(texturesOf(look), source, cwd);
  return {
    look: names.length === 0 ? look : { ...look, layers: chosenLayers(names, look.layers!) },
    pictures,
    wanted: await Promise.all(wanted.map((each) => withFile(each, source, cwd))),
    layerFiles,
    remarks: problems,
  };
}

function formatOf(file: string) {
  const formats = FRONT_ENDS.flatMap(({ lookFile }) => lookFile ?? []);
  return formats.find(({ ending }) => file.toLowerCase().endsWith(ending));
}

/** The argument of a layer may be the name of a file; only the layer knows what else it may be. */
async function withFile(wanted: WantedLayer, from: Source, cwd: string): Promise<WantedLayer> {
  const file = wanted.arg === undefined ? undefined : await readNamed(wanted.arg, from, cwd);
  return file instanceof Uint8Array ? { ...wanted, file } : wanted;
}

function chosenLayers(names: readonly string[], layers: readonly LayerSetting[]): LayerSetting[] {
  const known = [...new Set([...DEFAULT_STYLE.layers, ...layers].map(({ name }) => name))];
  const problems: string[] = [];
  const [shown, hidden] = [new Set<string>(), new Set<string>()];
  for (const each of names) {
    const name = each.replace(/^[-+]/, '');
    if (!known.includes(name)) problems.push(`--layers: ${unknownName('layer', name, known)}`);
    else if (each.startsWith('-')) hidden.add(name);
    else shown.add(name);
  }
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
  return layers.map((layer) => {
    const isVisible = (shown.size === 0 || shown.has(layer.name)) && !hidden.has(layer.name);
    return { ...layer, isVisible };
  });
}

type OpeningOptions = { readonly [K in 'look' | 'at' | 'follow' | 'size']?: Opening[K] | undefined };

/** The initial state of a page, from the flags and from the folder of the run. */
export function openingOf(requested: RequestedLook, facts: RunFacts | undefined, more: OpeningOptions): Opening {
  const pictures = Object.fromEntries([...requested.pictures].map(([name, { href }]) => [name, href]));
  return {
    ...facts?.animation,
    ...defined(more),
    look: more.look ?? requested.look,
    pictures,
    wanted: requested.wanted.map(({ className, arg, file }) => ({
      className,
      arg,
      ...(file !== undefined && { data: Buffer.from(file).toString('base64') }),
    })),
    remarks: requested.remarks,
    ...(facts !== undefined && {
      title: facts.title,
      world: { radius: facts.radius, radii: [...facts.radii], ...facts.world },
    }),
  };
}

/** Without undefined values, which would override others. */
function defined<T extends object>(given: T): Partial<T> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<T>;
}
