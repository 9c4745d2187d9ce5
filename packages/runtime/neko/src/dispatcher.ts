import { explainFrozen } from './frozen-message.js';
import { type NekoMessage, type Receiver, WiringError } from './message.js';

/**
 * Delivers the messages of a process to its protocols by protocol id. Ids may have parents: a message for `consensus/3`
 * goes to `consensus` if no protocol has the longer id.
 */
export class Dispatcher implements Receiver {
  private readonly receivers = new Map<string, Receiver>();

  constructor(private readonly owner: string) {}

  register(id: string, receiver: Receiver): void {
    const present = this.receivers.get(id);
    if (present !== undefined && present !== receiver) {
      throw new WiringError(
        `${this.owner}: two protocols have the id '${id}', a ${nameOf(present)} and a ${nameOf(receiver)}; ` +
          'give each its own id, the same in every process',
      );
    }
    this.receivers.set(id, receiver);
  }

  unregister(id: string): void {
    this.receivers.delete(id);
  }

  get isEmpty(): boolean {
    return this.receivers.size === 0;
  }

  deliver(message: NekoMessage): void {
    const receiver = this.receivers.get(message.protocol) ?? this.ancestorOf(message.protocol);
    if (receiver === undefined) throw this.unknown(message);
    try {
      receiver.deliver(message);
    } catch (error) {
      throw explainFrozen(error, `${this.owner}, protocol '${message.protocol}', message ${message.type}: `);
    }
  }

  private ancestorOf(id: string): Receiver | undefined {
    for (let end = id.lastIndexOf('/'); end > 0; end = id.lastIndexOf('/', end - 1)) {
      const receiver = this.receivers.get(id.slice(0, end));
      if (receiver !== undefined) return receiver;
    }
    return undefined;
  }

  private unknown({ type, protocol, from }: NekoMessage): WiringError {
    const ids = [...this.receivers.keys()].map((id) => `'${id}'`).join(', ') || 'none';
    return new WiringError(
      `${this.owner} got a message ${type} of protocol '${protocol}' from p${from}, but no protocol has that id (there ` +
        `are: ${ids}); peers need the same id in every process, and must be launched before the first message`,
    );
  }
}

function nameOf(receiver: Receiver): string {
  return receiver.constructor.name;
}
