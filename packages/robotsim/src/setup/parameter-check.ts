/** What a configuration says to classes, held against the classes that were loaded. */
import type { NekoConfig } from '@kineko/formats/neko-config';
import { nearestName, type Problem } from '@kineko/formats/problem';
import { PROTOCOL } from '@kineko/neko';
import { ALGORITHM } from '../brand.js';

/** A class that was loaded, or something built in. */
export interface LoadedClass {
  readonly name: string;
  /** The class itself, if its text tells which parameters it reads. */
  readonly class?: unknown;
  /** Which parameters it reads, if that is known. */
  readonly settings?: readonly string[] | undefined;
}

/** A parameter that a class reads by its name. */
const READ = /\.\s*(?:number|text|boolean|has|get)\s*\(\s*(['"`])([^'"`\\\n]+)\1/g;
const LITERAL = /(['"`])([^'"`\\\n]+)\1/g;
/** Parameters that are handed on, or read by a name that is made: the text does not tell which. */
const HANDED_ON = /\bparameters\b(?!\s*\.\s*(?:number|text|boolean|has|get)\s*\(\s*['"`])/;

/** Problems with settings of loaded classes that none of them reads. */
export function parameterProblems(config: NekoConfig, classes: readonly LoadedClass[], strict: boolean): Problem[] {
  const problems: Problem[] = [];
  for (const [name, loaded] of byName(classes)) {
    const reading = readingOf(loaded);
    if (reading === undefined) continue;
    for (const [setting, { place }] of config.settingsOf(name)) {
      if (reading.reads(setting)) continue;
      const meant = nearestName(setting, reading.names);
      if (meant === undefined && !reading.isComplete) continue;
      problems.push({ severity: strict ? 'error' : 'warning', place, text: described(name, setting, meant, reading.names) });
    }
  }
  return problems;
}

/** The names of all classes that the text of a loaded one mentions: it may run them, and their settings are no mistake. */
export function isMentioned(name: string, classes: readonly LoadedClass[]): boolean {
  const mention = new RegExp(`\\b${name.replaceAll('$', '\\$')}\\b`);
  return classes.some((each) => textsOf(each.class).some((text) => mention.test(text)));
}

interface Reading {
  /** As far as they are known, for suggestions. */
  readonly names: readonly string[];
  /** Whether these are all. */
  readonly isComplete: boolean;
  reads(setting: string): boolean;
}

function described(name: string, setting: string, meant: string | undefined, names: readonly string[]): string {
  const reads = names.length === 0 ? 'no parameters' : names.join(', ');
  const hint = meant === undefined ? '' : `; did you mean '${name}.${meant}'?`;
  return `unknown parameter '${name}.${setting}': ${name} reads ${reads}${hint}`;
}

/** Several robots may have classes of the same name. */
function byName(classes: readonly LoadedClass[]): Map<string, LoadedClass[]> {
  const found = new Map<string, LoadedClass[]>();
  for (const each of classes) found.set(each.name, [...(found.get(each.name) ?? []), each]);
  return found;
}

/** Undefined if nothing is known of one of them. */
function readingOf(classes: readonly LoadedClass[]): Reading | undefined {
  const names = new Set<string>();
  const literals = new Set<string>();
  let isComplete = true;
  for (const each of classes) {
    for (const name of each.settings ?? []) names.add(name);
    if (each.settings !== undefined) continue;
    const texts = textsOf(each.class);
    if (texts.length === 0) return undefined;
    for (const text of texts) {
      for (const [, , name] of text.matchAll(READ)) names.add(name!);
      for (const [, , literal] of text.matchAll(LITERAL)) literals.add(literal!);
      if (HANDED_ON.test(text)) isComplete = false;
    }
  }
  // A text in quotes may be the name of a parameter wherever it stands.
  const likely = isComplete ? names : new Set([...names, ...[...literals].filter((each) => /^\w+$/.test(each))]);
  return { names: [...likely], isComplete, reads: (setting) => names.has(setting) || literals.has(setting) };
}

/** The texts of a class and of those it extends, up to ours. */
function textsOf(given: unknown): string[] {
  // An initializer may be an object.
  if (typeof given === 'object' && given !== null && 'init' in given) return textsOf(given.init);
  const texts: string[] = [];
  for (let each = given; typeof each === 'function' && each !== Function.prototype; ) {
    if (Object.hasOwn(each, ALGORITHM) || Object.hasOwn(each, PROTOCOL)) break;
    texts.push(Function.prototype.toString.call(each));
    each = Object.getPrototypeOf(each) as unknown;
  }
  return texts;
}
