/** The import graph, read from the syntax trees of the sources, so that neither comments nor stale builds matter. */
import { posix } from 'node:path';
import { type Expression, type Node, parseSync, visitorKeys } from 'oxc-parser';

/** A file by its path from the root of the workspace, with `/`: `packages/foundation/kernel/src/random.ts`. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

export interface Import {
  readonly file: string;
  readonly line: number;
  readonly specifier: string;
  readonly target: Target;
}

export type Target =
  /** A path in the workspace, resolved to a source file if there is one. */
  | { readonly kind: 'file'; readonly path: string }
  /** A package of ours by its name: `@kineko/kernel/pacing` is the folder `kernel` and the subpath `./pacing`. */
  | { readonly kind: 'package'; readonly folder: string; readonly subpath: string }
  /** Node or npm. */
  | { readonly kind: 'outside' };

/** All imports of all files, in order. Type-only imports count: they are dependencies too. */
export function readImports(sources: readonly SourceFile[]): Import[] {
  const paths = new Set(sources.map(({ path }) => path));
  return sources.flatMap((source) =>
    specifiersOf(source).map(({ specifier, line }) => ({
      file: source.path,
      line,
      specifier,
      target: resolve(source.path, specifier, paths),
    })),
  );
}

interface Specifier {
  readonly specifier: string;
  readonly line: number;
}

/**
 * Walks the tree, because the module record of the parser omits `import('./x.js').T` in a type and
 * `export {} from './x.js'`.
 */
function specifiersOf({ path, text }: SourceFile): Specifier[] {
  const { program, errors } = parseSync(path, text);
  const error = errors[0];
  if (error) throw new Error(`${path}:${lineAt(text, error.labels[0]?.start ?? 0)} is no TypeScript: ${error.message}`);

  return nodesOf(program).flatMap((node) => {
    const source = importedBy(node);
    if (source === null) return [];
    const specifier = writtenText(source);
    return specifier === undefined ? [] : { specifier, line: lineAt(text, source.start) };
  });
}

/** The node and everything below it. Not the parser's own Visitor, which jest on Node 20 cannot load. */
export function nodesOf(root: Node): Node[] {
  const found: Node[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (typeof value === 'object' && value !== null) {
      const node = value as Node;
      found.push(node);
      for (const key of visitorKeys[node.type] ?? []) visit(node[key as keyof Node]);
    }
  };
  visit(root);
  return found;
}

function importedBy(node: Node): Expression | null {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return node.source;
    case 'TSExternalModuleReference':
      return node.expression;
    default:
      return null;
  }
}

/** Value of a string literal; undefined for `import(name)`, which cannot be followed. */
export function writtenText(source: Expression): string | undefined {
  if (source.type === 'Literal' && typeof source.value === 'string') return source.value;
  if (source.type === 'TemplateLiteral' && source.expressions.length === 0) return source.quasis[0]?.value.cooked ?? '';
  return undefined;
}

export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

function resolve(from: string, specifier: string, paths: ReadonlySet<string>): Target {
  if (/^\.{1,2}(?:\/|$)/.test(specifier)) {
    return { kind: 'file', path: resolveFile(posix.join(posix.dirname(from), specifier), paths) };
  }
  const ours = /^(?:@kineko\/(?<scoped>[^/]+)|(?<bare>kineko|create-kineko))(?:\/(?<rest>.+))?$/.exec(
    specifier,
  )?.groups;
  if (!ours) return { kind: 'outside' };
  return {
    kind: 'package',
    folder: ours['scoped'] ?? ours['bare'] ?? '',
    subpath: ours['rest'] === undefined ? '.' : `./${ours['rest']}`,
  };
}

/** `./x.js` is resolved to x.ts, x.tsx or x/index.ts, whichever exists. */
function resolveFile(path: string, paths: ReadonlySet<string>): string {
  const stem = path.replace(/\.[jt]sx?$/, '').replace(/\.mjs$/, '');
  const candidates = [path, `${stem}.ts`, `${stem}.tsx`, `${stem}.mts`, `${stem}/index.ts`, `${stem}/index.tsx`];
  return candidates.find((candidate) => paths.has(candidate)) ?? path;
}

/** The relative imports of each file; imports of packages are not followed. */
export type FileGraph = ReadonlyMap<string, readonly FileImport[]>;

export type FileImport = Import & { readonly target: { readonly kind: 'file' } };

export function fileGraph(imports: readonly Import[]): FileGraph {
  const graph = new Map<string, FileImport[]>();
  for (const each of imports) {
    if (!isFileImport(each)) continue;
    const known = graph.get(each.file);
    if (known) known.push(each);
    else graph.set(each.file, [each]);
  }
  return graph;
}

function isFileImport(each: Import): each is FileImport {
  return each.target.kind === 'file';
}

/** The shortest chain of at least one import that leads from `start` to a file that `isGoal` accepts. */
export function shortestChain(
  graph: FileGraph,
  start: string,
  isGoal: (path: string) => boolean,
): FileImport[] | undefined {
  const cameBy = new Map<string, FileImport>();
  const toVisit = [start];
  for (const file of toVisit) {
    for (const step of graph.get(file) ?? []) {
      const { path } = step.target;
      if (cameBy.has(path)) continue;
      cameBy.set(path, step);
      if (isGoal(path)) return chainTo(path, start, cameBy);
      toVisit.push(path);
    }
  }
  return undefined;
}

function chainTo(end: string, start: string, cameBy: ReadonlyMap<string, FileImport>): FileImport[] {
  const chain: FileImport[] = [];
  let file = end;
  do {
    const step = cameBy.get(file);
    if (step === undefined) throw new Error(`No import leads to ${file}, though the search came that way`);
    chain.unshift(step);
    file = step.file;
  } while (file !== start);
  return chain;
}
