import { open } from 'node:fs/promises';
import { isNekoLog } from '@kineko/formats/neko-log';
import { InputError } from '@kineko/formats/problem';
import { LOG_FORMATS } from '../front-ends.js';

/** So much of a file tells what it is (bytes). */
const HEAD = 1 << 16;

/** Whether a file is what a run left behind, and not what a run begins with. */
export async function isRecordFile(path: string): Promise<boolean> {
  const head = Buffer.alloc(HEAD);
  try {
    const file = await open(path);
    try {
      const { bytesRead } = await file.read(head, 0, HEAD);
      const bytes = head.subarray(0, bytesRead);
      if (bytes[0] === 0x89 || path.endsWith('.jsonl')) return true;
      const text = bytes.toString('utf8');
      return isNekoLog(text) || LOG_FORMATS.some((format) => format.recognises(text));
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const text = code === 'ENOENT' ? 'no such file' : code === 'EISDIR' ? 'it is a folder: name a file in it' : message;
    throw new InputError([{ severity: 'error', place: { file: path }, text }]);
  }
}
