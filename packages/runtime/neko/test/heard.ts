/** Notifications of the listeners of a protocol, compared with its records. */
import { checkers, type Consensus, type FailureDetector, type NekoProcess, type Snapshot } from './library.js';

const HEARD = 'heard';
const LISTENERS = [1, 2];

function noteHeard({ emit, now: time, id: process }: NekoProcess, event: string, value: object): void {
  emit?.({ type: 'protocolEvent', time, process, protocol: HEARD, event, value: value as never });
}

/** With two listeners, since a stack may have several. */
export function hearDecisions(process: NekoProcess, consensus: Consensus): void {
  for (const listener of LISTENERS)
    consensus.onDecide((instance, value) => noteHeard(process, 'decide', { listener, instance, value }));
}

/** Every decision reaches each listener of its process, once and unchanged. */
export function heardDecisions(protocol: string): checkers.Checker {
  return checkers.checkerOf('heard decisions', ({ records }, findings) => {
    const decided = records.flatMap((record) =>
      record.type === 'decide' && record.protocol === protocol
        ? LISTENERS.map((listener) => JSON.stringify([record.process, listener, record.instance, record.value]))
        : [],
    );
    const heard = checkers
      .eventsOf(records, HEARD)
      .filter(({ event }) => event === 'decide')
      .map((record) =>
        JSON.stringify([
          record.process,
          ...['listener', 'instance', 'value'].map((name) => checkers.fieldOf(record, name)),
        ]),
      );
    compare('decided', decided, heard, findings);
  });
}

/** With two listeners, since a stack may have several. */
export function hearSuspicions(process: NekoProcess, detector: FailureDetector): void {
  for (const listener of LISTENERS) {
    detector.onChange((other, isSuspected) => {
      const isSame = detector.isSuspected(other) === isSuspected;
      noteHeard(process, 'suspect', { listener, other, isSuspected: isSame ? isSuspected : 'unlike the state' });
    });
  }
}

/** Every change of a detector reaches all its listeners, and is its state then. */
export function heardSuspicions(detector: string): checkers.Checker {
  return checkers.checkerOf('heard suspicions', ({ records }, findings) => {
    const changed = records.flatMap((record) =>
      record.type === 'suspect' && record.detector === detector
        ? LISTENERS.map((listener) => JSON.stringify([record.process, listener, record.other, record.isSuspected]))
        : [],
    );
    const heard = checkers
      .eventsOf(records, HEARD)
      .filter(({ event }) => event === 'suspect')
      .map((record) =>
        JSON.stringify([
          record.process,
          ...['listener', 'other', 'isSuspected'].map((name) => checkers.fieldOf(record, name)),
        ]),
      );
    compare('changed', changed, heard, findings);
  });
}

export function hearSnapshots(process: NekoProcess, snapshot: Snapshot): void {
  snapshot.onSnapshot(({ id, processes }) => noteHeard(process, 'snapshot', { id, processes }));
}

/** The parts that the initiator of a snapshot collects are those that the processes recorded. */
export function heardSnapshots(protocol: string): checkers.Checker {
  return checkers.checkerOf('heard snapshots', ({ records, n }, findings) => {
    const parts = new Map<string, unknown>();
    const ids = new Set<unknown>();
    for (const record of checkers.eventsOf(records, protocol)) {
      if (record.event !== 'snapshot') continue;
      const [id, state, channels] = ['id', 'state', 'channels'].map((name) => checkers.fieldOf(record, name));
      ids.add(id);
      parts.set(JSON.stringify([id, record.process]), { state, channels });
    }
    const recorded = [...ids].map((id) => {
      const of = Array.from({ length: n }, (_, process) => parts.get(JSON.stringify([id, process])));
      return JSON.stringify([id, of]);
    });
    const heard = checkers
      .eventsOf(records, HEARD)
      .map((record) => JSON.stringify([checkers.fieldOf(record, 'id'), checkers.fieldOf(record, 'processes')]));
    compare('recorded', recorded, heard, findings);
  });
}

function compare(
  did: string,
  expected: readonly string[],
  heard: readonly string[],
  findings: checkers.Findings,
): void {
  findings.premise(expected.length);
  const left = new Map<string, number>();
  for (const each of heard) left.set(each, (left.get(each) ?? 0) + 1);
  for (const each of expected) {
    const count = left.get(each) ?? 0;
    if (count === 0) findings.violation(`${did} but not heard: ${each}`);
    left.set(each, count - 1);
  }
  for (const [each, count] of left) if (count > 0) findings.violation(`heard but not ${did}: ${each}`);
}
