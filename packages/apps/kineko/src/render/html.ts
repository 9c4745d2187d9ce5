/** A self-contained page: the viewer and the run in one file, without a server. */
import { createHash } from 'node:crypto';
import { type FileHandle, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Embedded, EMBEDDED_ID } from '@kineko/viewer';
import { pagesFolder } from '../program-files.js';
import type { Picture, WriterContext } from './picture.js';

/** Bytes: engines limit the length of a string, and no browser opens a larger page. */
const MAX_BYTES = 300 * 2 ** 20;

export async function writeHtml({ log }: Picture, file: FileHandle, { page }: WriterContext): Promise<string> {
  const { opening, scripts } = await page();
  const packed = await promisify(gzip)(await readFile(log), { level: 9 });
  if (packed.length > MAX_BYTES) {
    throw new Error(`${log}: too large for a page (${packed.length} bytes when compressed); use kineko view`);
  }
  const folder = pagesFolder();
  const [style, viewer, worker] = await Promise.all(
    ['viewer.css', 'viewer.js', 'reader.js'].map((name) => readFile(join(folder, name), 'utf8')),
  );
  const embedded: Embedded = { name: basename(log), data: packed.toString('base64'), worker, opening };
  await file.writeFile(htmlOf(embedded, style!, viewer!, scripts));
  return 'the viewer and the run';
}

function htmlOf(embedded: Embedded, style: string, viewer: string, scripts: readonly string[]): string {
  const layers = scripts.map(harmless);
  const program = harmless(viewer);
  const policy = [
    "default-src 'none'",
    // Only these scripts; hashes and XML need WebAssembly.
    `script-src ${[...layers, program].map(hashOf).join(' ')} 'wasm-unsafe-eval'`,
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8" />',
    `<meta http-equiv="Content-Security-Policy" content="${policy}" />`,
    '<meta name="viewport" content="width=device-width, initial-scale=1" />',
    `<title>${escaped(embedded.opening?.title ?? embedded.name)}</title>`,
    '<link rel="icon" href="data:," />',
    `<style>${style.replaceAll('</', '<\\/')}</style>`,
    '</head>',
    '<body>',
    '<div id="app"></div>',
    // In JSON this character occurs only in strings, where it may be escaped.
    `<script type="application/json" id="${EMBEDDED_ID}">${JSON.stringify(embedded).replaceAll('<', '\\u003c')}</script>`,
    ...layers.map((script) => `<script>${script}</script>`),
    `<script type="module">${program}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/** In scripts these occur only in strings and patterns, where the escape means the same. */
function harmless(script: string): string {
  return script.replaceAll(/<(?=\/script|!--)/gi, '\\x3c');
}

function hashOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
