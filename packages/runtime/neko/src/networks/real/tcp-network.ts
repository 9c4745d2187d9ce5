/**
 * Messages over TCP: one connection for each ordered pair of processes, made by the sender. `tcp-link.ts` states the
 * guarantee.
 */
import { getOrAdd } from '../../get-or-add.js';
import type { NekoMessage } from '../../message.js';
import type { Address } from './address.js';
import { AuthenticatedServer } from './authenticated-server.js';
import { RealNetworkError } from './errors.js';
import { BadFrame } from './frames.js';
import type { Greeting } from './handshake.js';
import type { LineConnection } from './lines.js';
import { withDeadline } from './promises.js';
import { RealNetwork, type NodeContext } from './real-network.js';
import { RecordLineReader } from './record-lines.js';
import { TcpLink } from './tcp-link.js';
import { readMessage } from './wire-message.js';

/** For the number before a message on its line. */
const NUMBER_BYTES = 20;

/** The link from another process to this one. */
interface Inbound {
  connection: LineConnection | undefined;
  /** Number of the last message received, and of the last one delivered. */
  received: number;
  delivered: number;
  isAckDue: boolean;
}

export class TcpNetwork extends RealNetwork {
  protected readonly name = 'TCP';
  protected readonly maxBytes;
  private readonly server: AuthenticatedServer;
  private readonly inbound = new Map<number, Inbound>();
  private readonly links = new Map<number, TcpLink>();

  constructor(context: NodeContext) {
    super(context);
    this.maxBytes = { bytes: context.limits.frameBytes - NUMBER_BYTES, remedy: 'send it in parts' };
    this.server = new AuthenticatedServer({
      key: context.key,
      limits: context.limits,
      admit: (greeting) => this.admit(greeting),
      connected: (connection, { from }) => this.receiveFrom(from, connection),
      refused: () => this.counts.refused++,
    });
  }

  listen(port = 0): Promise<number> {
    return this.server.listen({ host: this.context.host, port });
  }

  async open(addresses: readonly Address[]): Promise<void> {
    const { id, n, key, limits } = this.context;
    for (let to = 0; to < n; to++) {
      if (to === id) continue;
      const link = new TcpLink({ from: id, to, address: addresses[to]!, key, limits, counts: this.counts });
      this.links.set(to, link);
      link.open();
    }
    const links = [...this.links.values()];
    const all = Promise.all(links.map((link) => link.connected()));
    await withDeadline(all, limits.startMs, () => {
      const missing = links.filter((link) => !link.wasConnected).map((link) => link.problem);
      return new RealNetworkError(`p${id} cannot reach ${missing.join(', ')} within ${limits.startMs} ms`);
    });
  }

  async drained(): Promise<void> {
    await Promise.all([...this.links.values()].map((link) => link.drained()));
  }

  protected carry(message: NekoMessage, line: string, to: number): void {
    const problem = this.links.get(to)?.add(message, line) ?? (this.links.has(to) ? undefined : 'it is not connected');
    if (problem !== undefined) this.drop(message, to, problem);
  }

  protected forget(process: number): void {
    const left = this.links.get(process)?.close() ?? [];
    for (const message of left) this.drop(message, process, 'the receiver is gone');
  }

  protected shut(): void {
    for (const [to, link] of this.links) {
      for (const message of link.close()) this.drop(message, to, 'the run is over');
    }
    this.server.destroy();
  }

  private admit({ purpose, from, to }: Greeting): number {
    const { id, n } = this.context;
    if (purpose !== 'link' || to !== id) throw new RealNetworkError(`this is the TCP network of p${id}`);
    if (from >= n || from === id) throw new RealNetworkError(`p${from} is none of the others of p${id}`);
    return this.inboundOf(from).received;
  }

  private receiveFrom(from: number, connection: LineConnection): void {
    const inbound = this.inboundOf(from);
    // Unconfirmed messages of the old connection are sent again over the new one.
    inbound.connection?.destroy();
    inbound.connection = connection;
    const reader = new RecordLineReader();
    connection.listen({
      line: (bytes) => this.receive(bytes, from, inbound, reader),
      oversize: () => this.counts.badFrames++,
      closed: () => {
        if (inbound.connection === connection) inbound.connection = undefined;
      },
    });
    this.acknowledge(inbound);
  }

  private receive(bytes: Buffer, from: number, inbound: Inbound, reader: RecordLineReader): void {
    this.countingBadFrames(() => {
      const { number, line } = numbered(bytes);
      if (number <= inbound.received) return;
      // After a gap the connection is useless: the missing messages are sent again over a new one.
      if (number !== inbound.received + 1) {
        inbound.connection?.destroy();
        return;
      }
      const { id, n } = this.context;
      const arrival = readMessage(line, reader, { n, to: id, from });
      inbound.received = number;
      this.arrived(arrival, () => {
        inbound.delivered = number;
        this.acknowledge(inbound);
      });
    });
  }

  /** One acknowledgement for all messages delivered at a time. */
  private acknowledge(inbound: Inbound): void {
    if (inbound.isAckDue) return;
    inbound.isAckDue = true;
    setImmediate(() => {
      inbound.isAckDue = false;
      inbound.connection?.send({ kind: 'ack', upTo: inbound.delivered });
    });
  }

  private inboundOf(from: number): Inbound {
    return getOrAdd(this.inbound, from, () => ({ connection: undefined, received: 0, delivered: 0, isAckDue: false }));
  }
}

const SPACE = 0x20;

/** A message and its number on the link: `17 {"type":"send",…}`. */
function numbered(bytes: Buffer): { readonly number: number; readonly line: Buffer } {
  const space = bytes.indexOf(SPACE);
  const digits = bytes.toString('latin1', 0, Math.max(0, Math.min(space, NUMBER_BYTES)));
  if (!/^[1-9]\d{0,15}$/.test(digits)) throw new BadFrame('a message without its number on the link');
  return { number: Number(digits), line: bytes.subarray(space + 1) };
}
