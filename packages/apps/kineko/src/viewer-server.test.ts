import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { temporaryFolder } from '@kineko/tools/kits/temporary-folder';
import { inputError } from '@kineko/formats/problem';
import { fileResponse, showInViewer } from './viewer-server.js';

describe('a file that is shown', () => {
  test.each(['some records\n', ''])('has the announced length while a run is writing it: %j', async (text) => {
    const path = join(temporaryFolder({ 'neko.log': text }), 'neko.log');
    const response = await fileResponse(path, null);
    appendFileSync(path, 'more records\n');
    expect([await response.text(), response.headers.get('content-length')]).toEqual([text, String(text.length)]);
  });

  test('is not found once it has been removed, or replaced by a folder', async () => {
    const path = join(temporaryFolder({ 'neko.log': 'x' }), 'neko.log');
    rmSync(path);
    expect((await fileResponse(path, null)).status).toBe(404);
    mkdirSync(path);
    expect((await fileResponse(path, 'bytes=0-1')).status).toBe(404);
  });
});

test('findings in a file that has become damaged are refused with the reason', async () => {
  const findings = () => Promise.reject(inputError('it is damaged', 'trace.bin'));
  const viewer = await showInViewer({ kind: 'file', path: '/nowhere', name: 'x' }, { port: 0, findings });
  const { origin, hash } = new URL(viewer.url);
  const token = new URLSearchParams(hash.slice(1)).get('token')!;
  const answer = await fetch(`${origin}/api/findings`, { headers: { authorization: `Bearer ${token}` } });
  expect([answer.status, await answer.text()]).toEqual([422, 'trace.bin: it is damaged\n']);
  await viewer.close();
});
