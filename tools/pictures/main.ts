/**
 * The command `npm run pictures [-- part of a name …]`: regenerates the pictures of the documents from runs of the examples and
 * the tutorials, the screenshots of the pages, and the gallery.
 */
import { mkdtemp, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { REPOSITORY as repository } from '../shared/workspaces.js';
import { DOCUMENT_PICTURES, GALLERY_PICTURES } from './example-pictures.js';
import { renderExample } from './examples.js';
import { galleryOf } from './gallery.js';
import { PAGE_NAMES, takeScreenshots } from './pages.js';
import { readExamples } from './read-examples.js';
import { LARGEST_PICTURE } from './sizes.js';
import { renderTutorial } from './tutorials.js';

const asked = process.argv.slice(2);
const isAsked = (name: string): boolean => asked.length === 0 || asked.some((part) => name.includes(part));

async function inScratch<T>(make: (scratch: string) => Promise<T>): Promise<T> {
  const scratch = await mkdtemp(join(await realpath(tmpdir()), 'kineko-pictures-'));
  try {
    return await make(scratch);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

const made: string[] = [];
for (const picture of [...DOCUMENT_PICTURES, ...GALLERY_PICTURES]) {
  if (isAsked(picture.file)) made.push(await inScratch((scratch) => renderExample(picture, repository, scratch)));
}
for (const name of PAGE_NAMES.filter((each) => isAsked(`pages/${each}`))) {
  made.push(...(await inScratch((scratch) => takeScreenshots(name, repository, scratch))));
}
const tutorials = join(repository, 'docs', 'tutorials');
for (const page of (await readdir(tutorials)).filter((name) => isAsked(`tutorials/${name}`)).toSorted()) {
  made.push(...(await inScratch((scratch) => renderTutorial(join(tutorials, page), repository, scratch))));
}
await writeFile(join(repository, 'docs', 'gallery.md'), galleryOf(readExamples(repository)));

for (const file of made) {
  const { size } = await stat(file);
  if (size > LARGEST_PICTURE) throw new Error(`${file} has ${size} bytes: ${LARGEST_PICTURE} are the most`);
}
