/** Files that a visualization file names. */
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { InputError, inputError } from '@kineko/formats/problem';
import type { Source } from '@kineko/run';
import { NodeHost } from '@kineko/run/node';

/**
 * The content of a file, or why it cannot be read. Names are relative to the file that has them or, as in the DEECo playground, to
 * the folder in which the command was started, if that file lies beneath it. They lead out of neither.
 */
export async function readNamed(name: string, from: Source, cwd: string): Promise<Uint8Array | InputError> {
  const host = new NodeHost();
  const places = [from, ...(isBeneath(from.path, cwd) ? [{ ...from, path: join(cwd, 'any') }] : [])];
  let firstError: InputError | undefined;
  for (const place of places) {
    try {
      return await host.readBytes(name, place);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      firstError ??= error;
    }
  }
  return firstError!;
}

function isBeneath(file: string, folder: string): boolean {
  const path = relative(folder, dirname(resolve(folder, file)));
  return path.split(sep)[0] !== '..' && !isAbsolute(path);
}

/** Pictures are recognised by their first bytes. */
const KINDS: readonly (readonly [type: string, start: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/bmp', /^BM/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
];

export interface NamedPicture {
  readonly bytes: Uint8Array;
  /** The same as a `data:` address. */
  readonly href: string;
}

export interface NamedPictures {
  /** By the names in the file. */
  readonly pictures: ReadonlyMap<string, NamedPicture>;
  /** Why some are missing. */
  readonly problems: readonly string[];
}

export async function readPictures(names: readonly string[], from: Source, cwd: string): Promise<NamedPictures> {
  const pictures = new Map<string, NamedPicture>();
  const problems: string[] = [];
  for (const name of names) {
    const found = await readNamed(name, from, cwd);
    const picture = found instanceof Uint8Array ? pictureFrom(found, name, from.path) : found;
    if (picture instanceof InputError) problems.push(picture.message);
    else pictures.set(name, picture);
  }
  return { pictures, problems };
}

function pictureFrom(bytes: Uint8Array, name: string, file: string): NamedPicture | InputError {
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  const [type] = KINDS.find(([, pattern]) => pattern.test(start)) ?? [];
  if (type === undefined)
    return inputError(`${JSON.stringify(name)}: expected a PNG, JPEG, BMP, GIF or WebP picture`, file);
  return { bytes, href: `data:${type};base64,${Buffer.from(bytes).toString('base64')}` };
}
