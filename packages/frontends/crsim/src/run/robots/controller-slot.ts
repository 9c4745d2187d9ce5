/**
 * The place of one robot: whoever sits in it is asked, step after step, and answers with groups of requests. The n-th group
 * answers the n-th question, be it sent before the question was put (prefetching) or after its step was over: then it is for
 * the next one, so that who asked its sensors is not left without an answer.
 */
import type { RobotAnswer } from '../steps/environment.js';
import { BadLine, readRequest, type RobotAbilities, type RobotRequest } from '../steps/requests.js';
import { Line, type RobotLink } from './link.js';

/** Lines that made no sense; with one more the connection ends. */
const MAX_BAD_LINES = 20;
/** Requests of one step. */
const MAX_REQUESTS = 256;
/** Steps that may be sent ahead. */
export const MAX_PREFETCH = 64;
/** Bytes that wait for a robot to take them; then it is let go. */
const MAX_WAITING = 1 << 20;

export interface SlotListener {
  /** Something has come that may complete the step. */
  changed(): void;
  status(text: string): void;
  /** Whoever sat here is gone, and all that it has sent ahead has been done. */
  freed(slot: ControllerSlot): void;
}

export class ControllerSlot {
  private link: RobotLink | undefined;
  private prefetchCount = 0;
  /** Questions that were put, and answers to them that were taken. */
  private asked = 0;
  private taken = 0;
  private isOpen = false;
  /** Whether what it waits for is the answer to an earlier question. */
  private isLate = false;
  private isLeaving = false;
  private group: RobotRequest[] = [];
  private groups: (readonly RobotRequest[])[] = [];
  private badLines = 0;

  constructor(
    readonly name: string,
    private readonly abilities: RobotAbilities,
    private readonly reports: SlotListener,
  ) {}

  get isTaken(): boolean {
    return this.link !== undefined || this.isLeaving;
  }

  get prefetch(): number {
    return this.prefetchCount;
  }

  sit(link: RobotLink, prefetch: number): void {
    this.link = link;
    this.prefetchCount = prefetch;
    this.asked = 0;
    this.taken = 0;
    this.isOpen = false;
    this.group = [];
    this.groups = [];
    this.badLines = 0;
  }

  /** Somebody has left; somebody else may sit here by now. What was sent ahead is done all the same. */
  leave(link: RobotLink): void {
    if (this.link !== link) return;
    this.link = undefined;
    this.isLeaving = true;
    if (this.groups.length === 0) this.free();
  }

  private free(): void {
    this.isLeaving = false;
    this.isOpen = false;
    this.reports.freed(this);
  }

  /** Puts the question of a step; who has not answered the one before is not asked once more. */
  ask(line: Line): void {
    if (!this.isTaken) return;
    const isBehind = this.taken < this.asked;
    // What has come in the meantime is for this step; for what has not, nobody waits.
    this.isOpen = !isBehind || this.groups.length > 0;
    this.isLate = false;
    if (isBehind) return;
    this.asked++;
    this.send(line);
  }

  /** Whether this step waits for an answer. */
  get isAwaited(): boolean {
    return this.isOpen;
  }

  /** Has this step wait for the answer to an earlier question. */
  awaitAgain(): void {
    if (!this.isTaken) return;
    this.isOpen = true;
    this.isLate = true;
  }

  tell(line: Line): void {
    this.send(line);
  }

  /** Whether the step can go on, as far as this robot goes. */
  get isReady(): boolean {
    return !this.isOpen || this.groups.length > 0;
  }

  /** The requests of the step; undefined if there are none. */
  take(): readonly RobotRequest[] | undefined {
    if (!this.isOpen) return undefined;
    this.isOpen = false;
    const requests = this.groups.shift();
    if (requests === undefined) return undefined;
    this.taken++;
    this.regulate();
    if (this.isLeaving && this.groups.length === 0) this.free();
    return requests;
  }

  /** What came of the step; not for who was not in it. */
  answer({ messages, responses }: RobotAnswer): void {
    if (this.link === undefined) return;
    for (const message of messages) this.send(new Line({ message }));
    const last = responses.length - 1;
    for (const [i, response] of responses.entries()) this.send(new Line({ ...response, last: i === last }));
  }

  /** A line from who sits here: what it says, or why it says nothing. */
  receive(read: () => unknown): void {
    if (this.link === undefined) return;
    try {
      const { request, last } = readRequest(read(), this.abilities);
      if (this.group.length >= MAX_REQUESTS) throw new BadLine(`a step has at most ${MAX_REQUESTS} requests`);
      this.group.push(request);
      if (last) this.closeGroup();
    } catch (error) {
      if (!(error instanceof BadLine)) throw error;
      this.reject(error.message);
    }
  }

  reject(why: string): void {
    this.send(new Line({ error: why }));
    if (++this.badLines <= MAX_BAD_LINES) return;
    this.reports.status(`robot ${this.name} has sent ${this.badLines} lines that make no sense, and is let go`);
    this.close('too many lines made no sense');
  }

  /** The slot is free then, whether or not the robot notices. */
  close(reason?: string): void {
    const link = this.link;
    this.groups = [];
    link?.close(reason);
    if (link !== undefined) this.leave(link);
    else if (this.isLeaving) this.free();
  }

  private closeGroup(): void {
    this.groups.push(this.group);
    this.group = [];
    this.regulate();
    const isLate = this.isLate || !this.isOpen;
    if (isLate && this.taken < this.asked && this.groups.length === 1) {
      this.reports.status(`robot ${this.name} has answered too late: what it asked for is done in the next step`);
    }
    if (this.isOpen) this.reports.changed();
  }

  /** Takes no more than it may send ahead. */
  private regulate(): void {
    this.link?.setFlow(this.groups.length <= this.prefetchCount);
  }

  private send(line: Line): void {
    const link = this.link;
    if (link === undefined) return;
    link.send(line);
    if (link.waitingBytes <= MAX_WAITING) return;
    this.reports.status(`robot ${this.name} does not take what it is sent, and is let go`);
    this.close();
  }
}
