/** What can be wrong with something that was read, said once for all formats: where, what was read, why, what is right. */

import { escapeText } from './escape-text.js';

export { escapeLines, escapeText } from './escape-text.js';
export { nearestName } from './nearest.js';

/** Where something was read; lines and columns count from 1. */
export interface Place {
  /** As the user named it, or what stands for it: `--set`, `KINEKO_SEED`. */
  readonly file: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

export interface Problem {
  /** A warning leaves a meaning to what was read, an error does not. */
  readonly severity: 'error' | 'warning';
  readonly place?: Place | undefined;
  /** Why it is wrong and what would be right, with what was read in it. */
  readonly text: string;
}

/** `file:line:column`, as far as it is known. */
export function describePlace({ file, line, column }: Place): string {
  return [file, line, line === undefined ? undefined : column].filter((part) => part !== undefined).join(':');
}

/** One line for people. */
export function describeProblem({ severity, place, text }: Problem): string {
  const where = place === undefined ? '' : `${describePlace(place)}: `;
  return escapeText(`${where}${severity === 'warning' ? 'warning: ' : ''}${text}`);
}

/** Input that cannot be used: all that is wrong with it at once. */
export class InputError extends Error {
  override readonly name = 'InputError';

  constructor(readonly problems: readonly Problem[]) {
    super(problems.map(describeProblem).join('\n'));
  }
}
