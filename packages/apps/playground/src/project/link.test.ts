import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { lcmFrontEnd } from '@kineko/lcm/front-end';
import { toBase64Url } from './base64.js';
import { fromLink, LinkError, MAX_LINK_LENGTH, toLink } from './link.js';
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
    fc.option(fc.string({ unit: 'grapheme' }), { nil: undefined }),
  )
  .map(([[first, ...names], text, contents, seed, settings]) => ({
    config: { name: first!, content: text },
    files: names.map((each, k) => ({ name: each, content: contents[k]! })),
    seed,
    settings,
  }));

test('restores a project from its link', async () => {
  await fc.assert(
    fc.asyncProperty(project, async (shared) => {
      const link = await toLink(shared);
      expect(link).toMatch(/^[\w-]*$/);
      expect(await fromLink(link)).toEqual(shared);
    }),
    { seed: 7, numRuns: 60 },
  );
});

/** A link with this content. */
async function linkOf(state: unknown): Promise<string> {
  const packed = new Blob([JSON.stringify(state)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return toBase64Url(new Uint8Array(await new Response(packed).arrayBuffer()));
}

const valid = { version: 1, config: { name: 'a.config', text: 'x = 1' }, files: [] };

describe('a foreign link', () => {
  test('is opened if it is valid', async () => {
    const opened = await fromLink(await linkOf(valid));
    expect(opened).toEqual({ config: { name: 'a.config', content: 'x = 1' }, files: [], seed: undefined });
  });

  test.each([
    ['another version', { ...valid, version: 2 }, /version: expected version 1, got 2/],
    ['no object', 'hello', /expected a project, got "hello"/],
    ['no configuration', { ...valid, config: undefined }, /config: expected a file with text, got nothing/],
    [
      'a picture for a configuration',
      { ...valid, config: { name: 'a', base64: '' } },
      /config\.text: expected text, got nothing/,
    ],
    ['no list of files', { ...valid, files: {} }, /files: expected a list of files, got an empty object/],
    ['a file without a name', { ...valid, files: [{ text: '' }] }, /files\[0\]\.name: expected a name, got nothing/],
    [
      'bytes that are none',
      { ...valid, files: [{ name: 'a', base64: '?' }] },
      /files\[0\]\.base64: expected base64, got "\?"/,
    ],
    [
      'a name that leads elsewhere',
      { ...valid, files: [{ name: '../a.ts', text: '' }] },
      /expected a file name of letters/,
    ],
    ['one name twice', { ...valid, files: [{ name: 'a.config', text: '' }] }, /a\.config already exists/],
    ['too many files', { ...valid, files: fileNames(33) }, /expected at most 32 files, got 33/],
    ['half a seed', { ...valid, seed: 0.5 }, /seed: expected an integer from 0 to 2\^53 - 1, got 0\.5/],
    ['a word for a seed', { ...valid, seed: 'one' }, /seed: expected an integer from 0 to 2\^53 - 1, got "one"/],
  ])('is rejected with %s', async (_what, state, reason) => {
    await expect(fromLink(await linkOf(state))).rejects.toThrow(reason);
  });

  test.each(['not a link!', 'AAAA', '', 'q1bKSy1'])('is rejected if it is %j', async (text) => {
    await expect(fromLink(text)).rejects.toThrow(/this link is damaged/);
  });

  test('is rejected if it is too long', async () => {
    await expect(fromLink('A'.repeat(MAX_LINK_LENGTH + 1))).rejects.toThrow(
      /expected at most 1000000 characters, got 1000001/,
    );
  });

  test('is rejected as soon as its data exceeds the limit', async () => {
    const link = await linkOf({ ...valid, config: { name: 'a', text: ' '.repeat(40 << 20) } });
    expect(link.length).toBeLessThan(MAX_LINK_LENGTH);
    await expect(fromLink(link)).rejects.toThrow(LinkError);
    await expect(fromLink(link)).rejects.toThrow(/expected at most \d+ bytes of data/);
  });
});

function fileNames(count: number): { name: string; text: string }[] {
  return Array.from({ length: count }, (_, k) => ({ name: `f${k}.ts`, text: '' }));
}

test('opens the link that kineko lcm link prints', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'link-'));
  const schedule = 'algorithm: NoMove\nscheduler: fsync\nrobots: [{at: [0, 0]}, {at: [1, 0]}]\nloop: [joint 0 1]\n';
  writeFileSync(join(folder, 'a schedule.yaml'), schedule);
  let printed = '';
  const stdout = { write: (text: string) => void (printed += text) };
  const context = { stdout, stderr: stdout, env: {}, cwd: folder, signal: new AbortController().signal };
  const args = { what: 'link', algorithms: ['a schedule.yaml'], playground: 'http://127.0.0.1:8000/' };
  await lcmFrontEnd.subcommands![0]!.run(args, context);
  const [, link] = /^http:\/\/127\.0\.0\.1:8000\/#project=([\w-]+)\n$/.exec(printed)!;
  expect(await fromLink(link!)).toEqual({
    config: { name: 'a-schedule.yaml', content: schedule },
    files: [],
    seed: undefined,
  });
});
