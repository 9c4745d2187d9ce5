/** Flags as data: front ends declare them without a command line parser. */
export interface Flag {
  readonly type: 'string' | 'boolean' | 'number' | 'count';
  readonly describe: string;
  readonly alias?: string;
  readonly array?: boolean;
  readonly nargs?: number;
  readonly requiresArg?: boolean;
  readonly choices?: readonly string[];
  readonly default?: string | number | boolean;
}

export type Flags = Readonly<Record<string, Flag>>;

export const VALUE = { type: 'string', requiresArg: true } as const;
/** A flag that takes a value and may be given several times. */
export const VALUES = { type: 'string', array: true, nargs: 1 } as const;

/** Commands that take scenarios, and the flags of their front ends. */
export type ScenarioCommand = 'run' | 'validate' | 'check' | 'sweep' | 'edit' | 'view' | 'render';

export interface ScenarioFlag extends Flag {
  readonly commands: readonly ScenarioCommand[];
  /** Returns the settings that the flag stands for; a flag without settings is only part of the `LoadContext`. */
  settings?(value: unknown, path: string, cwd: string): Readonly<Record<string, string | undefined>>;
}
