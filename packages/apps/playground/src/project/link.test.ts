import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { toBase64Url } from './base64.js';
import { fromLink, LinkError, MAX_LINK_LETTERS, toLink } from './link.js';
import type { Project } from './project.js';

const name = fc.stringMatching(/^[a-z][a-z0-9]{0,8}(\/[a-z0-9]{1,8})?\.(ts|config|png)$/);
const content = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Uint8Array.from(bytes)),
);
const project: fc.Arbitrary<Project> = fc
  .tuple(
    fc.uniqueArray(name, { minLength: 1, maxLength: 6 }),
    fc.string({ unit: 'grapheme' }),
    fc.array(content, { minLength: 6, maxLength: 6 }),
    fc.option(fc.maxSafeNat(), { nil: undefined }),
  )
  .map(([[first, ...names], text, contents, seed]) => ({
    config: { name: first!, content: text },
    files: names.map((each, k) => ({ name: each, content: contents[k]! })),
    seed,
  }));

test('whatever is shared is what is opened', async () => {
  await fc.assert(
    fc.asyncProperty(project, async (shared) => {
      const link = await toLink(shared);
      expect(link).toMatch(/^[\w-]*$/);
      expect(await fromLink(link)).toEqual(shared);
    }),
    { seed: 7, numRuns: 60 },
  );
});

/** A link that holds this. */
async function linkOf(state: unknown): Promise<string> {
  const packed = new Blob([JSON.stringify(state)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return toBase64Url(new Uint8Array(await new Response(packed).arrayBuffer()));
}

const sound = { version: 1, config: { name: 'a.config', text: 'x = 1' }, files: [] };

describe('a link from somebody else', () => {
  test('is opened if it is sound', async () => {
    const opened = await fromLink(await linkOf(sound));
    expect(opened).toEqual({ config: { name: 'a.config', content: 'x = 1' }, files: [], seed: undefined });
  });

  test.each([
    ['another version', { ...sound, version: 2 }, /is of version 2; this playground reads version 1/],
    ['no object', 'hello', /the link is not an object/],
    ['no configuration', { ...sound, config: undefined }, /config is not an object/],
    ['a picture for a configuration', { ...sound, config: { name: 'a', base64: '' } }, /config is not a text/],
    ['no list of files', { ...sound, files: {} }, /files is not a list/],
    ['a file without a name', { ...sound, files: [{ text: '' }] }, /files\[0\]\.name is not a text/],
    ['bytes that are none', { ...sound, files: [{ name: 'a', base64: '?' }] }, /files\[0\]\.base64 is not base64/],
    ['a name that leads elsewhere', { ...sound, files: [{ name: '../a.ts', text: '' }] }, /is no name for a file/],
    ['one name twice', { ...sound, files: [{ name: 'a.config', text: '' }] }, /there is a file a\.config already/],
    ['too many files', { ...sound, files: fileNames(33) }, /has 33 files; at most 32/],
    ['half a seed', { ...sound, seed: 0.5 }, /seed: expected an integer from 0 to 2\^53 - 1, got 0\.5/],
    ['a word for a seed', { ...sound, seed: 'one' }, /seed is not a number/],
  ])('is refused with %s', async (_what, state, reason) => {
    await expect(fromLink(await linkOf(state))).rejects.toThrow(reason);
  });

  test.each(['not a link!', 'AAAA', '', 'q1bKSy1'])('is refused if it is %j', async (text) => {
    await expect(fromLink(text)).rejects.toThrow(/this link is damaged/);
  });

  test('is refused if it is longer than anything that was shared', async () => {
    await expect(fromLink('A'.repeat(MAX_LINK_LETTERS + 1))).rejects.toThrow(/letters; at most 1000000 are read/);
  });

  test('is refused as soon as it turns out to hold more than a project may have', async () => {
    const link = await linkOf({ ...sound, config: { name: 'a', text: ' '.repeat(40 << 20) } });
    expect(link.length).toBeLessThan(MAX_LINK_LETTERS);
    await expect(fromLink(link)).rejects.toThrow(LinkError);
    await expect(fromLink(link)).rejects.toThrow(/holds more than \d+ bytes/);
  });
});

function fileNames(count: number): { name: string; text: string }[] {
  return Array.from({ length: count }, (_, k) => ({ name: `f${k}.ts`, text: '' }));
}
