/**
 * The program that runs a submission in its own process. It receives the text of the submission and answers the calls of the
 * engine over two pipes (3 and 4). It is bundled into one file, the only one that its process may read.
 */
import assert from 'node:assert';
import * as buffer from 'node:buffer';
import path from 'node:path';
import process from 'node:process';
import string_decoder from 'node:string_decoder';
import url from 'node:url';
import util from 'node:util';
import { compileFunction } from 'node:vm';
import * as kineko from '@kineko/robotsim/author';
import { FdLines } from '@kineko/robotsim/node';
import { OutsideProgram } from '@kineko/robotsim/outside';
import { freezeShared } from './freeze-shared.js';
import { confineGlobals } from './globals.js';
import type { NODE_MODULES } from './modules.js';

const node: Readonly<Record<(typeof NODE_MODULES)[number], object>> = {
  assert,
  buffer,
  path,
  string_decoder,
  url,
  util,
};
const modules = new Map<string, object>([
  ['kineko', kineko],
  ...Object.entries(node).flatMap(([name, module]): [string, object][] => [
    [name, module],
    [`node:${name}`, module],
  ]),
]);

function requireModule(name: string): object {
  const module = modules.get(name);
  if (module === undefined) throw new Error(`"${name}" cannot be imported by a submission`);
  return module;
}

/** Without a callback, `import()` fails: only the modules found by the bundler are available. */
function evaluate(code: string, name: string): () => Readonly<Record<string, unknown>> {
  const run = compileFunction(code, ['module', 'exports', 'require'], { filename: name }) as (
    module: { exports: Record<string, unknown> },
    exports: object,
    require: (name: string) => object,
  ) => void;
  return () => {
    const module = { exports: {} };
    Reflect.apply(run, undefined, [module, module.exports, requireModule]);
    return module.exports;
  };
}

const { exit } = process;
const lines = new FdLines(3, 4);
process.on('uncaughtException', (error: unknown) => {
  const message = util.format('%s', (error as Error | undefined)?.message ?? error);
  lines.send(`${JSON.stringify({ failed: { name: 'Error', message } })}\n`);
  exit(1);
});

confineGlobals();
const program = new OutsideProgram(lines, evaluate);
// Exports of a bundled module are getters, so their values are listed too.
freezeShared([
  globalThis,
  ...modules.values(),
  ...[...modules.values()].flatMap((module) => Object.values(module) as object[]),
]);
await program.serve();
exit(0);
