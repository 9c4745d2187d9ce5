/** Limits of single runs, as `check` and `sweep` take them. */
import type { RunLimits } from '@kineko/lab';
import { VALUE } from '@kineko/run';
import { UsageError } from '@kineko/run/console';

export interface LimitArguments {
  readonly eventLimit: string;
  readonly wallLimit: string;
}

/** What lifts a limit. */
const NONE = 'none';

/** The options, with defaults. */
export function limitOptions(defaults: LimitArguments) {
  return {
    'event-limit': {
      ...VALUE,
      default: defaults.eventLimit,
      describe: `events per run; a run that needs more is cut off and reported ('${NONE}': no limit)`,
    },
    'wall-limit': {
      ...VALUE,
      default: defaults.wallLimit,
      describe: `wall-clock seconds per run; a run that takes longer is cut off and reported ('${NONE}': no limit)`,
    },
  } as const;
}

export function limitsOf({ eventLimit, wallLimit }: LimitArguments): RunLimits {
  return {
    events: limitOf('event-limit', eventLimit, 'an integer from 1', (value) => Number.isInteger(value)),
    wallSeconds: limitOf('wall-limit', wallLimit, 'a number of seconds above 0', () => true),
  };
}

function limitOf(
  option: string,
  text: string,
  expected: string,
  isValid: (value: number) => boolean,
): number | undefined {
  if (text === NONE) return undefined;
  const value = Number(text);
  if (!(value > 0 && value < Infinity && isValid(value)))
    throw new UsageError(`--${option}: expected ${expected}, or ${NONE}, got '${text}'`);
  return value;
}
