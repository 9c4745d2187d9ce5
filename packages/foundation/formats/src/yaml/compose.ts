/** Parses untrusted YAML within limits. */
import type * as YamlLibrary from 'yaml';
import type { Document } from 'yaml';
import { MAX_ALIASES, MAX_DEPTH, MAX_TOKENS } from '../limits.js';
import { inputError, type Place } from '../problem.js';

type Yaml = typeof YamlLibrary;

/**
 * Like `parseDocument`, but each token is checked before the parser gets it, so that texts on which the parser would spend
 * seconds, or nest without end, are refused with an `InputError`.
 */
export function composed(
  yaml: Yaml,
  text: string,
  placeAt: (offset: number) => Place,
  schema: 'failsafe' | 'core',
): Document {
  const { Composer, CST, Lexer, Parser } = yaml;
  const parser = new Parser();
  const limits = new Limits();
  const tokens: Parameters<InstanceType<Yaml['Composer']>['next']>[0][] = [];
  let offset = 0;
  for (const lexeme of new Lexer().lex(text)) {
    const problem = limits.problemOf(CST.tokenType(lexeme));
    if (problem !== undefined) throw inputError(problem, placeAt(offset));
    for (const token of parser.next(lexeme)) tokens.push(token);
    // Control tokens are not part of the text.
    if (!['\u0002', '\u0018', '\u001f'].includes(lexeme)) offset += lexeme.length;
  }
  for (const token of parser.end()) tokens.push(token);
  // Duplicate keys are found by the caller: the library compares each with each.
  const composer = new Composer({ schema, uniqueKeys: false, prettyErrors: false, logLevel: 'silent' });
  const [document] = composer.compose(tokens, true, text.length);
  return document as Document;
}

class Limits {
  private tokens = 0;
  private aliases = 0;
  private documents = 0;
  private depth = 0;
  /** Indicators on one line, each of which opens a level. */
  private onLine = 0;
  private isAfterComma = false;

  problemOf(type: string | null): string | undefined {
    if (++this.tokens > MAX_TOKENS) return `expected at most ${MAX_TOKENS} tokens`;
    const wasAfterComma = this.isAfterComma;
    if (type !== 'space' && type !== 'newline' && type !== 'comment') this.isAfterComma = type === 'comma';
    switch (type) {
      case 'flow-seq-start':
      case 'flow-map-start':
        return ++this.depth > MAX_DEPTH ? TOO_DEEP : undefined;
      case 'flow-seq-end':
      case 'flow-map-end':
        this.depth--;
        return undefined;
      case 'newline':
        this.onLine = 0;
        return undefined;
      case 'seq-item-ind':
      case 'explicit-key-ind':
      case 'map-value-ind':
        return this.depth === 0 && ++this.onLine > MAX_DEPTH ? TOO_DEEP : undefined;
      case 'comma':
        return wasAfterComma ? 'expected a value between two commas' : undefined;
      case 'anchor':
      case 'alias':
        return ++this.aliases > MAX_ALIASES ? `expected at most ${MAX_ALIASES} anchors and aliases` : undefined;
      case 'doc-start':
        return ++this.documents > 1 ? 'expected one document, got a second one' : undefined;
      default:
        return undefined;
    }
  }
}

export const TOO_DEEP = `expected at most ${MAX_DEPTH} nested levels`;
