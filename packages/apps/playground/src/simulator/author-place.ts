/** Finds the place of an error in author files: stacks contain addresses instead of file names. */
import type { Place } from '@kineko/formats/problem';

/** The first author line on the stack of the innermost cause that has one. */
export function authorPlace(error: unknown, files: ReadonlyMap<string, string>): Place | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { cause, stack } = error as { readonly cause?: unknown; readonly stack?: unknown };
  return (
    (cause === error ? undefined : authorPlace(cause, files)) ??
    (typeof stack === 'string' ? firstPlace(stack, files) : undefined)
  );
}

function firstPlace(stack: string, files: ReadonlyMap<string, string>): Place | undefined {
  for (const line of stack.split('\n')) {
    // Columns are omitted, since types were removed from the line.
    const [, address, number] = /((?:blob|file|data):\S*?):(\d+):\d+\)?$/.exec(line) ?? [];
    const file = files.get(address ?? '');
    if (file !== undefined) return { file, line: Number(number) };
  }
  return undefined;
}
