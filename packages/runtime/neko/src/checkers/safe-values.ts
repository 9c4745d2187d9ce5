import type { OfProtocol } from './broadcast-events.js';
import { getOrAdd } from '../get-or-add.js';
import { canonical, type Checker, checkerOf, eventsOf, fieldOf, type Findings, type ProtocolEvent } from './checker.js';

export interface SafeValuesOptions extends OfProtocol {
  /** The first round or ballot: with none below it, its coordinator needs no promises. Default: 0, as in Paxos. */
  readonly firstRound?: number;
}

/** A step in a round of an instance. */
interface Step {
  readonly record: ProtocolEvent;
  readonly instance: string;
  readonly round: number;
  readonly value: string;
}

/** The state of a process when it promised a round. */
interface Promised {
  readonly adopted: Step | undefined;
}

/**
 * The values of consensus in rounds (in Paxos condition P2c of Lamport, "Paxos made simple", 2001, the rounds being ballots): a
 * coordinator stands for the value that was adopted last among a majority of processes that promised its round, or for any
 * value if none of them had adopted one. Its premise is a coordinator above the first round.
 */
export function safeValues({ protocol, firstRound = 0 }: SafeValuesOptions): Checker {
  return checkerOf('safe values', ({ records, n }, findings) => {
    const majority = Math.floor(n / 2) + 1;
    /** By process and instance. */
    const adopted = new Map<string, Step>();
    /** By instance and round, then by process. */
    const promises = new Map<string, Map<number, Promised>>();
    for (const record of eventsOf(records, protocol)) {
      const step = stepOf(record);
      const own = `${record.process} ${step.instance}`;
      const inRound = `${step.instance} ${step.round}`;
      if (record.event === 'adopt') {
        adopted.set(own, step);
      } else if (record.event === 'promise') {
        getOrAdd(promises, inRound, () => new Map()).set(record.process, { adopted: adopted.get(own) });
      } else if (record.event === 'coordinate' && step.round > firstRound) {
        findings.premise();
        checkChoice(step, [...(promises.get(inRound) ?? new Map<number, Promised>()).values()], majority, findings);
      }
    }
  });
}

function checkChoice(step: Step, promises: readonly Promised[], majority: number, findings: Findings): void {
  const { record, instance, round, value } = step;
  const did = `p${record.process} stood for ${value} in round ${round} of instance ${instance} at t = ${record.time}`;
  if (promises.length < majority) {
    findings.violation(`${did} with the promises of ${promises.length} processes, which are no majority`, record);
    return;
  }
  /** Whether a majority of those that promised had adopted nothing above a round. */
  const isLastOfMajority = (last: number): boolean =>
    promises.filter((each) => (each.adopted?.round ?? -1) <= last).length >= majority;
  if (isLastOfMajority(-1)) return;
  const matching = promises.filter(({ adopted }) => adopted?.value === value);
  if (matching.some(({ adopted }) => isLastOfMajority(adopted!.round))) return;
  const known = promises.map(({ adopted }) => adopted).filter((each) => each !== undefined);
  const last = known.reduce((a, b) => (b.round > a.round ? b : a));
  findings.violation(
    `${did}, though p${last.record.process}, which had promised it, had adopted ${last.value} in round ${last.round}, and no ` +
      'majority of promises allows another value',
    last.record,
    record,
  );
}

/**
 * A round of consensus has one value: that of its coordinator, before any process adopts it. Its premise is an adoption.
 */
export function roundValues({ protocol }: OfProtocol): Checker {
  return checkerOf('round values', ({ records }, findings) => {
    const coordinated = new Map<string, Step>();
    for (const record of eventsOf(records, protocol)) {
      if (record.event !== 'coordinate' && record.event !== 'adopt') continue;
      const step = stepOf(record);
      const key = `${step.instance} ${step.round}`;
      const first = coordinated.get(key);
      const { process, time } = record;
      const place = `in round ${step.round} of instance ${step.instance} at t = ${time}`;
      if (record.event === 'coordinate') {
        if (first === undefined) coordinated.set(key, step);
        else if (first.value !== step.value || first.record.process !== process) {
          findings.violation(
            `p${process} stood for ${step.value} ${place}, and p${first.record.process} for ${first.value} at t = ` +
              `${first.record.time}`,
            first.record,
            record,
          );
        }
        continue;
      }
      findings.premise();
      if (first?.value === step.value) continue;
      const instead =
        first === undefined ? 'before its coordinator stood for any' : `not ${first.value}, its coordinator's`;
      findings.violation(`p${process} adopted ${step.value} ${place}, ${instead}`, first?.record, record);
    }
  });
}

function stepOf(record: ProtocolEvent): Step {
  return {
    record,
    instance: String(fieldOf(record, 'instance')),
    round: Number(fieldOf(record, 'round')),
    value: canonical(fieldOf(record, 'value')),
  };
}
