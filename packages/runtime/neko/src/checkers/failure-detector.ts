/**
 * Failure detectors (Chandra, Toueg, "Unreliable failure detectors for reliable distributed systems", 1996): crashed
 * processes are suspected in the end (completeness), correct ones are not, always or from some time on (accuracy).
 */
import type { RecordOf } from '@kineko/formats/trace';
import { type Checker, checkerOf, type Findings, type Observed } from './checker.js';
import { Crashes } from './crashes.js';

export interface FailureDetectorOptions {
  /** Id of the detector in `suspect` records. */
  readonly detector: string;
  /** Whether all correct processes suspect a crashed one in the end, or at least one does. Default: strong. */
  readonly completeness?: 'strong' | 'weak';
  /**
   * perpetual: no process is suspected before it crashes; eventual: no correct process is suspected from some time on;
   * eventual weak: some correct process is not suspected by correct ones from some time on. Default: eventual.
   */
  readonly accuracy?: 'perpetual' | 'eventual' | 'eventual weak' | 'none';
  /** Maximum seconds from a crash to the lasting suspicion; without it, the end of the run. */
  readonly mostDetectionSeconds?: number;
  /** Time from which it must be accurate; without it, the end of the run. */
  readonly accurateFrom?: number;
}

export type Suspicion = RecordOf<'suspect'>;

/** Its premise is a crash to be detected and, for accuracy, a pair of correct processes. */
export function failureDetector(options: FailureDetectorOptions): Checker {
  return checkerOf('failure detector', (observed, findings) => {
    const crashes = new Crashes(observed.records, observed.n);
    const suspicions = observed.records.filter(
      (record): record is Suspicion => record.type === 'suspect' && record.detector === options.detector,
    );
    if (options.accuracy === 'perpetual') checkPerpetualAccuracy(observed, suspicions, findings);
    if (!observed.isComplete) return;
    checkCompleteness(crashes, suspicions, options, findings);
    if (options.accuracy !== 'perpetual' && options.accuracy !== 'none')
      checkEventualAccuracy(crashes, suspicions, options, findings);
  });
}

function checkPerpetualAccuracy({ records, n }: Observed, suspicions: readonly Suspicion[], findings: Findings): void {
  findings.premise(n * (n - 1));
  const wanted = new Set<unknown>(suspicions);
  const crashed = new Set<number>();
  for (const record of records) {
    if (record.type === 'crash') crashed.add(record.process);
    if (record.type !== 'suspect' || !wanted.has(record) || !record.isSuspected || crashed.has(record.other)) continue;
    findings.violation(`${nameOf(record)}, which had not crashed`, record);
  }
}

function checkCompleteness(
  crashes: Crashes,
  suspicions: readonly Suspicion[],
  { completeness = 'strong', mostDetectionSeconds = Infinity }: FailureDetectorOptions,
  findings: Findings,
): void {
  for (const [crashed, crash] of crashes.last) {
    findings.premise();
    const inTime = (id: number): boolean => {
      const last = lastOf(suspicions, id, crashed);
      return last?.isSuspected === true && last.time - crash.time <= mostDetectionSeconds;
    };
    const blind = crashes.correct.filter((id) => !inTime(id));
    if (completeness === 'weak' ? blind.length < crashes.correct.length : blind.length === 0) continue;
    for (const id of blind) {
      const last = lastOf(suspicions, id, crashed);
      const what =
        last === undefined
          ? 'never suspected it'
          : last.isSuspected
            ? `suspected it for good only at t = ${last.time}, not within ${mostDetectionSeconds} s`
            : `stopped suspecting it at t = ${last.time}`;
      findings.violation(
        `p${crashed} crashed at t = ${crash.time}, and p${id}, which is correct, ${what}`,
        crash,
        last,
      );
    }
  }
}

function checkEventualAccuracy(
  { correct }: Crashes,
  suspicions: readonly Suspicion[],
  { accuracy = 'eventual', accurateFrom = Infinity }: FailureDetectorOptions,
  findings: Findings,
): void {
  const wrong: { readonly about: number; readonly record: Suspicion }[] = [];
  for (const about of correct) {
    for (const id of correct) {
      if (id === about) continue;
      findings.premise();
      const mistake = mistakeFrom(suspicions, id, about, accurateFrom);
      if (mistake !== undefined) wrong.push({ about, record: mistake });
    }
  }
  const isWrongAbout = (about: number): boolean => wrong.some((each) => each.about === about);
  if (accuracy === 'eventual weak' && !correct.every(isWrongAbout)) return;
  for (const { record } of wrong)
    findings.violation(`${nameOf(record)}, which is correct, and not only for a while`, record);
}

/** A suspicion that lasts to the end, or one at or after a time. */
function mistakeFrom(suspicions: readonly Suspicion[], id: number, about: number, from: number): Suspicion | undefined {
  const last = lastOf(suspicions, id, about);
  if (last?.isSuspected === true) return last;
  return suspicions.find(
    (each) => each.process === id && each.other === about && each.isSuspected && each.time >= from,
  );
}

function lastOf(suspicions: readonly Suspicion[], id: number, about: number): Suspicion | undefined {
  return suspicions.findLast(({ process, other }) => process === id && other === about);
}

function nameOf({ process, other, time }: Suspicion): string {
  return `p${process} suspected at t = ${time} p${other}`;
}
