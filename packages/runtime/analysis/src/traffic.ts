import { Latency } from './latency.js';
import type { TrafficCounts } from './report.js';

/** Maximum number of reasons; further ones are counted together. */
const MAX_REASONS = 100;
const OTHER_REASONS = 'other reasons';

/** Counts of messages and their copies. */
export class Traffic {
  messages = 0;
  copies = 0;
  duplicatesDelivered = 0;
  duplicatesDropped = 0;
  deliveredWithoutSend = 0;
  droppedWithoutSend = 0;
  private delivered = 0;
  private dropped = 0;
  private deliveredBeforeSend = 0;
  private readonly reasons = new Map<string, number>();
  private readonly latency = new Latency();

  deliver(seconds: number): void {
    this.delivered++;
    if (seconds >= 0) this.latency.add(seconds);
    else this.deliveredBeforeSend++;
  }

  drop(reason: string): void {
    this.dropped++;
    const isListed = this.reasons.has(reason) || this.reasons.size < MAX_REASONS;
    const listed = isListed ? reason : OTHER_REASONS;
    this.reasons.set(listed, (this.reasons.get(listed) ?? 0) + 1);
  }

  counts(): TrafficCounts {
    const reasons = [...this.reasons].sort(([a, m], [b, n]) => n - m || compareTexts(a, b));
    return {
      messages: this.messages,
      copies: this.copies,
      delivered: this.delivered,
      dropped: this.dropped,
      underWay: this.copies - this.delivered - this.dropped,
      droppedByReason: reasons.map(([reason, copies]) => ({ reason, copies })),
      duplicatesDelivered: this.duplicatesDelivered,
      duplicatesDropped: this.duplicatesDropped,
      deliveredWithoutSend: this.deliveredWithoutSend,
      droppedWithoutSend: this.droppedWithoutSend,
      deliveredBeforeSend: this.deliveredBeforeSend,
      latency: this.latency.report(),
    };
  }
}

/** The order of UTF-16 code units, which does not depend on the locale. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
