/**
 * Failure detection by heartbeats (push; Chandra and Toueg, 1996, and Neko's Heartbeat): every process sends
 * heartbeats, and a process that is silent for too long is suspected until its next heartbeat.
 *
 * Guarantee: strong completeness (a crashed process is suspected forever by all others), within T_D <= timeout + the
 * longest message delay. With `increase`, also eventual strong accuracy (◇P) where delays are bounded from some time on
 * by an unknown bound: each mistake makes the detector more patient with that process.
 * Assumes: channels that lose no message; they may reorder. Any number of processes may crash. A recovered process
 * sends heartbeats again.
 *
 * Wiring: `wire(new Heartbeat(process, { send: 1, timeout: 3 }), 'detector', network)`.
 */
import type { NekoProcess } from '../process.js';
import type { Timer } from '../timer.js';
import { Detector } from './detector.js';

type HeartbeatContents = { FD_I_M_ALIVE: null };

export interface HeartbeatOptions {
  /** Seconds between two heartbeats, and before the first; Infinity: none. */
  readonly send: number;
  /** Seconds of silence after which a process is suspected; Infinity: never. */
  readonly timeout: number;
  /** Seconds added to the timeout for a process after a wrong suspicion. Default: 0. */
  readonly increase?: number;
  /** The processes that it sends to and watches. Default: all. */
  readonly group?: readonly number[];
}

interface Peer {
  readonly timer: Timer;
  timeout: number;
}

export class Heartbeat extends Detector<HeartbeatContents> {
  protected readonly handlers = {
    FD_I_M_ALIVE: (_content: null, from: number) => {
      const peer = this.peers.get(from);
      if (peer === undefined || this.isStopped) return;
      if (this.isSuspected(from)) {
        peer.timeout += this.increase;
        this.trust(from);
      }
      this.waitFor(peer);
    },
  };

  // Sending.
  private readonly send: number;
  private readonly group: readonly number[];
  private readonly beat = this.process.timer(() => this.sendTo(this.group, 'FD_I_M_ALIVE', null), 'heartbeat');

  // Receiving.
  private readonly increase: number;
  private readonly peers = new Map<number, Peer>();

  constructor(process: NekoProcess, { send, timeout, increase = 0, group }: HeartbeatOptions) {
    super(process);
    this.checkSeconds('send', send);
    this.checkSeconds('timeout', timeout);
    this.checkSeconds('increase', increase, true);
    this.send = send;
    this.increase = increase;
    this.group = this.watchedOf(group);
    for (const id of this.group) {
      this.peers.set(id, { timeout, timer: process.timer(() => this.suspect(id), `timeout for p${id}`) });
    }
  }

  /** Seconds that it waits for a heartbeat of a process. */
  timeoutFor(process: number): number {
    return this.peers.get(process)?.timeout ?? Infinity;
  }

  override stop(): void {
    super.stop();
    this.beat.cancel();
    for (const { timer } of this.peers.values()) timer.cancel();
  }

  protected override started(): void {
    if (this.send < Infinity && this.group.length > 0) this.beat.every(this.send);
    for (const peer of this.peers.values()) this.waitFor(peer);
    // Silence counts from the recovery: nothing could be received before.
    this.process.onRecover(() => {
      if (!this.isStopped) for (const peer of this.peers.values()) this.waitFor(peer);
    });
  }

  /** Seconds from now after which a process is suspected. */
  protected patience(timeout: number): number {
    return timeout;
  }

  private waitFor({ timer, timeout }: Peer): void {
    if (timeout < Infinity) timer.reschedule(this.patience(timeout));
  }
}
