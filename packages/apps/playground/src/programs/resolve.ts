/** Which file of a project somebody means, in a configuration or in an import. */
import { nearestName } from '@kineko/formats/problem';

/** `maps/../helper.ts`, seen from a file, as the project calls it; undefined if it leads out of the project. */
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

/** What an import means, as TypeScript takes it: a `.js` that is a `.ts`, or a name without its ending. */
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

/** What may have been meant by a path that no file has, as it would have to be written. */
export function suggestion(path: string, importer: string, names: Iterable<string>, before = ''): string {
  const wanted = pathFrom(importer, path) ?? path;
  const meant =
    [...names].find((name) => name.replace(/\.[^.]*$/, '') === wanted) ?? nearestName(wanted, names) ?? undefined;
  return meant === undefined ? '' : `; did you mean ${JSON.stringify(before + meant)}?`;
}
