/** Reads a table algorithm from a YAML or JSON file. */
import { InputError, type Problem } from '@kineko/formats/problem';
import { described, type Path, problemAt, readShape, type Source, table } from '@kineko/formats/shape';
import { readYamlSource } from '@kineko/formats/yaml';
import * as z from 'zod/mini';
import { COLOR_NAME, LIGHT_KINDS, type TableAlgorithm, tableOf, type TableText } from './table.js';

/** The explorer numbers states with digits of this base. */
const MAX_COLORS = 16;

const COLOR = 'the name of a colour: letters, digits, - and _, not any, same or apart';
const PALETTE = `a list of 1 to ${MAX_COLORS} colours`;

export const tableShape = z.strictObject(
  {
    lights: z._default(z.enum(LIGHT_KINDS), 'full'),
    palette: z
      .array(z.string(described(COLOR)).check(z.regex(COLOR_NAME, described(COLOR))), described(PALETTE))
      .check(z.minLength(1, described(PALETTE)), z.maxLength(MAX_COLORS, described(PALETTE))),
    rules: table(z.string(described("a decision such as 'half black'"))),
  },
  described('a table algorithm: an object with lights, palette and rules'),
);

/** @param file Name in messages. @param name Name of the algorithm. */
export async function readTable(text: string, file: string, name: string): Promise<TableAlgorithm> {
  const source = await readYamlSource(text, file);
  return checkedTable({ name, ...readShape(tableShape, source) }, source, []);
}

/** Throws an `InputError` if the table is invalid. @param path The table within the source. */
export function checkedTable(text: TableText, source: Source, path: Path): TableAlgorithm {
  const problems: Problem[] = text.palette.flatMap((color, k) =>
    text.palette.indexOf(color) < k ? [problemAt(source, [...path, 'palette', k], `duplicate colour '${color}'`)] : [],
  );
  const read = tableOf(text, problems, (inTable, what, isKey) => {
    const whole = [...path, ...inTable];
    return problemAt(source, whole, what, source.placeOf?.(whole, isKey));
  });
  if (problems.length > 0) throw new InputError(problems);
  return read;
}
