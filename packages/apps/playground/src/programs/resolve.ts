/** Resolves paths in configurations and imports to files of the project. */
import { nearestName } from '@kineko/formats/problem';

/** A path relative to a file, as a path in the project; undefined if it leaves the project. */
export function pathFrom(file: string, path: string): string | undefined {
  const parts = file.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

export function isRelative(specifier: string): boolean {
  return /^\.{1,2}(\/|$)/.test(specifier);
}

/** The file of an import, with TypeScript's rules: `.js` may be a `.ts`, and the ending may be omitted. */
export function importedFile(specifier: string, importer: string, names: ReadonlySet<string>): string | undefined {
  const path = pathFrom(importer, specifier);
  if (path === undefined) return undefined;
  const candidates = [
    path,
    path.replace(/\.(m?)js$/, '.$1ts'),
    ...['.ts', '.mts', '.js', '.mjs', '/index.ts', '/index.js'].map((end) => path + end),
  ];
  return candidates.find((candidate) => names.has(candidate));
}

/** A hint with the nearest file name, for a path that does not exist. */
export function suggestion(path: string, importer: string, names: Iterable<string>, before = ''): string {
  const wanted = pathFrom(importer, path) ?? path;
  const meant =
    [...names].find((name) => name.replace(/\.[^.]*$/, '') === wanted) ?? nearestName(wanted, names) ?? undefined;
  return meant === undefined ? '' : `; did you mean ${JSON.stringify(before + meant)}?`;
}
