/** Files that commands write. */
import { unknownName } from '@kineko/formats/problem';
import { UsageError } from '@kineko/run/console';

/** The ending of a file name, and the row of the table for it. @param more What else could be done, for the message. */
export function byEnding<T>(name: string, table: Readonly<Record<string, T>>, more = ''): readonly [string, T] {
  const ending = /\.([^.\\/]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (Object.hasOwn(table, ending)) return [ending, table[ending]!];
  const known = Object.keys(table).map((each) => `.${each}`);
  throw new UsageError(`${name}: ${unknownName('file ending', `.${ending}`, known)}${more}`);
}
