/** Processes of components; the knowledge that they read and write is declared and typed. */

/** Names of the fields that are read, read and written back, and only written. */
export interface Directions<T> {
  readonly in?: readonly (keyof T & string)[];
  readonly inout?: readonly (keyof T & string)[];
  readonly out?: readonly (keyof T & string)[];
}

/** A process of any component. */
export interface Process extends Schedule {
  readonly name: string;
  readonly knowledge: Directions<Record<string, unknown>>;
  run(knowledge: Record<string, unknown>, context: Context): void;
}

interface Declaration<
  T,
  I extends keyof T & string,
  U extends keyof T & string,
  O extends keyof T & string,
> extends Schedule {
  readonly name: string;
  readonly in?: readonly I[];
  readonly inout?: readonly U[];
  readonly out?: readonly O[];
}

/**
 * Declares a process of a class: `process<Rover>()({ name: 'decide', in: ['sensor'], inout: ['wheels'] }, (own) => …)`. It gets
 * copies; `inout` and `out` are stored when it returns, and nothing is stored if it throws.
 */
export function process<T extends object>() {
  return <I extends keyof T & string = never, U extends keyof T & string = never, O extends keyof T & string = never>(
    declaration: Declaration<T, I, U, O>,
    run: (own: Readonly<Pick<T, I>> & Pick<T, U> & Partial<Pick<T, O>>, context: Context) => void,
  ): Process => {
    const { name, in: input, inout, out, ...schedule } = declaration;
    const knowledge = { ...(input && { in: input }), ...(inout && { inout }), ...(out && { out }) };
    return { ...schedule, name, knowledge, run };
  };
}

export interface Schedule {
  /** In milliseconds; default 1. */
  readonly period?: number;
  /** Time of the first run in milliseconds; default 0. */
  readonly offset?: number;
  /** Within a millisecond, lower values run first; default 0. Ties are decided by the order of deployment. */
  readonly order?: number;
}

/** Services for the code of components and ensembles. */
export interface Context {
  /** Returns a random number in [0, 1); use it instead of `Math.random`. */
  readonly random: () => number;
  /** Adds a human-readable line to the records of the run. */
  log(text: string): void;
}
