/** Delivery schedules as files: one step per line, in the words of `Execution`. */
import { inputError } from '@kineko/formats/problem';
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

/** Throws an `InputError` if the text is no delivery schedule. @param file Its name in messages. */
export function parseDeliveries(text: string, file: string): DeliverySchedule {
  const lines = text.split(/\r?\n/).map((line, i) => ({ line: i + 1, step: line.trim() }));
  const [first] = lines;
  if (first?.step !== HEADER)
    throw inputError(`expected "${HEADER}", got ${JSON.stringify(first?.step.slice(0, 60))}`, { file, line: 1 });
  const rest = lines.slice(1).filter(({ step }) => step !== '' && !step.startsWith('#'));
  const settings = rest.map(({ step }) => /^(?:links (fifo|any)|byzantine (\d{1,2}(?:,\d{1,2})*))$/.exec(step));
  const steps = rest.filter((_, i) => settings[i] === null);
  const odd = steps.find(({ step }) => !/^(?:act|deliver|timer|lie|lose|crash|recover) ./.test(step));
  if (odd !== undefined)
    throw inputError(
      `expected a step (act, deliver, timer, lie, lose, crash or recover), got ${JSON.stringify(odd.step.slice(0, 60))}`,
      { file, line: odd.line },
    );
  const valueOf = (group: 1 | 2): string | undefined => settings.find((each) => each?.[group] !== undefined)?.[group];
  return { links: valueOf(1) as LinkOrder | undefined, byzantine: valueOf(2)?.split(',').map(Number), steps };
}
