/** `kineko lcm link`: an activation schedule as an address that opens it in the playground. */
import { readFile } from 'node:fs/promises';
import { basename, dirname, relative, resolve } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { inputError } from '@kineko/formats/problem';
import { requireValid, textOf } from '@kineko/run';
import { type CliContext, EXIT, type ExitCode } from '@kineko/run/console';
import { NodeHost, readSource } from '@kineko/run/node';
import { loadSchedule } from '../run/schedule-scenario.js';

/** @param playground Address of a playground. */
export async function linkSchedule(file: string, playground: string, context: CliContext): Promise<ExitCode> {
  const path = resolve(context.cwd, file);
  const { bytes } = await readSource(path);
  const modules: string[] = [];
  const host = new NodeHost({ base: import.meta.url, onModule: (module) => modules.push(module) });
  await requireValid(await loadSchedule({ path, bytes }, host));
  const files = await Promise.all(
    modules.map(async (module) => {
      const text = await readFile(module, 'utf8');
      const name = relative(dirname(path), module).replaceAll('\\', '/');
      if (/\bfrom\s*['"]\./.test(text)) throw inputError('expected a program that imports no other file', name);
      return { name, text };
    }),
  );
  // The form of a project: docs/playground.md.
  const config = { name: basename(path).replaceAll(/[^\w.-]/g, '-'), text: textOf(bytes) };
  const project = deflateRawSync(JSON.stringify({ version: 1, config, files })).toString('base64url');
  context.stdout.write(`${playground}#project=${project}\n`);
  if (playground === '')
    context.stderr.write('append it to the address of a playground, or give that by --playground\n');
  return EXIT.ok;
}
