/**
 * Failure detection on a ring (after Larrea, Arévalo and Fernández, 1999, and Neko's RingHeartbeat): each process
 * watches its nearest predecessor that it does not suspect, and heartbeats carry the suspicions along the ring: n
 * heartbeats per period instead of n².
 *
 * Guarantee: strong completeness: the watching process suspects within T_D <= timeout + the longest delay D (twice the
 * timeout for each further crash in a row), all others at most n (send + D) later. With `increase`, also eventual
 * strong accuracy (◇P) where delays are bounded from some time on.
 * Assumes: channels that lose no message; they may reorder and duplicate. Any number of processes may crash.
 *
 * Wiring: `wire(new RingHeartbeat(process, { send: 0.5, timeout: 2 }), 'detector', network)`.
 */
import type { NekoProcess } from '../process.js';
import { Detector } from './detector.js';

type RingHeartbeatContents = {
  /** With the processes that the sender suspects. Numbered, since an old heartbeat may overtake a new one. */
  FD_I_M_ALIVE: { count: number; suspected: readonly number[] };
  /** Requests heartbeats, since the processes in between are suspected; or, later, no more of them. */
  FD_WATCH: Request;
  FD_UNWATCH: Request;
};

/** Numbered by its sender: the latest one counts, not the one that arrives last. */
type Request = { request: number };

export interface RingHeartbeatOptions {
  /** Seconds between two heartbeats. */
  readonly send: number;
  /** Seconds of silence after which the watched process is suspected. */
  readonly timeout: number;
  /** Seconds added to the timeout when it was too short. Default: 0. */
  readonly increase?: number;
}

export class RingHeartbeat extends Detector<RingHeartbeatContents> {
  protected readonly handlers = {
    FD_I_M_ALIVE: ({ count, suspected }: RingHeartbeatContents['FD_I_M_ALIVE'], from: number) => {
      if (this.isStopped) return;
      if (this.isBetween(from)) this.regainTarget(from);
      if (from !== this.target || count <= this.lastCount) return;
      this.lastCount = count;
      this.hearsay = suspected;
      this.silence.reschedule(this.timeout);
      this.revise();
    },
    FD_WATCH: ({ request }: Request, from: number) => {
      if (!this.isNews(request, from)) return;
      this.watchers.add(from);
      if (!this.isStopped) this.sendAlive([from]);
    },
    FD_UNWATCH: ({ request }: Request, from: number) => {
      if (this.isNews(request, from)) this.watchers.delete(from);
    },
  };

  // Sending.
  private readonly send: number;
  private count = 0;
  /** The processes that want heartbeats, besides the successor. */
  private readonly watchers = new Set<number>();
  /** By process: the number of the last request received. */
  private readonly answered: number[] = this.process.all.map(() => 0);
  private readonly beat = this.process.timer(() => this.sendAlive([this.after, ...this.watchers]), 'heartbeat');

  // Receiving.
  private timeout: number;
  private readonly increase: number;
  /** The watched process: the nearest predecessor that is not suspected, or itself if all are. */
  private target = this.before(this.process.id);
  private lastCount = 0;
  private requests = 0;
  /** The suspicions of the watched process. */
  private hearsay: readonly number[] = [];
  private readonly silence = this.process.timer(() => this.loseTarget(), 'timeout on the ring');

  constructor(process: NekoProcess, { send, timeout, increase = 0 }: RingHeartbeatOptions) {
    super(process);
    this.checkSeconds('send', send);
    this.checkSeconds('timeout', timeout);
    this.checkSeconds('increase', increase, true);
    this.send = send;
    this.timeout = timeout;
    this.increase = increase;
  }

  override stop(): void {
    super.stop();
    this.beat.cancel();
    this.silence.cancel();
  }

  protected override started(): void {
    if (this.process.n === 1) return;
    this.beat.every(this.send);
    this.silence.schedule(this.timeout);
    this.process.onRecover(() => {
      if (!this.isStopped) this.comeBack();
    });
  }

  /** Processes that watch a process farther away now must learn that this one is back. */
  private comeBack(): void {
    this.silence.reschedule(this.timeout);
    this.sendAlive(this.process.others);
  }

  private sendAlive(to: readonly number[]): void {
    const receivers = [...new Set(to)].toSorted((a, b) => a - b);
    const suspected = this.process.all.filter((id) => this.isSuspected(id));
    this.sendTo(receivers, 'FD_I_M_ALIVE', { count: ++this.count, suspected });
  }

  /** Whether no later request of the process has been received. */
  private isNews(request: number, from: number): boolean {
    if (request <= this.answered[from]!) return false;
    this.answered[from] = request;
    return true;
  }

  private loseTarget(): void {
    const lost = this.target;
    this.watch(this.before(lost));
    // The request and the answer each take a message delay.
    if (this.target !== this.process.id) this.silence.reschedule(2 * this.timeout);
    this.suspect(lost);
  }

  /** A suspected process is alive: the suspicion was wrong, or it has recovered. */
  private regainTarget(from: number): void {
    this.timeout += this.increase;
    if (this.target !== this.process.id) this.ask(this.target, 'FD_UNWATCH');
    this.watch(from);
    this.revise();
  }

  private watch(target: number): void {
    this.target = target;
    this.lastCount = 0;
    this.silence.cancel();
    if (target !== this.process.id && target !== this.before(this.process.id)) this.ask(target, 'FD_WATCH');
  }

  private ask(process: number, what: 'FD_WATCH' | 'FD_UNWATCH'): void {
    this.sendTo([process], what, { request: ++this.requests });
  }

  /** Its own suspicions count for the processes up to the watched one, those of the watched process for the rest. */
  private revise(): void {
    for (const id of this.process.others) {
      const isSuspected = id !== this.target && (this.isBetween(id) || this.hearsay.includes(id));
      if (isSuspected) this.suspect(id);
      else this.trust(id);
    }
  }

  /** Whether a process is between the watched one and this one, and therefore suspected. */
  private isBetween(id: number): boolean {
    return id !== this.process.id && this.stepsFrom(id) < this.stepsFrom(this.target);
  }

  /** Steps along the ring from a process to this one, 1 to n. */
  private stepsFrom(id: number): number {
    const { n } = this.process;
    return ((this.process.id - id + n - 1) % n) + 1;
  }

  private before(id: number): number {
    return (id + this.process.n - 1) % this.process.n;
  }

  private get after(): number {
    return (this.process.id + 1) % this.process.n;
  }
}
