/** The types of values that do not consist of others, by name. */
import { type Codec, data, type ScalarValues, SCALAR_CODECS } from '@kineko/run/settings';
import { classes, className, file, files, numbers, type Point, point, points, text, texts, words } from './lists.js';
import { type Bandwidth, bandwidth, topology, type TopologyChoice } from './networks.js';

export interface SimpleValues extends ScalarValues {
  class: string;
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
  ...SCALAR_CODECS,
  text,
  file,
  class: className,
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
