/** Renders the pictures of the examples. */
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ExamplePicture } from './example-pictures.js';
import { kineko } from './kineko.js';

/** @param scratch Folder for records and other files of the runs. */
export async function renderExample(picture: ExamplePicture, repository: string, scratch: string): Promise<string> {
  const examples = join(repository, 'examples');
  const out = join(scratch, picture.file.replace(/\W/g, '-'));
  // A scenario of the DEECo playground has its own log, which contains the classes of robots.
  const isDeeco = picture.run.some((word) => word.startsWith('deeco/'));
  const log = isDeeco ? join(scratch, 'deeco.txt') : join(out, 'trace.bin');
  const kept = isDeeco ? ['--logfile', log, '--allow-path', scratch] : ['--out', out, '--log', 'trace'];
  await kineko([...picture.run, ...kept, '--quiet'], examples);
  const file = join(repository, 'docs', 'pictures', picture.file);
  await mkdir(dirname(file), { recursive: true });
  await kineko(['render', log, '-o', file, ...picture.flags], examples);
  return file;
}
