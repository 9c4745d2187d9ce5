/** Compiles an author's file for the browser: removes types without moving lines, and lists its imports. */
import { javascriptLanguage } from '@codemirror/lang-javascript';
import type { Problem } from '@kineko/formats/problem';
import { transform } from 'sucrase';
import type { TextFile } from '../project/project.js';
import { withDefaultName } from './default-name.js';

export interface ModuleImport {
  /** `./helper.js`. */
  readonly specifier: string;
  /** Position of the string literal in the code. */
  readonly from: number;
  readonly to: number;
  /** Counts from 1. */
  readonly line: number;
  /** Imported names. */
  readonly names: readonly string[];
}

export interface CompiledModule {
  readonly name: string;
  /** JavaScript with the same lines as the source. */
  readonly code: string;
  readonly imports: readonly ModuleImport[];
  /** The same without imports and exports, as a script in which a browser can locate syntax errors. */
  readonly script: string;
  /** Errors; if there are any, the other fields are empty. */
  readonly problems: readonly Problem[];
}

export function compile(file: TextFile): CompiledModule {
  const { name, content } = file;
  try {
    const code = name.endsWith('ts') ? withDefaultName(withoutTypes(content), name) : content;
    return { name, code, ...structureOf(code), problems: [] };
  } catch (error) {
    return { name, code: '', imports: [], script: '', problems: [problemOf(error, name)] };
  }
}

function withoutTypes(text: string): string {
  return transform(text, { transforms: ['typescript'], disableESTransforms: true }).code;
}

function problemOf(error: unknown, file: string): Problem {
  const { message, loc } = error as Error & { readonly loc?: { readonly line: number; readonly column: number } };
  const text = message.replace(/^Error transforming [^:]*: /, '').replace(/ \(\d+:\d+\)$/, '');
  return { severity: 'error', place: { file, ...(loc && { line: loc.line, column: loc.column }) }, text };
}

type SyntaxNode = ReturnType<typeof javascriptLanguage.parser.parse>['topNode'];

function structureOf(code: string): Pick<CompiledModule, 'imports' | 'script'> {
  const imports: ModuleImport[] = [];
  /** Ranges that the script must not contain, and their replacements. */
  const replaced: { readonly from: number; readonly to: number; readonly by?: string }[] = [];
  const text = ({ from, to }: SyntaxNode): string => code.slice(from, to);
  const importAt = (node: SyntaxNode, literal: SyntaxNode): void => {
    const { from, to } = literal;
    const line = code.slice(0, node.from).split('\n').length;
    imports.push({ specifier: stringOf(text(literal)), from, to, line, names: namesOf(node, text) });
  };
  javascriptLanguage.parser.parse(code).iterate({
    enter: ({ node }) => {
      const source = ['ImportDeclaration', 'ExportDeclaration', 'DynamicImport'].includes(node.name)
        ? node.getChild('String')
        : null;
      if (source !== null) importAt(node, source);
      if (node.name === 'ImportDeclaration' || (node.name === 'ExportDeclaration' && isList(node))) {
        replaced.push({ from: node.from, to: node.to });
      } else if (node.name === 'ExportDeclaration') {
        const keyword = node.getChild('default') ?? node.getChild('export') ?? node;
        replaced.push({ from: node.from, to: keyword.to, by: keyword.name === 'default' ? 'void' : '' });
      }
    },
  });
  const script = replaced.toReversed().reduce((rest, { from, to, by = '' }) => {
    const blank = rest.slice(from, to).replace(/[^\n]/g, ' ');
    return rest.slice(0, from) + by + blank.slice(by.length) + rest.slice(to);
  }, code);
  return { imports, script: `"use strict"; async () => { ${script}\n}` };
}

/** Whether an export lists names, and so declares nothing. */
function isList(node: SyntaxNode): boolean {
  return node.getChild('ExportGroup') !== null || node.getChild('Star') !== null;
}

/** The imported names: `a` of `a as b`. */
function namesOf(node: SyntaxNode, text: (node: SyntaxNode) => string): string[] {
  const group = node.getChild('ImportGroup') ?? (node.getChild('String') ? node.getChild('ExportGroup') : null);
  const names = node.name === 'ImportDeclaration' && node.getChild('VariableDefinition') ? [DEFAULT] : [];
  if (node.getChild('Star') !== null) return [];
  let isFirst = true;
  for (let child = group?.firstChild ?? null; child !== null; child = child.nextSibling) {
    if (['{', ',', '}'].includes(child.name)) isFirst = true;
    else if (isFirst) {
      names.push(text(child));
      isFirst = false;
    }
  }
  return names;
}

const DEFAULT = 'default';

function stringOf(literal: string): string {
  return literal.slice(1, -1);
}
