import { explainFrozen } from './frozen-message.js';
import { type NekoMessage, type Receiver, WiringError } from './message.js';

/**
 * Delivers the messages of a process to its protocols by protocol id. Ids may have parents: a message for `consensus/3`
 * goes to `consensus` if no protocol has the longer id.
 */
export class Dispatcher implements Receiver {
  // The first receiver, often the only one, without a map of its own: there may be a million processes.
  private firstId: string | undefined = undefined;
  private first: Receiver | undefined = undefined;
  private others: Map<string, Receiver> | undefined = undefined;

  constructor(private readonly owner: { readonly name: string }) {}

  register(id: string, receiver: Receiver): void {
    const present = this.find(id);
    if (present !== undefined && present !== receiver) {
      throw new WiringError(
        `${this.owner.name}: two protocols have the id '${id}', a ${nameOf(present)} and a ${nameOf(receiver)}; ` +
          'give each its own id, the same in every process',
      );
    }
    if (present !== undefined) return;
    if (this.first === undefined) {
      this.firstId = id;
      this.first = receiver;
    } else (this.others ??= new Map()).set(id, receiver);
  }

  unregister(id: string): void {
    if (this.firstId === id) this.firstId = this.first = undefined;
    else this.others?.delete(id);
  }

  clear(): void {
    this.firstId = this.first = this.others = undefined;
  }

  /** The receivers with ids of their own, in the order of their registration; parts of other protocols are left out. */
  get receivers(): Receiver[] {
    const named: [string | undefined, Receiver | undefined][] = [[this.firstId, this.first], ...(this.others ?? [])];
    return named.flatMap(([id, receiver]) => (receiver === undefined || id?.includes('/') ? [] : [receiver]));
  }

  get isEmpty(): boolean {
    return this.first === undefined && (this.others?.size ?? 0) === 0;
  }

  deliver(message: NekoMessage): void {
    const receiver = this.find(message.protocol) ?? this.ancestorOf(message.protocol);
    if (receiver === undefined) throw this.unknown(message);
    try {
      receiver.deliver(message);
    } catch (error) {
      throw explainFrozen(error, `${this.owner.name}, protocol '${message.protocol}', message ${message.type}: `);
    }
  }

  private find(id: string): Receiver | undefined {
    return this.firstId === id ? this.first : this.others?.get(id);
  }

  private ancestorOf(id: string): Receiver | undefined {
    for (let end = id.lastIndexOf('/'); end > 0; end = id.lastIndexOf('/', end - 1)) {
      const receiver = this.find(id.slice(0, end));
      if (receiver !== undefined) return receiver;
    }
    return undefined;
  }

  private unknown({ type, protocol, from }: NekoMessage): WiringError {
    const known = [...(this.firstId === undefined ? [] : [this.firstId]), ...(this.others?.keys() ?? [])];
    const ids = known.map((id) => `'${id}'`).join(', ') || 'none';
    return new WiringError(
      `${this.owner.name} got a message ${type} of protocol '${protocol}' from p${from}, but no protocol has that id (there ` +
        `are: ${ids}); peers need the same id in every process, and must be launched before the first message`,
    );
  }
}

function nameOf(receiver: Receiver): string {
  return receiver.constructor.name;
}
