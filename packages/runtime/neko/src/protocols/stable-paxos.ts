/**
 * Consensus by Paxos for processes that crash, lose their memory and recover (Lamport, "The part-time parliament", 1998,
 * where a priest writes to his ledger what he must not forget; Aguilera, Chen and Toueg, "Failure detection and consensus in the
 * crash-recovery model", 2000). An acceptor writes its promise and the value that it accepted to stable storage before it
 * answers, a process its proposal and its decision before it sends them. Messages are repeated until they have had an effect.
 *
 * Guarantee: uniform consensus, whatever is lost and whichever processes crash; a process that recovers keeps its decisions
 * (`restored`) and does not record them again. For termination, a majority must be up long enough.
 * Assumes: a network that lets through some of infinitely many attempts; it may lose, reorder and duplicate. For termination,
 * Ω: from some time on all processes that are up trust the same one. No ReliableLink: its numbers start again with the memory.
 *
 * Wiring: that of Paxos: `const consensus = new StablePaxos(process); consensus.setOracle(omega); wire(consensus,
 * 'consensus', process.network())`.
 */
import { type Guarantees, NO_GUARANTEE } from '../guarantees.js';
import type { NekoMessage } from '../message.js';
import type { NekoProcess } from '../process.js';
import { checkOption } from './options.js';
import { type Participant, Paxos, type PaxosOptions } from './paxos.js';

export interface StablePaxosOptions extends PaxosOptions {
  /** Seconds after which messages without effect are sent again, above 0. Default: 2. */
  readonly repeat?: number;
}

type Acceptor = Pick<Participant, 'value' | 'promised' | 'accepted'>;

export class StablePaxos extends Paxos {
  private readonly repeatAfter: number;
  private readonly timer = this.process.timer(() => this.repeatAll(), 'repeated messages');
  private readonly earlier = new Map<number, unknown>();

  constructor(process: NekoProcess, { repeat = 2, ...options }: StablePaxosOptions = {}) {
    super(process, options);
    checkOption(this, 'repeat', 'a number of seconds above 0', repeat, repeat > 0 && repeat < Infinity);
    this.repeatAfter = repeat;
  }

  override get assumes(): Guarantees {
    return NO_GUARANTEE;
  }

  /** The decisions of earlier incarnations, by instance. */
  get restored(): ReadonlyMap<number, unknown> {
    return this.earlier;
  }

  /** After a recovery, the value that was proposed first counts. */
  override propose(instance: number, value: unknown): void {
    const { stable } = this.process;
    const key = this.key('proposal', instance);
    const proposal = (stable.read(key) as readonly [unknown] | undefined) ?? [value];
    stable.write(key, proposal);
    stable.sync();
    super.propose(instance, proposal[0]);
    this.watch();
  }

  override deliver(message: NekoMessage): void {
    const { type, from, content } = message;
    const { instance } = (content ?? {}) as { readonly instance?: number };
    if (type === 'KNOWN') return this.aware(instance!, from);
    const isKnown = type === 'DECIDE' && this.hasDecided(instance!);
    super.deliver(message);
    // Its own decision was sent to all when it decided.
    if (isKnown) this.sender!.send({ to: [from], protocol: this.id, type: 'KNOWN', content: { instance } });
    this.watch();
  }

  protected override started(): void {
    super.started();
    const { stable, id, others } = this.process;
    for (const [instance, value] of stable.entries(this.key('decision'))) {
      this.earlier.set(Number(instance), (value as readonly [unknown])[0]);
      this.restore(Number(instance), (value as readonly [unknown])[0]);
    }
    for (const [instance, acceptor] of stable.entries(this.key('acceptor')))
      this.participant(Number(instance), (acceptor as Acceptor).value, id);
    for (const [instance, proposal] of stable.entries(this.key('proposal')))
      this.participant(Number(instance), (proposal as readonly [unknown])[0], id);
    if (stable.entries(this.key()).length === 0) return;
    if (others.length > 0) this.sender!.send({ to: others, protocol: this.id, type: 'BACK', content: null });
    this.watch();
  }

  protected override create(instance: number, value: unknown): Participant {
    const participant = super.create(instance, value);
    const acceptor = this.process.stable.read(this.key('acceptor', instance)) as Acceptor | undefined;
    if (acceptor === undefined) return participant;
    // Its own ballots are among the promised ones, so it leads none of them twice.
    return Object.assign(participant, acceptor, { highestSeen: acceptor.promised });
  }

  protected override persist(instance: number, { value, promised, accepted }: Participant): void {
    const { stable } = this.process;
    stable.write(this.key('acceptor', instance), { value, promised, accepted });
    stable.sync();
  }

  protected override keep(instance: number, value: unknown): void {
    const { stable } = this.process;
    stable.write(this.key('decision', instance), [value]);
    stable.write(this.key('acceptor', instance), undefined);
    stable.write(this.key('proposal', instance), undefined);
    stable.sync();
  }

  private key(kind = '', instance: number | '' = ''): string {
    return kind === '' ? `${this.id} ` : `${this.id} ${kind} ${instance}`;
  }

  /** Repeats as long as an instance is undecided, or a process is not known to know a decision. */
  private watch(): void {
    if (!this.timer.isScheduled && this.remembered > 0) this.timer.schedule(this.repeatAfter);
  }

  private repeatAll(): void {
    this.repeatDecisions();
    for (const [instance, participant] of this.undecided()) this.insist(instance, participant);
    this.watch();
  }
}
