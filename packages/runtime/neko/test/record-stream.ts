/** Synthetic records in shorthand: each one second after the one before. */
import type { TraceValue } from '@kineko/formats/trace';
import type { CheckResult, Checker } from '../src/checkers/checker.js';
import type { NekoRecord } from '../src/records.js';

type Untimed = NekoRecord extends infer R ? (R extends NekoRecord ? Omit<R, 'time'> : never) : never;

export const PROTOCOL = 'promise';

export function stream(...records: readonly Untimed[]): NekoRecord[] {
  return records.map((record, time) => ({ ...record, time }));
}

export const note = (process: number, event: string, value: TraceValue = {}): Untimed => ({
  type: 'protocolEvent',
  process,
  protocol: PROTOCOL,
  event,
  value,
});
export const broadcast = (process: number, message: string): Untimed => note(process, 'broadcast', { message });
export const deliver = (process: number, message: string): Untimed => note(process, 'deliver', { message });
/** All processes deliver the messages in that order, one process after the other. */
export const deliverAll = (processes: readonly number[], ...messages: readonly string[]): Untimed[] =>
  processes.flatMap((process) => messages.map((message) => deliver(process, message)));
export const crash = (process: number): Untimed => ({ type: 'crash', process });
export const recover = (process: number): Untimed => ({ type: 'recover', process });
export const decide = (process: number, value: TraceValue, instance = 0): Untimed => ({
  type: 'decide',
  process,
  protocol: PROTOCOL,
  instance,
  value,
});
export const propose = (process: number, value: TraceValue, instance = 0): Untimed =>
  note(process, 'propose', { instance, value });
export const suspect = (process: number, other: number, isSuspected = true): Untimed => ({
  type: 'suspect',
  process,
  detector: PROTOCOL,
  other,
  isSuspected,
});
export const send = (process: number, message: number, to: number[], content: TraceValue = null): Untimed => ({
  type: 'send',
  process,
  message,
  to,
  protocol: PROTOCOL,
  messageType: 'M',
  content,
});
export const arrive = (
  process: number,
  from: number,
  message: number,
  to: number[] = [process],
  content: TraceValue = null,
): Untimed => ({ type: 'deliver', process, message, from, to, protocol: PROTOCOL, messageType: 'M', content });
export const drop = (process: number, from: number, message: number): Untimed => ({
  type: 'drop',
  process,
  message,
  from,
  messageType: 'M',
  reason: 'lost',
});

/** Verdict, premises and violations in a short form. */
export function verdictOf(checker: Checker, records: readonly NekoRecord[], n = 3, isComplete = true): string {
  return shown(checker.check(records, n, isComplete));
}

function shown({ verdict, premises, violations }: CheckResult): string {
  return [`${verdict} ${premises}`, ...violations.map(({ text }) => text)].join('\n');
}
