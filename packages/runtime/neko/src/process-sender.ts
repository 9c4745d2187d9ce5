/** How a process sends: its messages are numbered, sealed, recorded and passed to a network. */
import { expected } from '@kineko/formats/problem';
import type { Guarantees } from './guarantees.js';
import { frozenList, type Network, type Outgoing, sealed, type Sender, WiringError } from './message.js';
import { type Emit, onRecord } from './records.js';

interface SendingProcess {
  readonly id: number;
  readonly name: string;
  readonly now: number;
  readonly isCrashed: boolean;
  readonly incarnation: number;
  /** Numbers its messages, over all networks. */
  nextNumber(): number;
}

interface SendingHost {
  /** Number of processes. */
  readonly n: number;
  readonly emit?: Emit | undefined;
}

/** Sends on one network, until the process loses its memory. */
export class ProcessSender implements Sender {
  // Private at run time too: they lead to all other processes, and an algorithm may be plain JavaScript.
  readonly #process: SendingProcess;
  readonly #network: Network;
  readonly #host: SendingHost;
  readonly #destinations = new Destinations();
  readonly #incarnation: number;

  constructor(process: SendingProcess, network: Network, host: SendingHost) {
    this.#process = process;
    this.#network = network;
    this.#host = host;
    this.#incarnation = process.incarnation;
  }

  get guarantees(): Guarantees | undefined {
    return this.#network.guarantees;
  }

  send(outgoing: Outgoing): void {
    const process = this.#process;
    // Code that was running when the process crashed may still run to its next wait.
    if (process.isCrashed || process.incarnation !== this.#incarnation) return;
    transmit(outgoing, process, this.#destinations, this.#network, this.#host);
  }
}

/** Numbers, seals, records and sends a message. */
export function transmit(
  outgoing: Outgoing,
  process: SendingProcess,
  destinations: Destinations,
  network: Network,
  { n, emit }: SendingHost,
): void {
  checkDestinations(outgoing, n, process);
  const to = destinations.frozen(outgoing.to);
  const message = sealed(outgoing, process.id, process.nextNumber(), to);
  if (emit !== undefined) {
    const { number, protocol, type, content } = message;
    emit({
      type: 'send',
      time: process.now,
      process: process.id,
      message: number,
      to,
      protocol,
      messageType: type,
      content: onRecord(content),
    });
  }
  network.send(message);
}

/** Lists of at least this many destinations are shared by the messages of a process. */
const MIN_SHARED = 8;

/** Frozen lists of destinations. Broadcasts to the same processes share one: it is as long as the network is large. */
export class Destinations {
  private shared: readonly number[] = [];

  frozen(to: readonly number[]): readonly number[] {
    if (to.length < MIN_SHARED) return frozenList(to);
    if (!isSame(to, this.shared)) this.shared = frozenList(to);
    return this.shared;
  }
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function checkDestinations({ to, type, protocol }: Outgoing, n: number, process: SendingProcess): void {
  for (let i = 0; i < to.length; i++) {
    const id = to[i]!;
    if (!(Number.isInteger(id) && id >= 0 && id < n)) {
      throw new WiringError(
        `${process.name}, protocol '${protocol}', message ${type}: ${expected(`a destination from 0 to ${n - 1}`, id)}`,
      );
    }
  }
}
