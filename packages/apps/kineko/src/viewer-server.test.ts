import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { temporaryFolder } from '@kineko/tools/kits/temporary-folder';
import { fileResponse } from './viewer-server.js';

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
