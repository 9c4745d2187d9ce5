/**
 * Names an anonymous default export as the compiler of the command line does. Names of classes occur in records, so another name
 * would give another hash.
 */
import { javascriptLanguage } from '@codemirror/lang-javascript';

export function withDefaultName(code: string, file: string): string {
  const declaration = javascriptLanguage.parser
    .parse(code)
    .topNode.getChildren('ExportDeclaration')
    .find((node) => node.getChild('default') !== null);
  const keyword = declaration?.getChild('default');
  if (declaration === undefined || keyword === undefined || keyword === null) return code;
  const [before, rest] = [code.slice(0, keyword.to), code.slice(keyword.to)];
  const name = defaultName(file);
  const [head] = NAMELESS.exec(rest) ?? [];
  if (head !== undefined) return `${before}${head} ${name}${rest.slice(head.length)}`;
  if (declaration.getChild('ArrowFunction') === null) return code;
  return `${code.slice(0, declaration.from)}const ${name} =${rest}\nexport { ${name} as default };\n`;
}

/** A class or function up to the position of its name. */
const NAMELESS = /^\s*(?:class(?=\s*\{|\s+extends\b)|(?:async\s+)?function\s*\*?(?=\s*\())/;

/** `my_own_default` for `my-own.ts`; an `index.ts` is named after its folder. */
function defaultName(file: string): string {
  const parts = file.split('/');
  const stem = parts.at(-1)!.replace(/\.[^.]*$/, '');
  const called = stem === 'index' ? (parts.at(-2) ?? stem) : stem;
  const words = called.replace(/^[^a-z]+/i, '').split(/[^a-z\d]+/i);
  return `${words.filter((word) => word !== '').join('_') || '_'}_default`;
}
