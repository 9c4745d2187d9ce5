import { shortened } from '../problem.js';

/** A problem of a trace, with the file and the position. */
export class TraceError extends Error {
  override readonly name = 'TraceError';
  /** The byte at which reading failed, counted from 0; undefined when a record could not be written. */
  readonly offset: number | undefined;

  constructor(file: string, place: string, problem: string, options: { offset?: number; cause?: unknown } = {}) {
    super(`${file}${place}: ${problem}`, options.cause === undefined ? undefined : { cause: options.cause });
    this.offset = options.offset;
  }
}

/** A problem within a record. The caller that knows the file and the position converts it to a TraceError. */
export class Misfit extends Error {
  /** Steps from the record inwards: `.request`, `.corners`, `[2]`. */
  private readonly path: string[] = [];

  constructor(
    problem: string,
    /** Offset of the byte, if it was read from a file. */
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

/** Adds a step to the path of a failure while it propagates. Costs nothing unless something fails. */
export function within(step: string, failure: unknown): unknown {
  if (failure instanceof Misfit) failure.enter(step);
  return failure;
}
