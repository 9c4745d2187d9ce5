/** The names that entries export, read from the sources: the surface of a package for other packages and for users. */
import { posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import type { SourceFile } from './import-graph.js';
import type { Manifest } from './workspace.js';

/** An entry, such as `kineko/engine`, and its exported names. */
export interface Entry {
  readonly specifier: string;
  readonly names: readonly ExportedName[];
}

export interface ExportedName {
  readonly name: string;
  /** The file and the name of the declaration; the same for all entries that re-export it. */
  readonly declaration: string;
}

export function entriesOf(manifests: readonly Manifest[], sources: readonly SourceFile[]): Entry[] {
  const surface = new Surface(manifests, sources);
  return manifests.flatMap(({ name, entries }) =>
    Object.entries(entries).map(([entry, file]) => ({
      specifier: `${name}${entry.slice(1)}`,
      names: [...surface.namesOf(file)].map(([exported, declaration]) => ({ name: exported, declaration })),
    })),
  );
}

class Surface {
  private readonly texts: ReadonlyMap<string, string>;
  private readonly entryFiles: ReadonlyMap<string, string>;
  private readonly known = new Map<string, ReadonlyMap<string, string>>();

  constructor(manifests: readonly Manifest[], sources: readonly SourceFile[]) {
    this.texts = new Map(sources.map(({ path, text }) => [path, text]));
    this.entryFiles = new Map(
      manifests.flatMap(({ name, entries }) =>
        Object.entries(entries).map(([entry, file]) => [`${name}${entry.slice(1)}`, file]),
      ),
    );
  }

  /** The declarations of the names that a file exports. */
  namesOf(file: string): ReadonlyMap<string, string> {
    let names = this.known.get(file);
    if (names === undefined) this.known.set(file, (names = this.readNames(file)));
    return names;
  }

  private readNames(file: string): ReadonlyMap<string, string> {
    const text = this.texts.get(file);
    if (text === undefined) throw new Error(`${file}: an entry exports it, and it does not exist`);
    const names = new Map<string, string>();
    for (const { entries } of parseSync(file, text).module.staticExports) {
      for (const { moduleRequest, exportName, importName } of entries) {
        const from = moduleRequest === null ? undefined : this.fileOf(moduleRequest.value, file);
        const name = exportName.name ?? 'default';
        if (exportName.kind !== 'None') {
          const original = from === undefined ? undefined : this.namesOf(from).get(importName.name ?? '');
          names.set(name, original ?? `${from ?? file}#${name}`);
        } else if (from !== undefined) {
          for (const [each, declaration] of this.namesOf(from)) names.set(each, declaration);
        }
      }
    }
    return names;
  }

  /** The file to which one of our specifiers is resolved. */
  private fileOf(specifier: string, from: string): string | undefined {
    if (!specifier.startsWith('.')) return this.entryFiles.get(specifier);
    const stem = posix.join(posix.dirname(from), specifier).replace(/\.js$/, '');
    return [`${stem}.ts`, `${stem}.tsx`].find((path) => this.texts.has(path));
  }
}
