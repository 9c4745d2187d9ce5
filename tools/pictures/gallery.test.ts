import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { REPOSITORY } from '../shared/workspaces.js';
import { DOCUMENT_PICTURES, GALLERY_PICTURES } from './example-pictures.js';
import { entryOf, galleryOf } from './gallery.js';
import { readExamples } from './read-examples.js';
import { LARGEST_GALLERY, LARGEST_PICTURE, LARGEST_TUTORIALS } from './sizes.js';

const PICTURES = join(REPOSITORY, 'docs', 'pictures');
const gallery = readFileSync(join(REPOSITORY, 'docs', 'gallery.md'), 'utf8');

function bytesIn(folder: string): number {
  return readdirSync(join(PICTURES, folder)).reduce(
    (sum, name) => sum + statSync(join(PICTURES, folder, name)).size,
    0,
  );
}

describe('the gallery', () => {
  test('agrees with the READMEs of the examples; npm run pictures regenerates it', () => {
    expect(gallery).toBe(galleryOf(readExamples(REPOSITORY)));
  });

  test('has every example, with the command of its README', () => {
    for (const { example, command } of readExamples(REPOSITORY)) {
      expect(gallery).toContain(`[examples/${example}](../examples/${example}): \`${command}\``);
      expect(readFileSync(join(REPOSITORY, 'examples', example, 'README.md'), 'utf8')).toContain(command);
    }
  });

  test('shows pictures that are there, are of examples that are there, and are small', () => {
    for (const { example, file } of [...DOCUMENT_PICTURES, ...GALLERY_PICTURES]) {
      expect(existsSync(join(REPOSITORY, 'examples', example))).toBe(true);
      expect(statSync(join(PICTURES, file)).size).toBeLessThanOrEqual(LARGEST_PICTURE);
    }
    expect(bytesIn('gallery')).toBeLessThanOrEqual(LARGEST_GALLERY);
  });
});

describe('an entry', () => {
  test('is the title, the first sentence and the first command of a README', () => {
    const readme =
      '# A title\n\nOne sentence, of\ntwo lines. And more: of it.\n\n```sh\nnpx kineko run a.config   # so\nmore\n```\n';
    expect(entryOf('it', readme)).toEqual({
      example: 'it',
      title: 'A title',
      sentence: 'One sentence, of two lines.',
      command: 'npx kineko run a.config',
    });
  });

  test('that lacks something is refused, with what', () => {
    expect(() => entryOf('it', '# A title\n\nA sentence.\n\n')).toThrow('examples/it/README.md has no command');
  });
});

describe('pictures and links of tutorials', () => {
  const folder = join(REPOSITORY, 'docs', 'tutorials');
  const pages = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));

  test('lead somewhere', () => {
    const targets = [{ name: '../gallery.md', text: gallery }, ...pages].flatMap(({ name, text }) =>
      [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, target]) => join(dirname(join(folder, name)), target!)),
    );
    expect(targets.filter((target) => !existsSync(target))).toEqual([]);
    expect(targets.length).toBeGreaterThan(50);
  });

  test('are small, and each is shown', () => {
    expect(bytesIn('tutorials')).toBeLessThanOrEqual(LARGEST_TUTORIALS);
    const shown = pages.map(({ text }) => text).join('');
    expect(readdirSync(join(PICTURES, 'tutorials')).filter((name) => !shown.includes(`tutorials/${name}`))).toEqual([]);
  });

  test('every page is in the index', () => {
    const index = pages.find(({ name }) => name === 'index.md')!.text;
    expect(pages.filter(({ name }) => name !== 'index.md' && !index.includes(`](${name})`))).toEqual([]);
  });
});
