import { expected } from '@kineko/formats/problem';
import { ParameterError, type Parameters } from '../parameters.js';

interface Bound {
  /** Default: 0. */
  readonly least?: number;
  /** Whether the bound itself is excluded. Default: false. */
  readonly open?: boolean;
  readonly unit: string;
}

/** Reads a parameter with a lower bound. */
export function boundedParameter(
  parameters: Parameters,
  name: string,
  otherwise: number,
  { least = 0, open = false, unit }: Bound,
): number {
  const value = parameters.number(name, otherwise);
  if (open ? value > least : value >= least) return value;
  const what = `${unit} ${open ? 'above' : 'from'} ${least}`;
  throw new ParameterError(`parameter '${name}'`, expected(what, value));
}
