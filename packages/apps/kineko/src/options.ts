/** Options that several commands share. */
import { expected } from '@kineko/formats/problem';
import { type ScenarioCommand, VALUE, VALUES } from '@kineko/run';
import { UsageError } from '@kineko/run/console';
import type { OptionTable } from './command.js';
import { FRONT_ENDS } from './front-ends.js';

/** A positional argument that must be given. */
export const REQUIRED = { type: 'string', demandOption: true } as const;
export const REQUIRED_LIST = { ...REQUIRED, array: true } as const;

export const OUTPUT_OPTIONS = {
  quiet: { alias: 'q', type: 'boolean', default: false, describe: 'print errors only' },
  verbose: { alias: 'v', type: 'count', describe: 'print more' },
} as const;

export const SCENARIO_OPTIONS = {
  set: { ...VALUES, describe: 'value for a key of the scenario, as --set process.num=20 (repeatable)' },
  strict: {
    type: 'boolean',
    default: false,
    describe: 'report unknown keys, and calls of Math.random or Date.now in author code, as errors',
  },
} as const;

export const SEED_OPTION = { ...VALUE, describe: 'random seed (default: drawn and printed)' } as const;

export const JOBS_OPTION = { alias: 'j', ...VALUE, describe: 'number of threads (default: one per core)' } as const;

/** For commands that open a page. */
export const PAGE_OPTIONS = {
  port: { type: 'number', describe: 'port of the page (default: the first free port from 7365)' },
  open: { type: 'boolean', default: true, describe: 'open the browser (--no-open prints the address only)' },
} as const;

/** For commands that read logs: how recordings of other programs are understood. */
export const MAX_GAP_OPTION = {
  type: 'number',
  requiresArg: true,
  describe: 'seconds without a pose in an MCAP recording after which a robot counts as standing (default: 1)',
} as const;
export const RADIUS_OPTION = {
  type: 'number',
  requiresArg: true,
  describe: 'radius in metres of robots in an MCAP recording without sizes (default: 0.5)',
} as const;

export function jsonOption(what: string) {
  return { type: 'boolean', default: false, describe: `print ${what} as JSON` } as const;
}

/** The options of all front ends for a command, by heading. */
export function frontEndGroups(command: ScenarioCommand): Readonly<Record<string, OptionTable>> {
  const groups = FRONT_ENDS.map(({ plural, flags = {} }) => {
    const own = Object.entries(flags).filter(([, { commands }]) => commands.includes(command));
    const options = own.map(([name, { commands: _, settings: __, ...option }]) => [name, option] as const);
    return [`For ${plural}:`, Object.fromEntries(options)] as const;
  });
  return Object.fromEntries(groups.filter(([, options]) => Object.keys(options).length > 0));
}

/** `--set key=value`, as pairs. */
export function settingsOf(set: readonly string[] = []): [string, string][] {
  return set.map((text) => {
    const [, key, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
    if (key === undefined) throw new UsageError(`--set: ${expected('key=value', text)}`);
    return [key.trim(), value!];
  });
}

/** The value of an option that takes an integer. */
export function integerOption(option: string, text: string | undefined, min = 1): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text) && Number(text) >= min) return Number(text);
  throw new UsageError(`--${option}: ${expected(`an integer from ${min} on`, text)}`);
}

export interface LimitArguments {
  readonly eventLimit: string;
  readonly wallLimit: string;
}

const NO_LIMIT = 'none';

/** Limits of each run of a check or a sweep. */
export function limitOptions(defaults: LimitArguments) {
  return {
    'event-limit': {
      ...VALUE,
      default: defaults.eventLimit,
      describe: `events per run; a run that needs more is cut off and reported ('${NO_LIMIT}': no limit)`,
    },
    'wall-limit': {
      ...VALUE,
      default: defaults.wallLimit,
      describe: `wall-clock seconds per run; a run that takes longer is cut off and reported ('${NO_LIMIT}': no limit)`,
    },
  } as const;
}

export function limitsOf({ eventLimit, wallLimit }: LimitArguments) {
  return {
    events: limitOf('event-limit', eventLimit, 'an integer from 1', Number.isInteger),
    wallSeconds: limitOf('wall-limit', wallLimit, 'a number of seconds above 0', Number.isFinite),
  };
}

function limitOf(option: string, text: string, what: string, isValid: (value: number) => boolean): number | undefined {
  if (text === NO_LIMIT) return undefined;
  const value = Number(text);
  if (value > 0 && isValid(value)) return value;
  throw new UsageError(`--${option}: ${expected(`${what}, or ${NO_LIMIT}`, text)}`);
}
