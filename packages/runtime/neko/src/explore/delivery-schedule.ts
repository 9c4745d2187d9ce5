/** Delivery schedules as files: one step per line, in the words of `Execution`. */
import type { LinkOrder } from './cells.js';

const HEADER = 'kineko deliveries 1';

/** The properties of a system that its steps rely on; those of the system where they are undefined. */
interface Setting {
  readonly links: LinkOrder | undefined;
  /** Ids of the Byzantine processes. */
  readonly byzantine: readonly number[] | undefined;
}

export interface DeliverySchedule extends Setting {
  readonly steps: readonly { readonly line: number; readonly step: string }[];
}

/** A file that is no delivery schedule. */
export class DeliveryScheduleError extends Error {
  override readonly name = 'DeliveryScheduleError';

  constructor(
    readonly line: number,
    text: string,
  ) {
    super(text);
  }
}

/** @param comments Human-readable lines about the run. */
export function printDeliveries(
  steps: readonly string[],
  { links = 'any', byzantine = [] }: Partial<Setting>,
  comments: readonly string[] = [],
): string {
  const lines = [
    HEADER,
    ...comments.map((comment) => `# ${comment.replaceAll(/\s+/g, ' ')}`),
    `links ${links}`,
    ...(byzantine.length === 0 ? [] : [`byzantine ${byzantine.join()}`]),
    ...steps,
  ];
  return `${lines.join('\n')}\n`;
}

export function parseDeliveries(text: string): DeliverySchedule {
  const lines = text.split(/\r?\n/).map((line, i) => ({ line: i + 1, step: line.trim() }));
  const [first] = lines;
  if (first?.step !== HEADER)
    throw new DeliveryScheduleError(1, `expected "${HEADER}", got ${JSON.stringify(first?.step.slice(0, 60))}`);
  const rest = lines.slice(1).filter(({ step }) => step !== '' && !step.startsWith('#'));
  const settings = rest.map(({ step }) => /^(?:links (fifo|any)|byzantine (\d{1,2}(?:,\d{1,2})*))$/.exec(step));
  const steps = rest.filter((_, i) => settings[i] === null);
  const odd = steps.find(({ step }) => !/^(?:act|deliver|timer|lie|lose|crash|recover) ./.test(step));
  if (odd !== undefined)
    throw new DeliveryScheduleError(
      odd.line,
      `expected a step (act, deliver, timer, lie, lose, crash or recover), got ${JSON.stringify(odd.step.slice(0, 60))}`,
    );
  const valueOf = (group: 1 | 2): string | undefined => settings.find((each) => each?.[group] !== undefined)?.[group];
  return { links: valueOf(1) as LinkOrder | undefined, byzantine: valueOf(2)?.split(',').map(Number), steps };
}
