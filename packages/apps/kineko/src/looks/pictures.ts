/** Pictures that a visualization file names: read from beside it, told by their content, and never from anywhere else. */
import { InputError } from '@kineko/formats/problem';
import type { Source } from '@kineko/run';
import { readNamed } from './named-files.js';

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

export async function findPictures(names: readonly string[], from: Source, cwd: string): Promise<FoundPictures> {
  const pictures = new Map<string, FoundPicture>();
  const problems: string[] = [];
  for (const name of names) {
    const found = await readNamed(name, from, cwd);
    const picture = found instanceof Uint8Array ? pictureOf(found, name, from.path) : found;
    if (picture instanceof InputError) problems.push(picture.message);
    else pictures.set(name, picture);
  }
  return { pictures, problems };
}

function pictureOf(bytes: Uint8Array, name: string, file: string): FoundPicture | InputError {
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  const [type] = KINDS.find(([, pattern]) => pattern.test(start)) ?? [];
  if (type === undefined) {
    const text = `names the file ${JSON.stringify(name)}: it is no picture; right would be PNG, JPEG, BMP, GIF or WebP`;
    return new InputError([{ severity: 'error', place: { file }, text }]);
  }
  return { bytes, href: `data:${type};base64,${Buffer.from(bytes).toString('base64')}` };
}
