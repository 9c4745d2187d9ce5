import type { RecordOf } from '@kineko/formats/trace';
import type { OfProtocol } from './broadcast-events.js';
import { canonical, type Checker, checkerOf, fieldOf, type Findings, type Observed } from './checker.js';
import { Crashes } from './crashes.js';
import { getOrAdd } from '../get-or-add.js';

export interface ConsensusOptions extends OfProtocol {
  /** Time by which all correct processes must have decided; without it, the end of the run. */
  readonly deadline?: number;
  /** Whether one proposal of a correct process is sufficient for all to decide. Default: false. */
  readonly oneSuffices?: boolean;
}

type Decision = RecordOf<'decide'>;

interface Instance {
  readonly proposals: Map<number, string>;
  readonly decisions: Decision[];
}

/**
 * Consensus: only a proposed value is decided (validity), no two processes decide differently, crashed or not (uniform
 * agreement), none decides twice (integrity); when all correct processes have proposed, or one has with `oneSuffices`, or one has
 * decided, all correct processes decide (termination). Its premise is a decision or, once it is due, an instance with these
 * proposals.
 */
export function consensus(options: ConsensusOptions): Checker {
  return checkerOf('consensus', (observed, findings) => {
    const instances = collect(observed, options, findings);
    for (const [number, instance] of instances) {
      findings.premise(instance.decisions.length);
      checkAgreement(number, instance, findings);
      if (observed.isComplete) checkTermination(number, instance, observed, options, findings);
    }
  });
}

function collect({ records }: Observed, { protocol }: OfProtocol, findings: Findings): Map<number, Instance> {
  const instances = new Map<number, Instance>();
  const instanceOf = (number: number): Instance =>
    getOrAdd(instances, number, () => ({ proposals: new Map(), decisions: [] }));
  for (const record of records) {
    if (record.type === 'decide' && record.protocol === protocol) {
      const instance = instanceOf(record.instance);
      checkDecision(record, instance, findings);
      instance.decisions.push(record);
    } else if (record.type === 'protocolEvent' && record.protocol === protocol && record.event === 'propose') {
      const { proposals } = instanceOf(Number(fieldOf(record, 'instance')));
      proposals.set(record.process, canonical(fieldOf(record, 'value')));
    }
  }
  return instances;
}

function checkDecision(record: Decision, { proposals, decisions }: Instance, findings: Findings): void {
  const value = canonical(record.value);
  if (![...proposals.values()].includes(value)) {
    const proposed = [...proposals].map(([id, other]) => `${other} by p${id}`).join(', ') || 'nothing';
    findings.violation(`${nameOf(record)}, which no process had proposed (proposals: ${proposed})`, record);
  }
  const earlier = decisions.find(({ process }) => process === record.process);
  if (earlier !== undefined)
    findings.violation(`${nameOf(record)}, having decided at t = ${earlier.time}`, earlier, record);
}

function checkAgreement(number: number, { decisions }: Instance, findings: Findings): void {
  const [first] = decisions;
  if (first === undefined) return;
  const other = decisions.find(({ value }) => canonical(value) !== canonical(first.value));
  if (other !== undefined)
    findings.violation(`${nameOf(other)}, but ${nameOf(first)} (instance ${number})`, first, other);
}

function checkTermination(
  number: number,
  { proposals, decisions }: Instance,
  { records, n }: Observed,
  { deadline = Infinity, oneSuffices = false }: ConsensusOptions,
  findings: Findings,
): void {
  const { correct } = new Crashes(records, n);
  const decided = new Map(decisions.map((decision) => [decision.process, decision]));
  const hasProposed = (id: number): boolean => proposals.has(id);
  const isDue = oneSuffices ? correct.some(hasProposed) : correct.every(hasProposed);
  if (isDue) findings.premise();
  const first = correct.map((id) => decided.get(id)).find((decision) => decision !== undefined);
  for (const id of correct) {
    const own = decided.get(id);
    if (own === undefined && first !== undefined) {
      findings.violation(`${nameOf(first)}, and p${id}, which is correct, never decided instance ${number}`, first);
    } else if (own === undefined && isDue) {
      findings.violation(
        `${oneSuffices ? 'a correct one' : 'all correct ones'} proposed in instance ${number}, and p${id}, which is correct, never decided`,
      );
    } else if (own !== undefined && own.time > deadline) {
      findings.violation(`${nameOf(own)}, after t = ${deadline}`, own);
    }
  }
}

function nameOf({ process, instance, value, time }: Decision): string {
  return `p${process} decided ${canonical(value)} in instance ${instance} at t = ${time}`;
}
