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
  /** Lines to be shown below, such as the line of a program and where in it. */
  readonly excerpt?: readonly string[] | undefined;
}

/** `file:line:column`, as far as it is known. */
export function describePlace({ file, line, column }: Place): string {
  return [file, line, line === undefined ? undefined : column].filter((part) => part !== undefined).join(':');
}

/** One line for people, and the excerpt. */
export function describeProblem({ severity, place, text, excerpt = [] }: Problem): string {
  const where = place === undefined ? '' : `${describePlace(place)}: `;
  const line = `${where}${severity === 'warning' ? 'warning: ' : ''}${text}`;
  return [line, ...excerpt.map((each) => `  ${each}`)].map(escapeText).join('\n');
}

/** Input that cannot be used: all that is wrong with it at once. */
export class InputError extends Error {
  override readonly name = 'InputError';

  constructor(readonly problems: readonly Problem[]) {
    super(problems.map(describeProblem).join('\n'));
  }
}
