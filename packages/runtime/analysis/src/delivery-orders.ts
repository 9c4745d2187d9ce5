import type { RecordOf, TraceValue } from '@kineko/formats/trace';
import { OrderComparer } from './compare-orders.js';
import { NamedMessages, OrderBook, SentMessages } from './order-book.js';
import type { DeliveryOrderReport, OrderPairReport } from './report.js';

/** Maximum number of deliveries that are stored. */
const MAX_DELIVERIES = 1_000_000;

/** Maximum number of processes that are compared with each other. */
export const MAX_PROCESSES = 32;

/**
 * Compares the delivery orders of processes. Broadcast protocols note their deliveries, and each protocol is compared
 * separately; without such notes, messages to several processes are compared as the network delivered them. Links are
 * ignored: a message that they deliver at one process is not meant for another.
 */
export class DeliveryOrders {
  private readonly protocols = new Map<string, { readonly book: OrderBook; readonly messages: NamedMessages }>();
  private readonly links = new Set<string>();
  private readonly sent = new SentMessages();
  private readonly network = new OrderBook(this.sent);
  private kept = 0;

  constructor(private readonly most = MAX_DELIVERIES) {}

  protocolEvent({ process, protocol, event, value }: RecordOf<'protocolEvent'>): void {
    if (event === 'accept') {
      this.links.add(protocol);
      this.protocols.delete(protocol);
      return;
    }
    if (event !== 'deliver' || this.links.has(protocol)) return;
    const message = messageOf(value);
    if (message === undefined) return;
    const { book, messages } = this.ofProtocol(protocol);
    book.deliveries++;
    if (this.mayKeep()) book.add(process, messages.numberOf(message));
  }

  deliver({ process, from, message, to }: RecordOf<'deliver'>): void {
    if (to.length < 2 || this.protocols.size > 0) return;
    this.network.deliveries++;
    if (this.mayKeep()) this.network.add(process, this.sent.numberOf(from, message, to));
  }

  report(): DeliveryOrderReport[] {
    if (this.protocols.size > 0) return [...this.protocols].map(([protocol, { book }]) => reportOf(protocol, book));
    return this.network.deliveries > 0 ? [reportOf(null, this.network)] : [];
  }

  private ofProtocol(protocol: string): { readonly book: OrderBook; readonly messages: NamedMessages } {
    const known = this.protocols.get(protocol);
    if (known !== undefined) return known;
    // Deliveries of protocols replace those of the network.
    if (this.protocols.size === 0) this.kept = 0;
    const messages = new NamedMessages();
    const entry = { book: new OrderBook(messages), messages };
    this.protocols.set(protocol, entry);
    return entry;
  }

  private mayKeep(): boolean {
    return this.kept < this.most && ++this.kept > 0;
  }
}

function messageOf(value: TraceValue): string | undefined {
  if (value === null || typeof value !== 'object' || !('message' in value)) return undefined;
  const { message } = value;
  return typeof message === 'string' ? message : undefined;
}

function reportOf(protocol: string | null, book: OrderBook): DeliveryOrderReport {
  const processes = [...book.sequences.keys()].sort((a, b) => a - b);
  const comparedProcesses = processes.slice(0, MAX_PROCESSES);
  const comparer = new OrderComparer(book.messages.names());
  const pairs: OrderPairReport[] = [];
  for (const [i, a] of comparedProcesses.entries()) {
    for (const b of comparedProcesses.slice(i + 1)) {
      pairs.push({ a, b, ...comparer.compare(book.sharedWith(a, b), book.sharedWith(b, a)) });
    }
  }
  const { deliveries, kept: comparedDeliveries } = book;
  return { protocol, deliveries, comparedDeliveries, processes: processes.length, comparedProcesses, pairs };
}
