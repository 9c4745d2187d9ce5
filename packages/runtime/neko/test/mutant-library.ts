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
import { REPOSITORY } from '@kineko/tools/shared/workspaces';
import swc from '@swc/core';
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
}

const PACKAGE = join(REPOSITORY, 'packages', 'runtime', 'neko');
const OTHERS: Readonly<Record<string, unknown>> = {
  '@kineko/formats/problem': problem,
  '@kineko/formats/shape': shape,
  '@kineko/formats/trace': trace,
  '@kineko/kernel': kernel,
  'zod/mini': zod,
};

type Require = (specifier: string) => unknown;
type ModuleBody = (require: Require, exports: object) => void;

/** The files that are not replaced, compiled. */
const bodies = new Map<string, ModuleBody>();

export function load(replacement?: Replacement): LoadedLibrary {
  const replaced = replacement && join(PACKAGE, 'src', 'protocols', replacement.file);
  const modules = new Map<string, object>();
  const open = (file: string): object => {
    const known = modules.get(file);
    if (known !== undefined) return known;
    const exports = {};
    // Before its body, because files may import each other.
    modules.set(file, exports);
    const require: Require = (specifier) => OTHERS[specifier] ?? open(resolved(specifier, file));
    bodyOf(file, file === replaced ? replacement : undefined)(require, exports);
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
  } as unknown as LoadedLibrary;
  if (replaced !== undefined && !modules.has(replaced)) throw new Error(`${replaced} is not loaded by any kit`);
  return loaded;
}

/** The source of a protocol with one text replaced; throws if the text does not occur exactly once. */
function mutatedSource({ file, text, by }: Replacement): string {
  const source = readFileSync(join(PACKAGE, 'src', 'protocols', file), 'utf8');
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
  const { code } = swc.transformSync(source, {
    filename: file,
    swcrc: false,
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    module: { type: 'commonjs', ignoreDynamic: true },
  });
  // eslint-disable-next-line no-new-func, typescript/no-implied-eval -- the files of this package
  return new Function('require', 'exports', code) as ModuleBody;
}
