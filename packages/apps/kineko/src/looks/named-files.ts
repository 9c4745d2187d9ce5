/** Files that a visualization file names. */
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { InputError } from '@kineko/formats/problem';
import type { Source } from '@kineko/run';
import { NodeHost } from '@kineko/run/node';

/**
 * What is in it, or why it cannot be had. Names are relative to the file that has them; or, as the playground has it, to the
 * folder in which the command was started, if that file lies beneath it. They lead out of neither.
 */
export async function readNamed(name: string, from: Source, cwd: string): Promise<Uint8Array | InputError> {
  const host = new NodeHost();
  const places = [from, ...(isBeneath(from.path, cwd) ? [{ ...from, path: join(cwd, 'any') }] : [])];
  let why: InputError | undefined;
  for (const place of places) {
    try {
      return await host.readBytes(name, place);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      why ??= error;
    }
  }
  return why!;
}

function isBeneath(file: string, folder: string): boolean {
  const path = relative(folder, dirname(resolve(folder, file)));
  return path.split(sep)[0] !== '..' && !isAbsolute(path);
}
