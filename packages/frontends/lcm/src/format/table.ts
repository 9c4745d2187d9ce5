/** Algorithms for two robots as tables: the light of each robot, and whether they share a place, give a decision. */
import { expected, type Problem, unknownName } from '@kineko/formats/problem';
import type { Path } from '@kineko/formats/shape';

export const MOVES = ['stay', 'half', 'other'] as const;
/** Stay, go half way to the other robot, or go to the other robot. */
export type Move = (typeof MOVES)[number];

export const LIGHT_KINDS = ['full', 'internal', 'external'] as const;
/** Which lights a robot sees: all, only its own, or only those of others. */
export type Lights = (typeof LIGHT_KINDS)[number];

export interface TableDecision {
  readonly move: Move;
  /** The new colour of the robot, as an index of the palette; undefined leaves it unchanged. */
  readonly light: number | undefined;
}

/**
 * Rules as written: `black white: half black`. The key names the colours that the robot sees, its own first, or `any`, then
 * `same` or `apart` if the rule depends on it. The value names the move, then the new colour if it changes. The first
 * rule that matches applies.
 */
export type TableRules = Readonly<Record<string, string>>;

export interface TableText {
  readonly name: string;
  readonly lights: Lights;
  readonly palette: readonly string[];
  readonly rules: TableRules;
}

export interface TableAlgorithm extends TableText {
  /** @param own Colour of the robot, as an index of the palette. */
  decide(own: number, other: number, isSamePlace: boolean): TableDecision;
}

/** Words of rules, which cannot be colours. */
const ANY = 'any';
const PLACES = ['same', 'apart'];
export const COLOR_NAME = /^(?!(?:any|same|apart)$)[A-Za-z][\w-]*$/;

/** Makes a problem of a part of the table. @param isKey Whether the key is at fault, and not its value. */
type ProblemAt = (path: Path, what: string, isKey: boolean) => Problem;

/** Reads the rules; a table that does not cover every case is a problem. */
export function tableOf(
  text: TableText,
  problems: Problem[] = [],
  problemAt: ProblemAt = (_path, what) => ({ severity: 'error', text: what }),
): TableAlgorithm {
  const { palette, rules } = text;
  const size = palette.length;
  const cells = new Array<TableDecision | undefined>(size * size * 2);
  for (const [key, value] of Object.entries(rules)) {
    const failAt = (isKey: boolean) => (what: string) => void problems.push(problemAt(['rules', key], what, isKey));
    const seen = readCases(key, text, failAt(true));
    const decision = readDecision(value, palette, failAt(false));
    if (seen === undefined || decision === undefined) continue;
    const open = seen.filter((cell) => cells[cell] === undefined);
    if (open.length === 0) failAt(true)('expected a case that no rule above covers');
    for (const cell of open) cells[cell] = decision;
  }
  const missing = cells.findIndex((cell) => cell === undefined);
  if (missing >= 0 && problems.length === 0) {
    const isBoth = missing % 2 === 0 && cells[missing + 1] === undefined;
    const what = `expected a rule for every case, got none for '${describeCase(missing, isBoth, text)}'`;
    problems.push(problemAt(['rules'], what, true));
  }
  return { ...text, decide: (own, other, isSamePlace) => cells[cellOf(size, own, other, isSamePlace)]! };
}

function cellOf(size: number, own: number, other: number, isSamePlace: boolean): number {
  return (own * size + other) * 2 + (isSamePlace ? 1 : 0);
}

/** The cells that a key covers; undefined if it is invalid. */
function readCases(key: string, text: TableText, fail: (what: string) => void): number[] | undefined {
  const { lights, palette } = text;
  const words = key.split(/\s+/);
  const place = PLACES.indexOf(words.at(-1)!);
  const colors = place < 0 ? words : words.slice(0, -1);
  const count = lights === 'full' ? 2 : 1;
  if (colors.length !== count) {
    const what = { full: 'own colour and the colour of the other robot', internal: 'own colour' };
    fail(expected(`the ${lights === 'external' ? 'colour of the other robot' : what[lights]}`, key));
    return undefined;
  }
  const unknown = colors.find((color) => color !== ANY && !palette.includes(color));
  if (unknown !== undefined) {
    fail(unknownName('colour', unknown, palette));
    return undefined;
  }
  const own = lights === 'external' ? ANY : colors[0]!;
  const other = lights === 'internal' ? ANY : colors.at(-1)!;
  const all = palette.map((_, index) => index);
  const indexes = (color: string): number[] => (color === ANY ? all : [palette.indexOf(color)]);
  const places = place < 0 ? [true, false] : [place === 0];
  return indexes(own).flatMap((a) =>
    indexes(other).flatMap((b) => places.map((isSame) => cellOf(palette.length, a, b, isSame))),
  );
}

function readDecision(value: string, palette: readonly string[], fail: (what: string) => void) {
  const [move = '', color, ...rest] = value.split(/\s+/);
  if (!MOVES.includes(move as Move) || rest.length > 0) {
    fail(expected('stay, half or other, and a new colour or none', value));
    return undefined;
  }
  if (color !== undefined && !palette.includes(color)) {
    fail(unknownName('colour', color, palette));
    return undefined;
  }
  return { move: move as Move, light: color === undefined ? undefined : palette.indexOf(color) };
}

function describeCase(cell: number, isAnyPlace: boolean, { lights, palette }: TableText): string {
  const pair = Math.floor(cell / 2);
  const own = palette[Math.floor(pair / palette.length)]!;
  const other = palette[pair % palette.length]!;
  const colors = { full: [own, other], internal: [own], external: [other] }[lights];
  return [...colors, ...(isAnyPlace ? [] : [PLACES[1 - (cell % 2)]!])].join(' ');
}
