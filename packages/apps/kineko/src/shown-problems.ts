import { isAbsolute } from 'node:path';
import type { Problem } from '@kineko/formats/problem';
import { shownPath } from '@kineko/run/console';

/** Problems with places relative to the current folder, as users name files. */
export function withShownPaths(problems: readonly Problem[], cwd: string): readonly Problem[] {
  return problems.map((problem) => {
    const { place } = problem;
    if (place === undefined || !isAbsolute(place.file)) return problem;
    return { ...problem, place: { ...place, file: shownPath(place.file, cwd) } };
  });
}
