/** Processes of components: what they read and write of their knowledge is declared, and typed. */
import type { Context } from './context.js';
import type { Schedule } from './schedule.js';

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
