import { checkers, type NekoProcess, ProgressReports, wire } from './library.js';
import { SUBJECT } from './swarm-parts.js';
import type { Drive } from './swarm.js';

/** Reports a growing number to the next process. */
export function reporting(process: NekoProcess): Drive {
  const { emit, id, n } = process;
  const note = (event: string, value: object): void =>
    emit?.({
      type: 'protocolEvent',
      time: process.now,
      process: id,
      protocol: 'reports',
      event,
      value: value as never,
    });
  const onProgress = (from: number, count: number): void => note('progress', { from, count });
  const reports = wire(new ProgressReports(process, { retry: 2, onProgress }), SUBJECT, process.network());
  let count = 0;
  return {
    act: () => {
      const to = (id + 1) % n;
      note('report', { to, count: ++count });
      reports.report(count, to);
    },
  };
}

/** No process knows of more than was reported, knowledge only grows, and the last report arrives. */
export const knownProgress: checkers.Checker = checkers.checkerOf(
  'progress',
  ({ records, n, isComplete }, findings) => {
    const reported = new Map<string, number>();
    const known = new Map<string, number>();
    for (const record of checkers.eventsOf(records, 'reports')) {
      const count = Number(checkers.fieldOf(record, 'count'));
      if (record.event === 'report') {
        findings.premise();
        reported.set(`${record.process} ${String(checkers.fieldOf(record, 'to'))}`, count);
        continue;
      }
      const link = `${String(checkers.fieldOf(record, 'from'))} ${record.process}`;
      if (count > (reported.get(link) ?? 0) || count <= (known.get(link) ?? 0))
        findings.violation(`${link}: ${count} known at t = ${record.time}`, record);
      known.set(link, count);
    }
    const crashes = new checkers.Crashes(records, n);
    for (const [link, count] of isComplete ? reported : []) {
      if (link.split(' ').some((id) => !crashes.isCorrect(Number(id)))) continue;
      if (known.get(link) !== count)
        findings.violation(`${link}: ${count} reported, ${known.get(link)} known at the end`);
    }
  },
);
