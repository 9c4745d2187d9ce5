/** Where in an author's file an error came from: stacks name addresses, people name files. */
import type { Place } from '@kineko/formats/problem';

/** The first line of an author on the stack of an error, or of what caused it; the innermost cause counts. */
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
    // Types are gone from the line, so that its columns mean nothing.
    const [, address, number] = /((?:blob|file|data):\S*?):(\d+):\d+\)?$/.exec(line) ?? [];
    const file = files.get(address ?? '');
    if (file !== undefined) return { file, line: Number(number) };
  }
  return undefined;
}
