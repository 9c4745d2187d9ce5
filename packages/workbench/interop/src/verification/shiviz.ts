/**
 * The messages and protocol events of a run as a log with vector clocks for ShiViz: one line with the event, one with the process and
 * its clock.
 */
import type { RecordOf, TraceRecord } from '@kineko/formats/trace';

/** The number of known events of each process. */
type Clock = Map<string, number>;

interface SentMessage {
  readonly clock: Clock;
  /** Receivers that have not received it yet. */
  readonly missing: Set<number>;
}

export class ShivizLog {
  /** The start of the file: the expression that ShiViz parses the log with, and no delimiter of several executions. */
  static readonly header = '(?<event>.*)\\n(?<host>\\S*) (?<clock>{.*})\n\n';

  private readonly clocks = new Map<string, Clock>();
  private readonly sent = new Map<string, SentMessage>();

  /** The two lines of a record; undefined if it is no event of a process. */
  linesOf(record: TraceRecord): string | undefined {
    const text = textOf(record);
    if (text === undefined) {
      if (record.type === 'drop') this.arrived(record);
      return undefined;
    }
    const host = hostOf((record as RecordOf<'crash'>).process);
    const clock = this.clocks.get(host) ?? new Map<string, number>();
    this.clocks.set(host, clock);
    if (record.type === 'deliver') {
      for (const [other, count] of this.arrived(record) ?? []) {
        clock.set(other, Math.max(clock.get(other) ?? 0, count));
      }
    }
    clock.set(host, (clock.get(host) ?? 0) + 1);
    if (record.type === 'send') {
      const { process, message, to } = record;
      this.sent.set(nameOf(process, message), { clock: new Map(clock), missing: new Set(to) });
    }
    return `${text} (t = ${record.time} s)\n${host} ${JSON.stringify(Object.fromEntries(clock))}\n`;
  }

  /**
   * The clock of a message at its sending. It is forgotten after the last receiver: a second copy brings a receiver nothing that the first
   * one has not brought.
   */
  private arrived({ from, message, process }: RecordOf<'deliver' | 'drop'>): Clock | undefined {
    const name = nameOf(from, message);
    const sent = this.sent.get(name);
    if (sent === undefined) return undefined;
    sent.missing.delete(process);
    if (sent.missing.size === 0) this.sent.delete(name);
    return sent.clock;
  }
}

function textOf(record: TraceRecord): string | undefined {
  switch (record.type) {
    case 'send':
      return `send ${record.protocol} ${oneLine(record.messageType)} ${record.message} to ${record.to.map(hostOf).join(', ')}`;
    case 'deliver':
      return `deliver ${record.protocol} ${oneLine(record.messageType)} ${record.message} from ${hostOf(record.from)}`;
    case 'crash':
    case 'recover':
      return record.type;
    case 'suspect':
      return `${record.detector} ${record.isSuspected ? 'suspects' : 'trusts'} ${hostOf(record.other)}`;
    case 'decide':
      return `${record.protocol} decides ${JSON.stringify(record.value)} in instance ${record.instance}`;
    case 'protocolEvent':
      return `${record.protocol} ${oneLine(record.event)} ${JSON.stringify(record.value)}`;
    case 'log':
      return `${record.level} ${oneLine(record.logger)}: ${oneLine(record.text)}`;
    default:
      return undefined;
  }
}

function hostOf(process: number): string {
  return `p${process}`;
}

function nameOf(process: number, message: number): string {
  return `${process} ${message}`;
}

/** The expression of ShiViz takes an event to be one line. */
function oneLine(text: string): string {
  return text.replaceAll(/[\r\n\u2028\u2029]+/g, ' ');
}
