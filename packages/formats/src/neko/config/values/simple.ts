/** The types of values, by name; only those that are made of others are not here. */
import type { Codec } from './codec.js';
import { data } from './data.js';
import { classes, files, numbers, type Point, point, points, texts, words } from './lists.js';
import { type Bandwidth, bandwidth, topology, type TopologyChoice } from './networks.js';
import { boolean, className, file, integer, number, text, word } from './scalars.js';

/** What a value is in TypeScript. */
export interface SimpleValues {
  boolean: boolean;
  integer: number;
  number: number;
  text: string;
  word: string;
  class: string;
  file: string;
  numbers: readonly number[];
  texts: readonly string[];
  words: readonly string[];
  classes: readonly string[];
  files: readonly string[];
  point: Point;
  points: readonly Point[];
  bandwidth: Bandwidth;
  topology: TopologyChoice;
  data: unknown;
}

export type SimpleType = keyof SimpleValues;

export const SIMPLE: { readonly [Type in SimpleType]: Codec<SimpleValues[Type]> } = {
  boolean,
  integer,
  number,
  text,
  word,
  class: className,
  file,
  numbers,
  texts,
  words,
  classes,
  files,
  point,
  points,
  bandwidth,
  topology,
  data,
};
