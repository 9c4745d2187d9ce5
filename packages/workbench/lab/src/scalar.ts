import { described } from '@kineko/formats/shape';
import * as z from 'zod/mini';

export type Scalar = number | string | boolean;

/** Accepts .inf and .nan too, which some settings take. */
export const scalar = z.custom<Scalar>(
  (value) => ['number', 'string', 'boolean'].includes(typeof value),
  described('a number, a word, true or false'),
);
