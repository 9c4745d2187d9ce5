/** The declaration of a command. */
import type { CliContext, ExitCode } from '@kineko/run/console';
import type { InferredOptionType, Options } from 'yargs';

/** Options by name. Those that the usage of the command names are positional. */
export type OptionTable = Readonly<Record<string, Options>>;

/** The parsed values of options, by name in camel case. */
export type ArgumentsOf<T extends OptionTable> = {
  readonly [K in keyof T & string as CamelCase<K>]: InferredOptionType<T[K]>;
};

type CamelCase<S extends string> = S extends `${infer Head}-${infer Rest}`
  ? `${Head}${Capitalize<CamelCase<Rest>>}`
  : S;

export interface Command {
  readonly options: OptionTable;
  /** More options, by heading: those of front ends. */
  readonly groups?: Readonly<Record<string, OptionTable>>;
  readonly examples: readonly (readonly [command: string, meaning: string])[];
  readonly epilogue?: string;
  /** @param args The values of the options; each command declares their type. */
  readonly run: (args: never, context: CliContext) => Promise<ExitCode>;
}
