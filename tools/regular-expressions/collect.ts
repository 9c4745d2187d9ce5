/** Finds the regular expressions in the sources of packages: literals, and patterns that are built at run time. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSync } from 'oxc-parser';
import { packagesIn } from '../shared/workspaces.js';

export interface FoundExpression {
  readonly pattern: string;
  readonly flags: string;
  /** `packages/x/src/y.ts:12`. */
  readonly place: string;
}

/** The source text of a `new RegExp(…)`. */
export interface MadeExpression {
  readonly code: string;
  readonly place: string;
}

export interface Found {
  readonly literals: readonly FoundExpression[];
  readonly made: readonly MadeExpression[];
}

/** Source files of all packages, without their tests. */
export function collectExpressions(repository: string): Found {
  const literals: FoundExpression[] = [];
  const made: MadeExpression[] = [];
  const folders = packagesIn(repository).map(({ folder }) => join(folder, 'src'));
  for (const file of folders.flatMap((folder) => [...sourceFiles(folder)])) {
    const text = readFileSync(file, 'utf8');
    const { program, errors } = parseSync(file, text);
    if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
    const placeOf = ({ start }: Node): string =>
      `${relative(repository, file).replaceAll('\\', '/')}:${text.slice(0, start).split('\n').length}`;
    eachNode(program, (node) => {
      if (node.type === 'Literal' && node.regex !== undefined) literals.push({ ...node.regex, place: placeOf(node) });
      const isCall = node.type === 'NewExpression' || node.type === 'CallExpression';
      if (isCall && node.callee?.name === 'RegExp')
        made.push({ code: text.slice(node.start, node.end), place: placeOf(node) });
    });
  }
  return { literals, made };
}

/** The fields of a syntax node that are used here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly regex?: { readonly pattern: string; readonly flags: string };
  readonly callee?: { readonly name?: string };
}

function eachNode(value: unknown, visit: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) eachNode(item, visit);
    return;
  }
  if (typeof (value as Partial<Node>).type === 'string') visit(value as Node);
  for (const member of Object.values(value)) eachNode(member, visit);
}

function* sourceFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sourceFiles(path);
    else if (/\.tsx?$/.test(entry.name) && !/\.test\.tsx?$|\.d\.ts$/.test(entry.name)) yield path;
  }
}
