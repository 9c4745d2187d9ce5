/** Values that are given as one text: parameters of classes, options of properties. */
import { ValueReader, type ValueRow } from './codec.js';
import { scalarOf } from './raw.js';
import type { RowValue } from './row.js';
import { SCALAR_CODECS, type ScalarValues } from './scalars.js';

export type SimpleRow = ValueRow<keyof ScalarValues>;

/** Reports the problem (`expected …, got …`) and returns undefined if the text is invalid. */
export function readValue<Row extends SimpleRow>(
  row: Row,
  text: string,
  complain: (problem: string) => void,
): RowValue<Row> | undefined {
  const reader = new ValueReader('', (_place, problem) => complain(problem));
  return SCALAR_CODECS[row.type].read(scalarOf(text.trim(), { file: '' }), row, reader) as RowValue<Row> | undefined;
}

/** The description of the expected value, for messages and documents. */
export function describeValue(row: SimpleRow): string {
  return SCALAR_CODECS[row.type].expects(row);
}
