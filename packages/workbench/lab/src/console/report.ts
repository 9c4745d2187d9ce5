/** The report of a check. */
import { escapeText } from '@kineko/formats/problem';
import { counted, EXIT, type ExitCode, grouped } from '@kineko/run/console';
import { describeExceeded } from '../limits.js';
import type { FoundViolation, LimitedRun } from '../node/check.js';
import type { PropertyResult } from '../properties/property-tally.js';

type NameOf = (run: number) => string;

export function describeViolation({ run, property, violation }: FoundViolation, nameOf: NameOf): string {
  return escapeText(`violation: ${nameOf(run)}, t = ${violation.time}: ${property}: ${violation.text}`);
}

export function describeLimited({ run, exceeded, isViolating }: LimitedRun, nameOf: NameOf): string {
  const checked =
    exceeded.limit !== 'events' ? 'not checked' : isViolating ? 'checked up to there' : 'not checked beyond';
  return `${nameOf(run)}: ${describeExceeded(exceeded)}; ${checked}`;
}

/** Maximum number of runs that are named; the others are counted. */
const MAX_NAMED = 5;

/** A line on all runs that were cut off; empty if there are none. */
export function describeAllLimited(limited: readonly LimitedRun[], runs: number, nameOf: NameOf): string {
  if (limited.length === 0) return '';
  const names = limited.slice(0, MAX_NAMED).map(({ run }) => nameOf(run));
  const more = limited.length > names.length ? `, and ${grouped(limited.length - names.length)} more` : '';
  return `limits: ${grouped(limited.length)} of ${counted(runs, 'run')} cut off (${names.join(', ')}${more})\n`;
}

/** A counterexample, as the report and the JSON object describe it. */
export interface ReportedCounterexample {
  readonly property: string;
  readonly seed: number;
  readonly time: number;
  readonly text: string;
  readonly robots: number;
  /** Copies of messages that were sent. */
  readonly messages: number;
  readonly scenario: string;
  readonly replay: string;
  /** Set if it was shrunk and saved. */
  readonly trace?: string;
  /** Folder with copies of the files of the original. */
  readonly copies?: string;
  readonly hash?: string;
  readonly view?: string;
  readonly messagesBefore?: number;
  readonly shrinkRuns?: number;
  /** Whether no remaining attempt makes it smaller. */
  readonly isMinimal?: boolean;
  /** Candidates that were cut off by the limit of wall time. */
  readonly shrinkCutOff?: number;
}

export function describeCounterexample(kept: ReportedCounterexample): string {
  const { time, scenario, trace, copies, replay, view, seed, text, shrinkRuns, isMinimal, shrinkCutOff } = kept;
  const what = trace === undefined ? '' : `, shrunk in ${counted(shrinkRuns!, 'run')}: ${sizeOf(kept)}`;
  return [
    `counterexample${what}, seed ${seed}, t = ${time}: ${text}`,
    ...(isMinimal === false ? ['  note    shrink budget used up; raise --shrink-budget to shrink further'] : []),
    ...(shrinkCutOff === undefined || shrinkCutOff === 0
      ? []
      : [
          `  note    ${counted(shrinkCutOff, 'smaller candidate')} exceeded the wall-time limit: a faster machine may shrink it further`,
        ]),
    ...(trace === undefined ? [] : [`  saved   ${scenario}, ${trace}`]),
    ...(copies === undefined ? [] : [`  files   ${copies} (copies: the original is outside the output folder)`]),
    `  replay  ${replay}`,
    ...(view === undefined ? [] : [`  view    ${view}`]),
  ]
    .map((line) => `${escapeText(line)}\n`)
    .join('');
}

/** `2 processes, 6 messages (54 before)`. */
function sizeOf({ robots, messages, messagesBefore = messages }: ReportedCounterexample): string {
  const processes = counted(robots, 'process', 'processes');
  if (messagesBefore === 0) return processes;
  const before = messagesBefore === messages ? '' : ` (${grouped(messagesBefore)} before)`;
  return `${processes}, ${counted(messages, 'message')}${before}`;
}

/** A goal that was not reached in time is no violation. */
export function exitCodeOfResults(results: readonly PropertyResult[]): ExitCode {
  if (results.every(({ verdict }) => verdict === 'holds')) return EXIT.ok;
  return results.every(({ verdict }) => verdict === 'holds' || verdict === 'open') ? EXIT.limit : EXIT.violated;
}

export function describeResults(results: readonly PropertyResult[], nameOf: NameOf): string {
  return results
    .filter(({ runs }) => runs > 0)
    .map((result) => describe(result, nameOf))
    .join('');
}

function describe(
  { property: asGiven, verdict, runs, premises, violations, first, reason }: PropertyResult,
  nameOf: NameOf,
): string {
  const property = escapeText(asGiven);
  const inRuns = counted(runs, 'run');
  if (verdict === 'unknown') {
    const why = reason ?? (premises === 0 ? 'its premise never occurred' : 'no run was long enough');
    return `${property}: unknown after ${inRuns}: ${why}${nameHint(property)}\n`;
  }
  if (verdict === 'holds') return `${property}: holds in ${inRuns} (premises: ${grouped(premises)})\n`;
  if (first === undefined)
    return `${property}: violated: occurred in none of ${inRuns} (premises: ${grouped(premises)})\n`;
  const { time, text } = first.violation;
  if (verdict === 'open') {
    return (
      `${property}: not reached by the end in ${grouped(violations)} of ${inRuns}, which is no proof that it never is\n` +
      `  ${escapeText(nameOf(first.run))}, t = ${time}: ${escapeText(text)}\n`
    );
  }
  return (
    `${property}: violated in ${grouped(violations)} of ${inRuns} (premises: ${grouped(premises)})\n` +
    `  ${escapeText(nameOf(first.run))}, t = ${time}: ${escapeText(text)}\n`
  );
}

/** Records name a protocol by its id. A property with the name of the class instead never applies. */
function nameHint(property: string): string {
  const named = /\bprotocol=(\S+)/.exec(property)?.[1];
  if (named === undefined || !/[A-Z]/.test(named)) return '';
  const id = named.replace(/(?<=[a-z0-9])[A-Z]/g, '-$&').toLowerCase();
  return `; records name the class ${named} '${id}'; did you mean protocol=${id}?`;
}
