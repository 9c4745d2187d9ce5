/** Untrusted YAML and JSON files, parsed within limits and without recursive aliases. */
import type * as YamlLibrary from 'yaml';
import type { Document, Node, Pair } from 'yaml';
import { MAX_DEPTH, MAX_NODES, MAX_SYNTAX_PROBLEMS, MAX_TEXT, REFUSED_KEYS } from './limits.js';
import { InputError, inputError, type Place, type Problem } from './problem.js';
import type { Path, Source } from './shape.js';
import { composed, TOO_DEEP } from './yaml/compose.js';

interface YamlText {
  readonly document: Document;
  readonly placeAt: (offset: number) => Place;
  readonly yaml: typeof YamlLibrary;
}

/** Throws an `InputError` with all problems. All aliases of the document are resolved, and none is recursive. */
async function readYamlText(text: string, file: string): Promise<YamlText> {
  if (text.length > MAX_TEXT) {
    throw new InputError([
      { severity: 'error', place: { file }, text: `expected at most ${MAX_TEXT} characters, got ${text.length}` },
    ]);
  }
  const yaml = await import('yaml');
  const lines = new yaml.LineCounter();
  lines.addNewLine(0);
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) lines.addNewLine(end + 1);
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { file, line, column: col };
  };
  const problems: Problem[] = [];
  try {
    const document = composed(yaml, text, placeAt, 'core');
    for (const { message, pos } of [...document.errors, ...document.warnings].slice(0, MAX_SYNTAX_PROBLEMS)) {
      problems.push({ severity: 'error', place: placeAt(pos[0]), text: message });
    }
    if (problems.length === 0) new Check(yaml, placeAt, problems).node(document.contents, 0, new Set());
    if (problems.length === 0) return { document, placeAt, yaml };
  } catch (failure) {
    if (failure instanceof InputError) problems.push(...failure.problems);
    // Any failure of the parser is a problem of the file.
    else
      problems.push({
        severity: 'error',
        place: { file },
        text: failure instanceof Error ? failure.message : String(failure),
      });
  }
  throw new InputError(problems);
}

/** A text as the source of a shape; throws an `InputError` if it cannot be parsed. */
export async function readYamlSource(text: string, file: string): Promise<Source> {
  if (text.trim() === '') throw inputError('empty file', file);
  // eslint-disable-next-line no-control-regex -- binary files contain such characters, texts do not
  if (/[\u0000-\u0008\u000e-\u001f]/.test(text)) throw inputError('expected a text file, got binary data', file);
  const { document, placeAt, yaml } = await readYamlText(text, file);
  const placeOf = (path: Path, isKey: boolean): Place => {
    let key: unknown;
    let node: unknown = document.contents;
    for (const step of path) {
      const parent = yaml.isAlias(node) ? node.resolve(document) : node;
      const pair = yaml.isMap(parent)
        ? parent.items.find((each) => String((each.key as { readonly value?: unknown } | null)?.value) === step)
        : undefined;
      const child = yaml.isSeq(parent) ? parent.items[step as number] : pair?.value;
      if (child === undefined && pair === undefined) break;
      key = pair?.key;
      node = child ?? pair?.key;
    }
    const offset = ((isKey ? (key ?? node) : node) as Node | null)?.range?.[0];
    return offset === undefined ? { file } : placeAt(offset);
  };
  // The size of expanded aliases was checked when the text was read.
  return { data: document.toJS({ maxAliasCount: -1 }) as unknown, placeOf };
}

/** Checks a document with its aliases expanded. */
class Check {
  /** Anchors so far, by name: an alias refers to the last one before it. */
  private readonly anchors = new Map<string, Node>();
  private nodes = 0;

  constructor(
    private readonly yaml: typeof YamlLibrary,
    private readonly placeAt: (offset: number) => Place,
    private readonly problems: Problem[],
  ) {}

  /** @param around The enclosing nodes, with aliases expanded. */
  node(node: unknown, depth: number, around: Set<unknown>): void {
    const { isAlias, isCollection, isMap, isNode, isScalar } = this.yaml;
    if (!isNode(node)) return;
    if (++this.nodes > MAX_NODES)
      throw inputError(`expected at most ${MAX_NODES} values, aliases counted as what they name`, this.placeOf(node));
    if (depth > MAX_DEPTH) throw inputError(TOO_DEEP, this.placeOf(node));
    if (isAlias(node)) {
      const target = this.anchors.get(node.source);
      if (target === undefined) this.fail(node, `*${node.source}: expected an anchor &${node.source} before it`);
      else if (around.has(target)) this.fail(node, `*${node.source}: expected no alias of an enclosing node`);
      else this.node(target, depth + 1, around);
      return;
    }
    if ((isCollection(node) || isScalar(node)) && node.anchor !== undefined) this.anchors.set(node.anchor, node);
    if (!isCollection(node)) return;
    around.add(node);
    if (isMap(node)) this.pairs(node.items, depth, around);
    else for (const item of node.items) this.node(item, depth + 1, around);
    around.delete(node);
  }

  private pairs(pairs: readonly Pair[], depth: number, around: Set<unknown>): void {
    const seen = new Set<string>();
    for (const { key, value } of pairs) {
      const name = this.yaml.isScalar(key) ? String((key.value as string | number | boolean | null) ?? '') : '';
      if (name === '') this.fail(key ?? value, 'expected a key that is a text and not empty');
      else if (REFUSED_KEYS.includes(name)) this.fail(key, `the key ${name} is refused`);
      else if (seen.has(name)) this.fail(key, `duplicate key ${name}`);
      seen.add(name);
      if (this.yaml.isScalar(key)) this.node(key, depth + 1, around);
      this.node(value, depth + 1, around);
    }
  }

  private fail(node: unknown, text: string): void {
    this.problems.push({ severity: 'error', place: this.placeOf(node), text });
  }

  private placeOf(node: unknown): Place {
    return this.placeAt((node as Node | null)?.range?.[0] ?? 0);
  }
}
