/** Checks the parameters of classes in a configuration against the loaded classes. */
import { nearestName, type Problem, unknownName } from '@kineko/formats/problem';
import { ActiveProtocol, Layer, PROTOCOL } from '@kineko/neko';
import { readValue } from '@kineko/run/settings';
import type { NekoConfig } from '../../format/config.js';
import { ALGORITHM, PARAMETERS } from '../brand.js';
import type { ParameterTable } from '../parameters.js';
import { FAMILY } from './family.js';

/** A class that a configuration names, or another export of its file. */
export interface LoadedClass {
  readonly name: string;
  /** The export of the author's file; undefined for a built-in class. */
  readonly exported?: unknown;
  /** The parameters of a built-in class; undefined if they are not known. */
  readonly parameters?: ParameterTable | undefined;
}

/** Linear in the number of keys; the source of a class is searched only if the configuration gives it a parameter. */
export function parameterProblems(config: NekoConfig, loaded: readonly LoadedClass[], strict: boolean): Problem[] {
  const classes = new LoadedClasses(loaded);
  return config.classSettings().flatMap(({ key, place, className }): Problem[] => {
    const [name, parameter] = classes.ownerOf(key) ?? [];
    const unknown = classes.problemOf(key, className);
    if (unknown !== undefined) return [{ severity: strict ? 'error' : 'warning', place, text: unknown }];
    const row = name === undefined ? undefined : classes.rowOf(name, parameter!);
    const problems: Problem[] = [];
    const complain = (text: string): unknown => problems.push({ severity: 'error', place, text: `${key}: ${text}` });
    if (row !== undefined) readValue(row, config.parameters(name).get(parameter!) ?? '', complain);
    return problems;
  });
}

/** The parameters that a class reads by name. */
interface KnownReads {
  readonly names: readonly string[];
  /** Other string literals, which may be names of parameters too. */
  readonly others: ReadonlySet<string>;
}

class LoadedClasses {
  private readonly byName = new Map<string, LoadedClass[]>();
  private readonly reads = new Map<string, KnownReads | undefined>();
  private readonly mentions = new Map<string, boolean>();

  constructor(loaded: readonly LoadedClass[]) {
    for (const each of loaded.flatMap(withStages)) {
      const same = this.byName.get(each.name);
      // Robots may run different classes of the same name.
      if (same === undefined) this.byName.set(each.name, [each]);
      else same.push(each);
    }
  }

  /** The loaded class of a key, and the name of its parameter. */
  ownerOf(key: string): [className: string, parameter: string] | undefined {
    const steps = key.split('.');
    const at = steps.findIndex((step, index) => index < steps.length - 1 && this.byName.has(step));
    return at < 0 ? undefined : [steps[at]!, steps.slice(at + 1).join('.')];
  }

  /** The parameter of a built-in class. */
  rowOf(className: string, parameter: string): ParameterTable[string] | undefined {
    const tables = this.byName
      .get(className)!
      .flatMap(({ parameters, exported }) => (parameters === undefined ? tablesOf(exported) : [parameters]));
    return tables.find((table) => Object.hasOwn(table, parameter))?.[parameter];
  }

  /** @param className Name of the class in the key; undefined for a built-in class. */
  problemOf(key: string, className: string | undefined): string | undefined {
    const owner = this.ownerOf(key);
    if (owner !== undefined) return this.problemOfParameter(...owner);
    if (className === undefined || this.isMentioned(className)) return undefined;
    const meant = nearestName(className, this.byName.keys());
    const hint = meant === undefined ? '' : `; did you mean '${meant}'?`;
    return `${unknownName('key', key, [])}; no loaded class is named '${className}'${hint}`;
  }

  private problemOfParameter(name: string, parameter: string): string | undefined {
    if (!this.reads.has(name)) this.reads.set(name, readsOf(this.byName.get(name)!));
    const reads = this.reads.get(name);
    if (reads === undefined || reads.names.includes(parameter)) return undefined;
    if (reads.others.has(parameter) || reads.others.has(`${name}.${parameter}`)) return undefined;
    const meant = nearestName(parameter, reads.names);
    const known = `${name} reads ${reads.names.join(', ') || 'no parameters'}`;
    const hint = meant === undefined ? known : `did you mean '${name}.${meant}'?`;
    return `${unknownName('parameter', `${name}.${parameter}`, [])}; ${hint}`;
  }

  /** Whether the source of a loaded class mentions another class, which it may run. */
  private isMentioned(className: string): boolean {
    let isKnown = this.mentions.get(className);
    if (isKnown === undefined) {
      const word = new RegExp(`(?<![\\w$])${className.replaceAll('$', String.raw`\$`)}(?![\\w$])`);
      isKnown = isMentioned(word, [...this.byName.values()].flat());
      this.mentions.set(className, isKnown);
    }
    return isKnown;
  }
}

