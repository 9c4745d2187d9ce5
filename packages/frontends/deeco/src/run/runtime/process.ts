/** Processes of components: what they read and write of their knowledge is declared, and typed. */

/** Of something, the names of what is read, what is read and written back, and what is only written. */
export interface Directions<T> {
  readonly in?: readonly (keyof T & string)[];
  readonly inout?: readonly (keyof T & string)[];
  readonly out?: readonly (keyof T & string)[];
}

/** A process, whatever its component. */
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
 * Declares a process of a class: `process<Rover>()({ name: 'decide', in: ['sensor'], inout: ['wheels'] }, (own) => …)`. What it
 * is handed are copies; `inout` and `out` are stored when it returns, and nothing if it throws.
 */
export function process<T extends object>() {
  return <I extends keyof T & string = never, U extends keyof T & string = never, O extends keyof T & string = never>(
    declaration: Declaration<T, I, U, O>,
    run: (own: Readonly<Pick<T, I>> & Pick<T, U> & Partial<Pick<T, O>>, context: Context) => void,
  ): Process => {
    const { name, in: input, inout, out, ...schedule } = declaration;
    const knowledge = { ...(input && { in: input }), ...(inout && { inout }), ...(out && { out }) };
    return {
      ...schedule,
      name,
      knowledge,
      // The names above are those of the type.
      run,
    };
  };
}

/** When something is done. */
export interface Schedule {
  /** Every so many milliseconds, from the offset on; 1 if it is left out. */
  readonly period?: number;
  /** Milliseconds; 0 if it is left out. */
  readonly offset?: number;
  /** Within a millisecond, what has a lower one comes first; 0 if it is left out. Then the order of deployment decides. */
  readonly order?: number;
}

/** What the code of components and ensembles may ask of the run besides their knowledge. */
export interface Context {
  /** From 0 to 1, without 1: the only chance there is. */
  readonly random: () => number;
  /** For people; goes to the records of the run. */
  log(text: string): void;
}
