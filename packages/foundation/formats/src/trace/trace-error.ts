import { shortened } from '../problem.js';

/** What is wrong with a trace: names the file, the place, what was read there and what would be right. */
export class TraceError extends Error {
  override readonly name = 'TraceError';
  /** The byte at which reading failed, counted from 0; undefined when a record could not be written. */
  readonly offset: number | undefined;

  constructor(file: string, place: string, problem: string, options: { offset?: number; cause?: unknown } = {}) {
    super(`${file}${place}: ${problem}`, options.cause === undefined ? undefined : { cause: options.cause });
    this.offset = options.offset;
  }
}

/** Something within a record that does not fit. Whoever knows the file and the place makes a TraceError of it. */
export class Misfit extends Error {
  /** From the record inwards: `.request`, `.corners`, `[2]`. */
  private readonly path: string[] = [];

  constructor(
    problem: string,
    /** The byte that was read, where there is one. */
    readonly offset?: number,
  ) {
    super(problem);
  }

  enter(step: string): void {
    this.path.unshift(step);
  }

  /** `request.corners[2]: …` */
  describe(): string {
    const path = shortened(
      this.path
        .map((step) => shortened(step))
        .join('')
        .replace(/^\./, ''),
      240,
    );
    return path === '' ? this.message : `${path}: ${this.message}`;
  }
}

/** Notes, on the way out, what a failure happened inside of. Costs nothing as long as nothing fails. */
export function within(step: string, failure: unknown): unknown {
  if (failure instanceof Misfit) failure.enter(step);
  return failure;
}
