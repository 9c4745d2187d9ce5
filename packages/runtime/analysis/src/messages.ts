import type { RecordOf } from '@kineko/formats/trace';
import { Copies } from './copies.js';
import type { MessagesReport, ProcessReport, TypeReport } from './report.js';
import { compareTexts, Traffic } from './traffic.js';

interface Sending {
  readonly time: number;
  readonly traffic: Traffic;
}

/** Pairs sent and received copies by sender, number and receiver, and counts them by type and by process. */
export class Messages {
  private readonly all = new Traffic();
  /** Counts by protocol and type; null is an unknown protocol. */
  private readonly byType = new Map<string | null, Map<string, Traffic>>();
  private readonly processes = new Map<number, ProcessTally>();
  private readonly underWay = new Copies<Sending>();

  send({ time, process, message, to, protocol, messageType }: RecordOf<'send'>): void {
    const traffic = this.trafficOf(protocol, messageType);
    traffic.messages++;
    traffic.copies += to.length;
    this.all.messages++;
    this.all.copies += to.length;
    const sender = this.processOf(process, time);
    sender.messagesSent++;
    sender.copiesSent += to.length;
    this.underWay.put(process, message, to, { time, traffic });
  }

  deliver({ time, process, message, from, protocol, messageType }: RecordOf<'deliver'>): void {
    this.processOf(process, time).messagesReceived++;
    const sending = this.underWay.take(from, message, process);
    if (sending !== undefined) {
      sending.traffic.deliver(time - sending.time);
      this.all.deliver(time - sending.time);
      return;
    }
    const what = this.underWay.isKnown(from, message) ? 'duplicatesDelivered' : 'deliveredWithoutSend';
    this.trafficOf(protocol, messageType)[what]++;
    this.all[what]++;
  }

  drop({ time, process, message, from, messageType, reason }: RecordOf<'drop'>): void {
    this.processOf(process, time).messagesDropped++;
    const sending = this.underWay.take(from, message, process);
    if (sending !== undefined) {
      sending.traffic.drop(reason);
      this.all.drop(reason);
      return;
    }
    const what = this.underWay.isKnown(from, message) ? 'duplicatesDropped' : 'droppedWithoutSend';
    this.trafficOf(null, messageType)[what]++;
    this.all[what]++;
  }

  crash(process: number, time: number): void {
    this.processOf(process, time).crashes++;
  }

  /** Adds a process that a record names. */
  seen(process: number, time: number): void {
    this.processOf(process, time);
  }

  /** The counts of a process; undefined if the id is unknown. */
  process(id: number): Readonly<ProcessTally> | undefined {
    return this.processes.get(id);
  }

  report(): MessagesReport {
    const byType: TypeReport[] = [];
    for (const [protocol, types] of this.byType) {
      for (const [messageType, traffic] of types) byType.push({ protocol, messageType, ...traffic.counts() });
    }
    byType.sort(
      (a, b) => compareTexts(a.protocol ?? '', b.protocol ?? '') || compareTexts(a.messageType, b.messageType),
    );
    return { all: this.all.counts(), byType };
  }

  reportProcesses(): ProcessReport[] {
    return [...this.processes.values()].map((tally) => tally.report()).sort((a, b) => a.process - b.process);
  }

  private trafficOf(protocol: string | null, type: string): Traffic {
    let types = this.byType.get(protocol);
    if (types === undefined) this.byType.set(protocol, (types = new Map<string, Traffic>()));
    let traffic = types.get(type);
    if (traffic === undefined) types.set(type, (traffic = new Traffic()));
    return traffic;
  }

  private processOf(id: number, time: number): ProcessTally {
    let tally = this.processes.get(id);
    if (tally === undefined) this.processes.set(id, (tally = new ProcessTally(id)));
    if (time < tally.firstSeconds) tally.firstSeconds = time;
    return tally;
  }
}

class ProcessTally {
  firstSeconds = Infinity;
  messagesSent = 0;
  copiesSent = 0;
  messagesReceived = 0;
  messagesDropped = 0;
  crashes = 0;

  constructor(private readonly process: number) {}

  report(): ProcessReport {
    const { process, messagesSent, copiesSent, messagesReceived, messagesDropped, crashes } = this;
    return { process, messagesSent, copiesSent, messagesReceived, messagesDropped, crashes };
  }
}
