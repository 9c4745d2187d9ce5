/** Pictures that a visualization file names: read from beside it, told by their content, and never from anywhere else. */
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { InputError } from '@kineko/formats/problem';
import type { Source } from '@kineko/run';
import { NodeHost } from '@kineko/run/node';

/** By the first bytes; the rest is the affair of whoever decodes them. */
const KINDS: readonly (readonly [type: string, start: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/bmp', /^BM/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
];

export interface FoundPicture {
  readonly bytes: Uint8Array;
  /** The same as a `data:` address. */
  readonly href: string;
}

export interface FoundPictures {
  /** By the names in the file. */
  readonly pictures: ReadonlyMap<string, FoundPicture>;
  /** Why some are missing. */
  readonly problems: readonly string[];
}

/**
 * Names are relative to the file; or, as the playground has it, to the folder in which the command was started, if the file
 * lies beneath that. They lead out of neither.
 */
export async function findPictures(names: readonly string[], from: Source, cwd: string): Promise<FoundPictures> {
  const host = new NodeHost();
  const pictures = new Map<string, FoundPicture>();
  const problems: string[] = [];
  const places = [from, ...(isBeneath(from.path, cwd) ? [{ ...from, path: join(cwd, 'any') }] : [])];
  for (const name of names) {
    let why: unknown;
    for (const place of places) {
      try {
        pictures.set(name, pictureOf(await host.readBytes(name, place), name, from.path));
        why = undefined;
        break;
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        why ??= error;
      }
    }
    if (why instanceof InputError) problems.push(why.message);
  }
  return { pictures, problems };
}

function pictureOf(bytes: Uint8Array, name: string, file: string): FoundPicture {
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  const [type] = KINDS.find(([, pattern]) => pattern.test(start)) ?? [];
  if (type === undefined) {
    const text = `names the file ${JSON.stringify(name)}: it is no picture; right would be PNG, JPEG, BMP, GIF or WebP`;
    throw new InputError([{ severity: 'error', place: { file }, text }]);
  }
  return { bytes, href: `data:${type};base64,${Buffer.from(bytes).toString('base64')}` };
}

function isBeneath(file: string, folder: string): boolean {
  const path = relative(folder, dirname(resolve(folder, file)));
  return path.split(sep)[0] !== '..' && !isAbsolute(path);
}
