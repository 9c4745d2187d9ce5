/** Lines of protocols, under the name of the protocol. */
import type { TraceRecord } from '../trace/records.js';
import { LINES } from './lines.js';
import type { Scanner } from './scanner.js';
import type { Slots, Template } from './template.js';

interface Columns {
  readonly time: number;
  readonly process: number;
  readonly logger: string;
}

/** A crash, a suspicion, a decision or another event of a protocol; undefined for other texts. */
export function readProtocolLine(
  scanner: Scanner,
  slots: Slots,
  { time, process, logger }: Columns,
): TraceRecord | undefined {
  const start = scanner.at;
  const says = ({ template }: { readonly template: Template }): boolean => {
    scanner.at = start;
    return scanner.bytes[start] === template.text.charCodeAt(0) && template.read(scanner, slots);
  };
  if (says(LINES.suspect)) {
    return { type: 'suspect', time, process, detector: logger, other: slots.numbers[0]!, isSuspected: true };
  }
  if (says(LINES.unsuspect)) {
    return { type: 'suspect', time, process, detector: logger, other: slots.numbers[0]!, isSuspected: false };
  }
  if (says(LINES.decide)) {
    return { type: 'decide', time, process, protocol: logger, ...LINES.decide.template.members(slots) } as TraceRecord;
  }
  if (says(LINES.protocolEvent)) {
    const members = LINES.protocolEvent.template.members(slots);
    return { type: 'protocolEvent', time, process, protocol: logger, ...members } as TraceRecord;
  }
  // The logger is the name of a class, perhaps with its package.
  if (!logger.endsWith(LINES.crash.logger)) return undefined;
  if (says(LINES.crash)) return { type: 'crash', time, process };
  return says(LINES.recover) ? { type: 'recover', time, process } : undefined;
}
