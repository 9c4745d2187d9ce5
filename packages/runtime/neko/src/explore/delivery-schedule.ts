/** Delivery schedules as files: one step per line, in the words of `Execution`. */
import type { LinkOrder } from './cells.js';

const HEADER = 'kineko deliveries 1';

export interface DeliverySchedule {
  /** Order of the links. Default: that of the system. */
  readonly links: LinkOrder | undefined;
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
export function printDeliveries(steps: readonly string[], links: LinkOrder, comments: readonly string[] = []): string {
  const lines = [
    HEADER,
    ...comments.map((comment) => `# ${comment.replaceAll(/\s+/g, ' ')}`),
    `links ${links}`,
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
  const links = rest.map(({ step }) => /^links (fifo|any)$/.exec(step)?.[1]).find((order) => order !== undefined);
  const steps = rest.filter(({ step }) => !/^links (?:fifo|any)$/.test(step));
  const odd = steps.find(({ step }) => !/^(?:act|deliver|timer|lie|lose|crash|recover) ./.test(step));
  if (odd !== undefined)
    throw new DeliveryScheduleError(
      odd.line,
      `expected a step (act, deliver, timer, lie, lose, crash or recover), got ${JSON.stringify(odd.step.slice(0, 60))}`,
    );
  return { links: links as LinkOrder | undefined, steps };
}
