/** The two-robot algorithms of the literature, as tables; most are in Défago, Heriban, Tixeuil, Wada (RAS 163, 2023). */
import { unknownName } from '@kineko/formats/problem';
import { type TableAlgorithm, tableOf, type TableRules, type TableText } from './table.js';

export interface KnownTable extends TableAlgorithm {
  /** Name in tables of results: `VIG_2COLS`. */
  readonly label: string;
  /** Source, and the model for which the source states it. */
  readonly doc: string;
}

const PALETTE = ['black', 'white', 'red', 'yellow', 'green'];

function known(label: string, text: TableText, doc: string): KnownTable {
  return { ...tableOf(text), label, doc };
}

function plain(name: string, label: string, move: string, doc: string): KnownTable {
  return known(label, { name, lights: 'full', palette: ['black'], rules: { 'any any': move } }, doc);
}

function full(name: string, label: string, colors: number, rules: TableRules, doc: string): KnownTable {
  return known(label, { name, lights: 'full', palette: PALETTE.slice(0, colors), rules }, doc);
}

/** @param decisions One for each colour of the other robot, in the order of the palette. */
function external(name: string, label: string, decisions: readonly string[], doc: string): KnownTable {
  const palette = PALETTE.slice(0, decisions.length);
  const rules = Object.fromEntries(decisions.map((decision, color) => [palette[color]!, decision]));
  return known(label, { name, lights: 'external', palette, rules }, doc);
}

/** Colours A, B and C, and primed ones (`A2`) in which a robot waits for one cycle. */
function regular(name: string, label: string, waits: readonly string[], doc: string): KnownTable {
  const palette = ['A', 'B', 'C'].flatMap((color) => (waits.includes(color) ? [color, `${color}2`] : [color]));
  const next = { A: 'B', B: 'C', C: 'A' };
  const rules: Record<string, string> = {};
  for (const [color, after] of Object.entries(next)) {
    const entered = waits.includes(color) ? `${color}2` : after;
    if (waits.includes(color)) rules[`${entered} any`] = `stay ${after}`;
    rules[`${color} ${color}`] = `${color === 'A' ? 'half' : 'stay'} ${entered}`;
    rules[`${color} ${after}`] = 'other';
    rules[`${color} any`] = 'stay';
  }
  return known(label, { name, lights: 'full', palette, rules }, doc);
}

const VIGLIETTA_2 = { 'black black': 'stay white', 'black white': 'stay' };

export const TWO_ROBOT_ALGORITHMS: readonly KnownTable[] = [
  plain('NoMove', 'NO_MOVE', 'stay', 'negative control: no robot moves'),
  plain('ToHalf', 'TO_HALF', 'half', 'gathers under fsync; converges elsewhere'),
  plain('ToOther', 'TO_OTHER', 'other', 'gathers under centralized'),
  full(
    'Vig2Cols',
    'VIG_2COLS',
    2,
    { ...VIGLIETTA_2, 'white black': 'other', 'white white': 'half black' },
    'Viglietta 2013; ssync',
  ),
  full(
    'Vig3Cols',
    'VIG_3COLS',
    3,
    {
      'black black': 'half white',
      'black white': 'other',
      'black red': 'stay',
      'white black': 'stay',
      'white white': 'stay red',
      'white red': 'other',
      'red black': 'other',
      'red white': 'stay',
      'red red': 'stay black',
    },
    'Viglietta 2013; async',
  ),
  full(
    'Optimal',
    'OPTIMAL',
    2,
    { ...VIGLIETTA_2, 'white any same': 'stay', 'white black': 'other', 'white white': 'half black' },
    'Heriban, Défago, Tixeuil 2018; async, distances are seen',
  ),
  external('FloAlgo3Ext', 'FLO_ALGO3EXT', ['half white', 'stay red', 'other black'], 'Flocchini et al. 2016; ssync'),
  external(
    'FloAlgo3ExtPrime',
    'FLO_ALGO3EXT_PRIME',
    ['half white', 'other red', 'stay black'],
    'variant of FloAlgo3Ext that fails under ssync',
  ),
  external('3ExtNonQss', '3EXT_NONQSS', ['half white', 'stay red', 'other white'], 'async-lc-strict'),
  external(
    'Wada4Ext',
    'WADA_4EXT',
    ['half white', 'stay red', 'other yellow', 'stay black'],
    'Okumura, Wada, Défago 2018; async-lc-atomic, equal initial colours',
  ),
  external(
    'Wada5Ext',
    'WADA_5EXT',
    ['half white', 'stay red', 'other yellow', 'stay green', 'stay black'],
    'Okumura, Wada, Défago 2018; async-lc-atomic, any initial colours',
  ),
  regular('Regular6', 'REGULAR6', ['A', 'B', 'C'], 'async-regular'),
  regular('Regular5', 'REGULAR5', ['A', 'B'], 'async-regular'),
  regular('Regular4', 'REGULAR4', ['A'], 'async-regular'),
  full(
    'TixeuilExtra',
    'TIXEUIL_EXTRA',
    4,
    {
      'red any': 'stay black',
      'yellow any': 'other white',
      'black black': 'stay yellow',
      'black red': 'stay yellow',
      'black any': 'stay',
      'white any same': 'stay',
      'white black': 'other',
      'white yellow': 'other',
      'white any': 'half red',
    },
    'candidate that fails under ssync',
  ),
];

/** Finds an algorithm by its name or its label, whatever its case. */
export function findTable(name: string): KnownTable | undefined {
  const plainText = (text: string): string => text.toLowerCase().replaceAll(/[_-]/g, '');
  return TWO_ROBOT_ALGORITHMS.find((table) =>
    [table.name, table.label].some((each) => plainText(each) === plainText(name)),
  );
}

/** The same; throws an error made by `fail` if there is none. */
export function tableNamed(name: string, fail: (text: string) => Error): KnownTable {
  const found = findTable(name);
  if (found !== undefined) return found;
  const isLabel = name === name.toUpperCase();
  const names = TWO_ROBOT_ALGORITHMS.map((table) => (isLabel ? table.label : table.name));
  throw fail(unknownName('algorithm', name, names));
}
