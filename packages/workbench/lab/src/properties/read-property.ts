/** Properties as people write them: `always separation=2`, `eventually gathered=5 before 300`, `total-order protocol=abcast`. */
import { nearestName } from '@kineko/formats/problem';
import type { Box } from '@kineko/geometry';
import type { FindFunction } from '../metrics/measuring.js';
import { CHECKERS } from './checkers.js';
import { type Condition, CONDITIONS } from './conditions.js';
import {
  type AuthorProperty,
  MODALITIES,
  type Modality,
  ofAuthor,
  ofChecker,
  ofTimeline,
  type Property,
} from './property.js';

/** A property that makes no sense: what was written, why, what would be right. */
export class PropertyError extends Error {
  override readonly name = 'PropertyError';

  constructor(text: string, why: string) {
    super(`property ${JSON.stringify(text)}: ${why}`);
  }
}

/** `./properties.ts`, `./properties.ts#name`. */
const FILE = /\.m?[jt]s(#|$)/;

const SHORT_FORMS: ReadonlyMap<string, readonly string[]> = new Map([['no-collision', ['never', 'collision']]]);

/** Files are authors' own properties: `./properties.ts#noDeadlock`. */
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
    throw new PropertyError(text, `${name} is about whole runs: ${modality} makes no sense of it`);
  if (value !== undefined)
    throw new PropertyError(text, `${name} takes no value; its options are ${checker.options.join(', ')}`);
  checkOptions(text, options, checker.options);
  if (checker.options.includes('protocol') && !options.has('protocol')) {
    throw new PropertyError(text, `say of which protocol, as in ${name} protocol=abcast`);
  }
  const made = checker.make(Object.fromEntries([...options].map(([key, given]) => [key, typed(given)])));
  return { text, isSometimes: false, judge: (run) => ofChecker(made, run) };
}

function conditionProperty(
  text: string,
  condition: Condition,
  given: Modality | undefined,
  value: string | undefined,
  options: ReadonlyMap<string, string>,
): Property {
  const { name } = condition;
  const modality = given ?? (condition.isGoal === true ? 'eventually' : name === 'collision' ? 'never' : 'always');
  checkOptions(text, options, [...(condition.options ?? []), ...(modality === 'eventually' ? ['before'] : [])]);
  if (condition.value === undefined && value !== undefined) throw new PropertyError(text, `${name} takes no value`);
  const number = condition.value === undefined ? 0 : numberOf(text, name, value, condition.value);
  const before = options.has('before') ? numberOf(text, 'before', options.get('before'), 'seconds') : undefined;
  const of = options.get('of');
  if (of !== undefined && of !== 'centres' && of !== 'bodies')
    throw new PropertyError(text, `of=${of}: centres or bodies is right`);
  const choice = { value: number, area: areaOf(text, options.get('area')), of };
  return {
    text,
    isSometimes: modality === 'sometimes',
    judge: (run) => ofTimeline(modality, condition.timeline(run, choice), before, run),
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
    throw new PropertyError(text, `what is in a file says itself what it wants: leave out ${modality}`);
  checkOptions(text, options, []);
  const author = (await find(file)) as AuthorProperty;
  return { text, isSometimes: false, judge: (run) => ofAuthor(author, run) };
}

/** `key=value`, and `before 300` as people say it. */
function optionsOf(text: string, words: readonly string[]): Map<string, string> {
  const options = new Map<string, string>();
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    const [key, value] = word === 'before' || word === 'by' ? ['before', words[++i]] : split(word);
    if (value === undefined) throw new PropertyError(text, `${word} has no value: key=value is right`);
    options.set(key === 'by' ? 'before' : key, value);
  }
  return options;
}

function split(word: string): [key: string, value: string | undefined] {
  const at = word.indexOf('=');
  return at < 0 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}

function checkOptions(text: string, options: ReadonlyMap<string, string>, known: readonly string[]): void {
  for (const key of options.keys()) {
    if (known.includes(key)) continue;
    const right = known.length === 0 ? 'it takes none' : `there are ${known.join(', ')}`;
    throw new PropertyError(text, `there is no option ${key}: ${right}`);
  }
}

function numberOf(text: string, name: string, value: string | undefined, unit: string): number {
  const number = Number(value);
  if (value === undefined || value === '' || !(number >= 0 && number < Infinity)) {
    throw new PropertyError(text, `${name}=${value ?? ''}: a number of ${unit}, 0 or more, is right`);
  }
  return number;
}

function areaOf(text: string, value: string | undefined): Box | undefined {
  if (value === undefined) return undefined;
  const [minX, minY, maxX, maxY] = value.split(',').map(Number);
  if (!(minX! < maxX! && minY! < maxY!)) throw new PropertyError(text, `area=${value}: minX,minY,maxX,maxY is right`);
  return { minX: minX!, minY: minY!, maxX: maxX!, maxY: maxY! };
}

function typed(value: string): string | number | boolean {
  if (value === 'true' || value === 'false') return value === 'true';
  return value !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
}

function unknown(text: string, name: string): PropertyError {
  const names = [...CONDITIONS, ...CHECKERS].map((each) => each.name);
  const meant = nearestName(name, [...names, ...MODALITIES]);
  return new PropertyError(
    text,
    meant === undefined
      ? `there is none of that name; there are ${names.join(', ')}, no-collision, and files of your own`
      : `did you mean ${meant}?`,
  );
}
