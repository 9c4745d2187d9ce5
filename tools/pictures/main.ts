/** The command `npm run pictures`: makes the pictures of the documents anew, from runs of the examples. */
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { main as kineko } from 'kineko/cli';

interface PictureOf {
  readonly example: string;
  readonly file: string;
  readonly flags: readonly string[];
}

const PICTURES: readonly PictureOf[] = [
  {
    example: 'gathering',
    file: 'gathering.gif',
    flags: ['--to', '140', '--speed', '14', '--fps', '10', '--size', '420x420'],
  },
  { example: 'random-movement', file: 'random-movement.png', flags: ['--at', '40', '--size', '640x640'] },
  { example: 'ask-for-help', file: 'ask-for-help.png', flags: ['--at', '20', '--size', '640x640'] },
];

/** Bytes: documents are read over slow lines too. */
const LARGEST = 200_000;

// This file is built to build/tools/pictures/main.js.
const root = fileURLToPath(new URL('../../..', import.meta.url));
const pictures = join(root, 'docs', 'pictures');
const runs = await mkdtemp(join(tmpdir(), 'kineko-pictures-'));

async function run(...args: readonly string[]): Promise<void> {
  const { stdout, stderr, env } = process;
  const code = await kineko(args, { stdout, stderr, env, cwd: root, signal: new AbortController().signal });
  if (code !== 0) throw new Error(`kineko ${args.join(' ')} ended with exit code ${code}`);
}

try {
  await mkdir(pictures, { recursive: true });
  for (const { example, file, flags } of PICTURES) {
    const out = join(runs, example);
    await run('run', join('examples', example, 'robotsim.config'), '--out', out, '--log', 'trace', '--quiet');
    const picture = join(pictures, file);
    await run('render', join(out, 'trace.bin'), '-o', picture, ...flags);
    const { size } = await stat(picture);
    if (size > LARGEST) throw new Error(`${file} has ${size} bytes: ${LARGEST} are the most`);
  }
} finally {
  await rm(runs, { recursive: true, force: true });
}