/** Whether the source of a loaded class, of one of its base classes or of a stage contains a text. */
export function isMentioned(text: RegExp, loaded: readonly LoadedClass[]): boolean {
  return loaded.flatMap(withStages).some(({ exported }) => textsOf(exported).some((each) => text.test(each)));
}

/** The stages of a composition are loaded with it. */
function withStages(loaded: LoadedClass): LoadedClass[] {
  const { stages } = (loaded.exported ?? {}) as { readonly stages?: unknown };
  if (!Array.isArray(stages)) return [loaded];
  const classes = stages.flatMap((stage: { readonly algorithm?: unknown } | null | undefined): LoadedClass[] => {
    const algorithm = stage?.algorithm;
    return typeof algorithm === 'function' ? [{ name: algorithm.name, exported: algorithm }] : [];
  });
  return [loaded, ...classes.flatMap(withStages)];
}

const METHOD = String.raw`\s*\.\s*(?:number|text|boolean|has|get)\s*\(\s*(['"${'`'}])([^'"${'`'}\\$\n]+)`;
const MADE = String.raw`\bnew\s+[\w$.]*Parameters\s*\([^()]*\)`;
/** `parameters.number('gap'`, `parameters('Convoy').get('gap'` and `new Parameters(process, 'Convoy').number('gap'`. */
const READ = new RegExp(String.raw`(?:\bparameters(?:\s*\(\s*['"][^'"]*['"]\s*\))?|${MADE})${METHOD}\1`, 'g');
/** `{ parameters } = this` and `parameters = new Parameters(process, 'Convoy')`. */
const NAMED = new RegExp(String.raw`\{\s*parameters\s*\}\s*=\s*this\b|\bparameters\s*=\s*${MADE}`, 'g');
/** Uses that pass the parameters to other code, which may read other names. */
const HANDED_ON = /parameters|[(,]\s*this(?:\.(?:robot|process))?\s*[,)]/i;
const LITERAL = /(['"`])([^'"`\\\n]+)\1/g;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm;

/** Undefined if the parameters that the classes of a name read cannot be determined. */
function readsOf(classes: readonly LoadedClass[]): KnownReads | undefined {
  const names = new Set<string>();
  const others = new Set<string>();
  for (const { parameters, exported } of classes) {
    for (const name of Object.keys(parameters ?? {})) names.add(name);
    if (parameters !== undefined) continue;
    const tables = tablesOf(exported);
    for (const name of tables.flatMap(Object.keys)) names.add(name);
    const texts = textsOf(exported);
    if (texts.length === 0 && tables.length === 0) return undefined;
    for (const text of texts) {
      if (HANDED_ON.test(text.replaceAll(COMMENT, '').replaceAll(READ, '').replaceAll(NAMED, ''))) return undefined;
      for (const [, , name] of text.matchAll(READ)) names.add(name!);
      for (const [, , literal] of text.matchAll(LITERAL)) others.add(literal!);
    }
  }
  return { names: [...names], others };
}

const OURS: ReadonlySet<unknown> = new Set([ActiveProtocol, Layer]);

/** The sources of a class and of its base classes, up to those of Kineko; none if they are not available. */
function textsOf(exported: unknown): string[] {
  // An initializer may be an object.
  if (typeof exported === 'object' && exported !== null && 'init' in exported) return textsOf(exported.init);
  const texts: string[] = [];
  for (const each of chainOf(exported)) {
    if (Object.hasOwn(each, PARAMETERS)) continue;
    const text = Function.prototype.toString.call(each);
    if (text.includes('[native code]')) return [];
    texts.push(text);
  }
  return texts;
}

/** The tables of the built-in classes that a class extends, or is. */
function tablesOf(exported: unknown): ParameterTable[] {
  return chainOf(exported).flatMap((each) =>
    Object.hasOwn(each, PARAMETERS) ? [(each as unknown as { readonly [PARAMETERS]: ParameterTable })[PARAMETERS]] : [],
  );
}

const BASES = [ALGORITHM, FAMILY, PROTOCOL];

/** A class and its base classes, without those that all classes of a kind extend. */
function chainOf(exported: unknown): object[] {
  const chain: object[] = [];
  for (let each = exported; typeof each === 'function' && each !== Function.prototype;) {
    const base: object = each;
    if (BASES.some((brand) => Object.hasOwn(base, brand)) || OURS.has(base)) break;
    chain.push(base);
    each = Object.getPrototypeOf(each) as unknown;
  }
  return chain;
}
