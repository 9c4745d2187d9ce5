import * as z from '@kineko/formats/shape';

export type Scalar = number | string | boolean;

/** Of a parameter; also .inf and .nan, which some settings take. */
export const scalar = z.custom<Scalar>(
  (value) => ['number', 'string', 'boolean'].includes(typeof value),
  z.as('a number, a word, true or false'),
);
