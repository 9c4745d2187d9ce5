/** Parses properties: `always separation=2`, `eventually gathered=5 before 300`, `total-order protocol=abcast`. */
import { expected, unknownName } from '@kineko/formats/problem';
import type { Box } from '@kineko/geometry';
import type { FindFunction } from '../metrics/measuring.js';
import { CHECKERS } from './checkers.js';
import type { Condition } from './condition.js';
import { CONDITIONS } from './conditions.js';
import { numbersOf, type OptionTable, readOptions } from './options.js';
import {
  type AuthorProperty,
  MODALITIES,
  type Modality,
  ofAuthor,
  ofChecker,
  ofTimeline,
  type Property,
  spansOf,
} from './property.js';

export class PropertyError extends Error {
  override readonly name = 'PropertyError';

  constructor(text: string, why: string) {
    super(`property ${JSON.stringify(text)}: ${why}`);
  }
}

/** `./properties.ts`, `./properties.ts#name`. */
const FILE = /\.m?[jt]s(#|$)/;

/** Conditions whose default modality is `never`. */
const BAD: readonly string[] = ['collision', 'meeting'];

export const SHORT_FORMS: ReadonlyMap<string, readonly string[]> = new Map(
  BAD.map((name) => [`no-${name}`, ['never', name]]),
);

/** The option of `eventually`. */
export const BEFORE = {
  before: {
    type: 'number',
    range: { min: 0 },
    unit: 's',
    derived: 'the end of the run',
    doc: 'time by which it must hold; written as before 300',
  },
} as const satisfies OptionTable;

/** @param find Loads the function of an author's property: `./properties.ts#noDeadlock`. */
export async function readProperty(text: string, find: FindFunction): Promise<Property> {
  const words = text.trim().split(/\s+/);
  const spread = words.flatMap((word) => SHORT_FORMS.get(word) ?? [word]);
  const modality = MODALITIES.find((each) => each === spread[0]);
  const [head = '', ...rest] = modality === undefined ? spread : spread.slice(1);
  const [name, value] = split(head);
  const condition = CONDITIONS.find((each) => each.name === name);
  const checker = CHECKERS.find((each) => each.name === name);
  const isFile = FILE.test(head);
  if (condition === undefined && checker === undefined && !isFile) throw unknown(text, name);
  const options = optionsOf(text, rest);
  if (isFile) return authorProperty(text, head, modality, options, find);
  if (condition !== undefined) return conditionProperty(text, condition, modality, value, options);
  if (checker === undefined) throw unknown(text, name);
  if (modality !== undefined && modality !== 'always')
    throw new PropertyError(text, `${name} applies to whole runs; omit ${modality}`);
  if (value !== undefined)
    throw new PropertyError(text, `${name} takes no value; options: ${Object.keys(checker.options).join(', ')}`);
  if ('protocol' in checker.options && !options.has('protocol')) {
    throw new PropertyError(text, `expected a protocol, as in ${name} protocol=abcast`);
  }
  const made = checker.make(readOptions(options, checker.options, refusing(text)));
  return { text, isSometimes: false, judge: (run) => ofChecker(made, run) };
}

function conditionProperty(
  text: string,
  condition: Condition,
  wanted: Modality | undefined,
  value: string | undefined,
  options: ReadonlyMap<string, string>,
): Property {
  const { name } = condition;
  const modality = wanted ?? (condition.isGoal === true ? 'eventually' : BAD.includes(name) ? 'never' : 'always');
  const given = readOptions(
    options,
    { ...condition.options, ...(modality === 'eventually' && BEFORE) },
    refusing(text),
  );
  const problem = condition.problemOf?.(given);
  if (problem !== undefined) throw new PropertyError(text, problem);
  if (condition.value === undefined && value !== undefined) throw new PropertyError(text, `${name} takes no value`);
  const number = condition.value === undefined ? 0 : numberOf(text, name, value, condition.value);
  const before = given['before'] as number | undefined;
  const choice = {
    value: number,
    area: areaOf(text, options.get('area')),
    of: given['of'] as string | undefined,
    options: given,
  };
  return {
    text,
    isSometimes: modality === 'sometimes',
    judge: (run) => ofTimeline(modality, condition.timeline(run, choice), before, run, condition.isStable),
    spans: (run) => spansOf(modality, condition.timeline(run, choice)),
  };
}

async function authorProperty(
  text: string,
  file: string,
  modality: Modality | undefined,
  options: ReadonlyMap<string, string>,
  find: FindFunction,
): Promise<Property> {
  if (modality !== undefined && modality !== 'always')
    throw new PropertyError(text, `an author's property has its own modality; omit ${modality}`);
  readOptions(options, {}, refusing(text));
  const author = (await find(file)) as AuthorProperty;
  return { text, isSometimes: false, judge: (run) => ofAuthor(author, run) };
}

/** `key=value`, and `before 300`. */
function optionsOf(text: string, words: readonly string[]): Map<string, string> {
  const options = new Map<string, string>();
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    const [key, value] = word === 'before' || word === 'by' ? ['before', words[++i]] : split(word);
    if (value === undefined) throw new PropertyError(text, `${word}: expected key=value`);
    const name = key === 'by' ? 'before' : key;
    const earlier = options.get(name);
    if (earlier !== undefined)
      throw new PropertyError(text, `${name}: expected one value, got ${earlier} and ${value}`);
    options.set(name, value);
  }
  return options;
}

function split(word: string): [key: string, value: string | undefined] {
  const at = word.indexOf('=');
  return at < 0 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}

function refusing(text: string): (why: string) => never {
  return (why) => {
    throw new PropertyError(text, why);
  };
}

function numberOf(text: string, name: string, value: string | undefined, unit: string): number {
  const [number, ...rest] = numbersOf(value ?? '');
  if (rest.length === 0 && number! >= 0) return number!;
  throw new PropertyError(text, `${name}: ${expected(`a number of ${unit} from 0 on`, value)}`);
}

function areaOf(text: string, value: string | undefined): Box | undefined {
  if (value === undefined) return undefined;
  const [minX, minY, maxX, maxY, ...rest] = numbersOf(value);
  if (!(minX! < maxX! && minY! < maxY! && rest.length === 0))
    throw new PropertyError(text, `area: ${expected('minX,minY,maxX,maxY', value)}`);
  return { minX: minX!, minY: minY!, maxX: maxX!, maxY: maxY! };
}

function unknown(text: string, name: string): PropertyError {
  if (SHORT_FORMS.has(name)) return new PropertyError(text, `${name} takes no value`);
  if (MODALITIES.some((each) => each === name)) {
    return new PropertyError(
      text,
      `${expected('a condition such as gathered=5', name)}; use one of ${MODALITIES.join(', ')}`,
    );
  }
  const names = [...CONDITIONS, ...CHECKERS].map((each) => each.name);
  return new PropertyError(text, unknownName('property', name, [...names, ...SHORT_FORMS.keys(), ...MODALITIES]));
}
