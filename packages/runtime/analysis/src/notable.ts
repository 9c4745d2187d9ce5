import type { RecordOf, TraceValue } from '@kineko/formats/trace';
import { BoundedList } from './bounded-list.js';
import type { CrashReport, DecisionReport, SuspicionReport, WarningReport } from './report.js';

/** Maximum number of events listed per kind. */
export const MAX_LISTED = 200;

/** Longer values and texts are truncated. */
const MAX_CHARACTERS = 500;

/** Events that a report lists one by one: crashes, suspicions, decisions, warnings. */
export class Notable {
  readonly crashes = new BoundedList<CrashReport>(MAX_LISTED);
  readonly suspicions = new BoundedList<SuspicionReport>(MAX_LISTED);
  readonly decisions = new BoundedList<DecisionReport>(MAX_LISTED);
  readonly warnings = new BoundedList<WarningReport>(MAX_LISTED);

  crash({ time, process, type }: RecordOf<'crash' | 'recover'>): void {
    this.crashes.add({ timeSeconds: time, process, event: type });
  }

  suspect({ time, process, detector, other, isSuspected }: RecordOf<'suspect'>): void {
    this.suspicions.add({ timeSeconds: time, process, detector, other, isSuspected });
  }

  decide({ time, process, protocol, instance, value }: RecordOf<'decide'>): void {
    this.decisions.add({ timeSeconds: time, process, protocol, instance, value: jsonOf(value) });
  }

  warning({ time, robot, text }: RecordOf<'warning'>): void {
    this.warnings.add({ timeSeconds: time, robot: robot ?? null, text: cut(text) });
  }
}

function jsonOf(value: TraceValue): string {
  return cut(JSON.stringify(value));
}

function cut(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)} …` : text;
}
