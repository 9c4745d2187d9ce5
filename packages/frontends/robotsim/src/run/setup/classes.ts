/** Finds a class that a configuration names, in a catalog or among the exports of a file. */
import { InputError, type Place, type Problem } from '@kineko/formats/problem';
import { messageOf } from '@kineko/kernel';
import { type Host, type Source, textOf } from '@kineko/run';
import type { Catalog } from './catalog.js';
import type { LoadedClass } from './parameter-check.js';

export interface FoundClass<T> {
  /** Name of the class or of the entry in the catalog, which its settings use. */
  readonly name: string;
  readonly item: T;
}

/** Context in which names are looked up. */
export interface ClassContext {
  readonly host: Host;
  readonly problems: Problem[];
  /** Every class that was found, and the other exports of its file. */
  readonly loaded: LoadedClass[];
}

/** The position of a name in a configuration. */
export interface Naming {
  readonly place: Place | undefined;
  /** Paths are relative to this file. */
  readonly from: Source;
}

/** A kind of class that a configuration can name. */
export interface Wanted<T> {
  /** For messages: `an algorithm`. */
  readonly what: string;
  /** Description of the expected export of an author's file, for messages. */
  readonly explained: string;
  readonly catalog: Catalog<T>;
  /** Converts an export of a file; undefined if it is of another kind. */
  readonly take: (exported: unknown) => T | undefined;
  /** A method of an export whose name is probably misspelt, so that it is never called. */
  readonly misspelt?: (exported: unknown, item: T) => { readonly found: string; readonly meant: string } | undefined;
}

const FILE = /^(?<path>.+\.[cm]?[jt]s)(?:#(?<name>[\w$]+))?$/;

/** Reports a problem and returns undefined if the class is not found. */
export async function findClass<T>(
  text: string,
  wanted: Wanted<T>,
  naming: Naming,
  context: ClassContext,
): Promise<FoundClass<T> | undefined> {
  const { path, name } = FILE.exec(text)?.groups ?? {};
  if (path !== undefined) return findInFile(path, name, wanted, naming, context);
  const entry = wanted.catalog.find(text);
  if (entry !== undefined) {
    context.loaded.push({ name: entry.name, parameters: entry.parameters });
    return { name: entry.name, item: entry.item };
  }
  const like = /^[\w.]+$/.test(text) ? '' : '; a file is named with its extension, as ./own.ts or ./own.ts#Name';
  context.problems.push({
    severity: 'error',
    place: naming.place,
    text: `unknown ${wanted.catalog.kind} '${text}': ${wanted.catalog.describe()}, or the name of a .ts or .js file${like}`,
  });
  return undefined;
}

async function findInFile<T>(
  path: string,
  name: string | undefined,
  wanted: Wanted<T>,
  { place, from }: Naming,
  context: ClassContext,
): Promise<FoundClass<T> | undefined> {
  const fail = (text: string): undefined => {
    context.problems.push({ severity: 'error', place, text });
  };
  let exports: Readonly<Record<string, unknown>>;
  try {
    exports = await context.host.loadModule(path, from);
  } catch (error) {
    if (!(error instanceof InputError)) return fail(messageOf(error));
    // A problem inside the file has its own place.
    const isInside = ({ place: own }: Problem): boolean => own !== undefined && own.file !== from.path;
    context.problems.push(...error.problems.map((each) => (isInside(each) ? each : { ...each, place })));
    return undefined;
  }
  for (const [key, exported] of Object.entries(exports)) context.loaded.push({ name: nameOf(exported, key), exported });
  const found = Object.entries(exports).flatMap(([key, exported]) => {
    const item = wanted.take(exported);
    return item === undefined ? [] : [{ key, item, exported, name: nameOf(exported, key) }];
  });
  const chosen = name !== undefined ? found.filter(({ key }) => key === name) : preferred(found);
  const [first, second] = chosen;
  if (first !== undefined && second === undefined) {
    const misspelt = wanted.misspelt?.(first.exported, first.item);
    if (misspelt !== undefined) {
      const text = `${first.name} has no method '${misspelt.meant}'; did you mean it by '${misspelt.found}'?`;
      const inFile = await placeOf(misspelt.found, path, from, context.host);
      context.problems.push({ severity: 'warning', place: inFile ?? place, text });
    }
    return { name: first.name, item: first.item };
  }
  const keys = Object.keys(exports).join(', ') || 'nothing';
  if (first === undefined) {
    const which =
      name === undefined
        ? `none of what it exports (${keys}) is ${wanted.what}`
        : `it has no export '${name}' that is ${wanted.what} (it exports: ${keys})`;
    return fail(`${path}: ${which}: export ${wanted.explained}`);
  }
  const all = found.map(({ key }) => key).join(', ');
  return fail(`${path} exports several of them (${all}): choose one, as in ${path}#${first.key}`);
}

/** The place of a method in the file of an author; undefined if it is not found. */
async function placeOf(method: string, path: string, from: Source, host: Host): Promise<Place | undefined> {
  const lines = textOf(await host.readBytes(path, from)).split(/\r?\n/);
  const line = lines.findIndex((each) => callIn(each, method) >= 0);
  if (line < 0) return undefined;
  const folder = from.path.slice(0, Math.max(from.path.lastIndexOf('/'), from.path.lastIndexOf('\\')) + 1);
  return { file: folder + path.replace(/^\.\//, ''), line: line + 1, column: callIn(lines[line]!, method) + 1 };
}

/** Where a line names a method before a parenthesis; -1 if it does not. */
function callIn(line: string, method: string): number {
  const at = line.indexOf(method);
  const isWhole = at >= 0 && !/[\w$.]/.test(line.charAt(at - 1));
  return isWhole &&
    line
      .slice(at + method.length)
      .trimStart()
      .startsWith('(')
    ? at
    : -1;
}

/** The default export if there is one; a class with two export names counts once. */
function preferred<E extends { readonly key: string; readonly exported: unknown }>(found: readonly E[]): readonly E[] {
  const byDefault = found.filter(({ key }) => key === 'default');
  if (byDefault.length > 0) return byDefault;
  return found.filter(({ exported }, index) => found.findIndex((other) => other.exported === exported) === index);
}

/** The name of a class in settings. */
export function nameOf(exported: unknown, key: string): string {
  const own = typeof exported === 'function' ? exported.name : '';
  return own === '' || own === 'default' ? key : own;
}

/** Whether a value is a function and not a class. */
export function isPlainFunction(value: unknown): value is (...args: never[]) => unknown {
  return typeof value === 'function' && Object.getOwnPropertyDescriptor(value, 'prototype')?.writable !== false;
}

/** Whether the instances of a class have a method. */
export function hasMethod(value: unknown, name: string): value is abstract new (...args: never[]) => unknown {
  if (typeof value !== 'function') return false;
  const { prototype } = value as { readonly prototype?: Readonly<Record<string, unknown>> | undefined };
  return typeof prototype?.[name] === 'function';
}
