import type { RecordOf } from '@kineko/formats/trace';
import { canonicalJson } from '../plain-data.js';
import type { NekoRecord } from '../records.js';

/** `unknown`: the premise never occurred, so nothing was shown. */
export type Verdict = 'holds' | 'violated' | 'unknown';

export interface Violation {
  /** Names the processes, messages and times. */
  readonly text: string;
  /** The records that show it, in the order of the run. */
  readonly records: readonly NekoRecord[];
}

export interface CheckResult {
  readonly name: string;
  readonly verdict: Verdict;
  /** Number of premises of the property that occurred; with 0 it does not pass. */
  readonly premises: number;
  /** Only the first ones. */
  readonly violations: readonly Violation[];
}

/** Checks whether a run satisfies a property, from nothing but the records of the run in their order. */
export interface Checker {
  readonly name: string;
  /**
   * @param isComplete Whether the run was long enough for everything that must happen; only then a missing event is a
   * violation. Default: true.
   */
  check(records: Iterable<NekoRecord>, n: number, isComplete?: boolean): CheckResult;
}

export interface Observed {
  readonly records: readonly NekoRecord[];
  readonly n: number;
  readonly isComplete: boolean;
}

/** Enough to see a pattern. */
const MAX_VIOLATIONS = 20;

/** Collects the findings of a checker. */
export class Findings {
  premises = 0;
  private readonly found: Violation[] = [];

  /** The premise of the property occurred. */
  premise(times = 1): void {
    this.premises += times;
  }

  violation(text: string, ...records: readonly (NekoRecord | undefined)[]): void {
    if (this.found.length >= MAX_VIOLATIONS) return;
    this.found.push({ text, records: records.filter((record) => record !== undefined) });
  }

  result(name: string): CheckResult {
    const { premises, found } = this;
    const verdict = found.length > 0 ? 'violated' : premises > 0 ? 'holds' : 'unknown';
    return { name, verdict, premises, violations: found };
  }
}

export function checkerOf(name: string, look: (observed: Observed, findings: Findings) => void): Checker {
  return {
    name,
    check(records, n, isComplete = true) {
      const findings = new Findings();
      look({ records: [...records], n, isComplete }, findings);
      return findings.result(name);
    },
  };
}

/** Merges the results of several runs: violated if any is, unknown if all are. */
export function mergeResults(results: readonly CheckResult[]): CheckResult[] {
  const byName = new Map<string, Findings>();
  for (const { name, premises, violations } of results) {
    let findings = byName.get(name);
    if (findings === undefined) byName.set(name, (findings = new Findings()));
    findings.premise(premises);
    for (const { text, records } of violations) findings.violation(text, ...records);
  }
  return [...byName].map(([name, findings]) => findings.result(name));
}

/** One line for each result, and one for each violation. */
export function describeResults(results: readonly CheckResult[]): string {
  const lines = results.flatMap(({ name, verdict, premises, violations }) => [
    `${name}: ${verdict} (premises: ${premises})`,
    ...violations.map(({ text }) => `  ${text}`),
  ]);
  return lines.join('\n');
}

export type ProtocolEvent = RecordOf<'protocolEvent'>;

/** The events that a protocol recorded, in the order of the run. */
export function eventsOf(records: readonly NekoRecord[], protocol: string): ProtocolEvent[] {
  return records.filter((record) => isEventOf(record, protocol));
}

export function isEventOf(record: NekoRecord, protocol: string): record is ProtocolEvent {
  return record.type === 'protocolEvent' && record.protocol === protocol;
}

/** A field of the value of an event. */
export function fieldOf({ value }: ProtocolEvent, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

/** Plain data as a text that is the same for equal data, non-finite numbers included. */
export function canonical(data: unknown): string {
  return canonicalJson(data, (value) => (Number.isFinite(value) ? value : `number ${value}`));
}

export function idsOf(n: number): number[] {
  return Array.from({ length: n }, (_, id) => id);
}
