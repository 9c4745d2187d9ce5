/**
 * Loads the package and its test kits from their sources, with one text of one file replaced. Every load has modules of its own, so
 * that mutants and the original can run side by side; other packages are shared.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as problem from '@kineko/formats/problem';
import * as shape from '@kineko/formats/shape';
import * as trace from '@kineko/formats/trace';
import * as kernel from '@kineko/kernel';
import { nodesOf } from '@kineko/tools/arrows/import-graph';
import { REPOSITORY } from '@kineko/tools/shared/workspaces';
import swc from '@swc/core';
import { type ForStatement, parseSync } from 'oxc-parser';
import * as zod from 'zod/mini';
import type * as Explored from './explore-subjects.js';
import type * as Library from './library.js';
import type * as Stages from './mutant-stages.js';
import type * as Schedules from './play-schedule.js';
import type * as Subjects from './swarm-subjects.js';
import type * as Swarm from './swarm.js';

/** One text of one file, replaced. */
export interface Replacement {
  /** Path below `src/protocols`. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly text: string;
  readonly by: string;
}

/** The package and its kits, all of one load. */
export interface LoadedLibrary {
  readonly library: typeof Library;
  readonly swarm: typeof Swarm;
  readonly subjects: typeof Subjects;
  readonly explored: typeof Explored;
  readonly stages: typeof Stages;
  readonly schedules: typeof Schedules;
  readonly loops: LoopBudget;
}

/** Iterations of loops of protocols that are left; a loop that exceeds them throws, because a mutant may have one without an end. */
export interface LoopBudget {
  left: number;
}

/** Far more than any run of the swarm needs. */
export const MAX_ITERATIONS = 10_000_000;

const PACKAGE = join(REPOSITORY, 'packages', 'runtime', 'neko');
const PROTOCOLS = join(PACKAGE, 'src', 'protocols');
const OTHERS: Readonly<Record<string, unknown>> = {
  '@kineko/formats/problem': problem,
  '@kineko/formats/shape': shape,
  '@kineko/formats/trace': trace,
  '@kineko/kernel': kernel,
  'zod/mini': zod,
};

type Require = (specifier: string) => unknown;
type ModuleBody = (require: Require, exports: object, countIteration: () => void) => void;

/** The files that are not replaced, compiled. */
const bodies = new Map<string, ModuleBody>();

export function load(replacement?: Replacement): LoadedLibrary {
  const replaced = replacement && join(PROTOCOLS, replacement.file);
  const modules = new Map<string, object>();
  const loops: LoopBudget = { left: MAX_ITERATIONS };
  const countIteration = (): void => {
    if (--loops.left < 0) throw new Error(`more than ${MAX_ITERATIONS} iterations of loops: one of them does not end`);
  };
  const open = (file: string): object => {
    const known = modules.get(file);
    if (known !== undefined) return known;
    const exports = {};
    // Before its body, because files may import each other.
    modules.set(file, exports);
    const require: Require = (specifier) => OTHERS[specifier] ?? open(resolved(specifier, file));
    bodyOf(file, file === replaced ? replacement : undefined)(require, exports, countIteration);
    return exports;
  };
  const kit = (name: string): object => open(join(PACKAGE, 'test', `${name}.ts`));
  const loaded = {
    library: kit('library'),
    swarm: kit('swarm'),
    subjects: kit('swarm-subjects'),
    explored: kit('explore-subjects'),
    stages: kit('mutant-stages'),
    schedules: kit('play-schedule'),
    loops,
  } as unknown as LoadedLibrary;
  if (replaced !== undefined && !modules.has(replaced)) throw new Error(`${replaced} is not loaded by any kit`);
  return loaded;
}

/** The source of a protocol with one text replaced; throws if the text does not occur exactly once. */
function mutatedSource({ file, text, by }: Replacement): string {
  const source = readFileSync(join(PROTOCOLS, file), 'utf8');
  const parts = source.split(text);
  if (parts.length !== 2) throw new Error(`${file}: expected the text once, got ${parts.length - 1} times: ${text}`);
  return parts.join(by);
}

function resolved(specifier: string, from: string): string {
  if (specifier === '@kineko/neko') return join(PACKAGE, 'src', 'index.ts');
  const file = join(dirname(from), specifier.replace(/\.js$/, '.ts'));
  if (!specifier.startsWith('.') || !existsSync(file))
    throw new Error(`${from} imports ${specifier}, which is unknown here`);
  return file;
}

function bodyOf(file: string, replacement: Replacement | undefined): ModuleBody {
  if (replacement !== undefined) return compiled(mutatedSource(replacement), file);
  let body = bodies.get(file);
  if (body === undefined) bodies.set(file, (body = compiled(readFileSync(file, 'utf8'), file)));
  return body;
}

function compiled(source: string, file: string): ModuleBody {
  const { code } = swc.transformSync(file.startsWith(PROTOCOLS) ? withCountedLoops(source) : source, {
    filename: file,
    swcrc: false,
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    module: { type: 'commonjs', ignoreDynamic: true },
  });
  // eslint-disable-next-line no-new-func, typescript/no-implied-eval -- the files of this package
  return new Function('require', 'exports', '__countIteration', code) as ModuleBody;
}

const LOOPS: ReadonlySet<string> = new Set([
  'ForStatement',
  'ForOfStatement',
  'ForInStatement',
  'WhileStatement',
  'DoWhileStatement',
]);

/** The source with a call at the start of every iteration of every loop. */
function withCountedLoops(source: string): string {
  const inserted = nodesOf(parseSync('module.ts', source).program).flatMap((node) => {
    if (!LOOPS.has(node.type)) return [];
    const { type, start, end } = (node as ForStatement).body;
    if (type === 'BlockStatement') return [{ at: start + 1, text: ' __countIteration();' }];
    return [
      { at: start, text: '{ __countIteration(); ' },
      { at: end, text: ' }' },
    ];
  });
  return inserted
    .toSorted((a, b) => b.at - a.at)
    .reduce((text, { at, text: more }) => text.slice(0, at) + more + text.slice(at), source);
}
