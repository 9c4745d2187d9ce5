/**
 * The slot of one robot's controller: it gets a question per step, and answers with groups of requests. The n-th group answers
 * the n-th question, whether it was sent before the question (prefetching) or after its step had ended: then it counts for the
 * next step, so that questions to sensors are always answered.
 */
import type { RobotAnswer } from '../steps/environment.js';
import { BadLine, type ReadRequest, readRequest, type RobotAbilities, type RobotRequest } from '../steps/requests.js';
import { JsonLine, type Line, ResponseLine, type RobotLink } from './link.js';

/** Invalid lines; one more ends the connection. */
const MAX_BAD_LINES = 20;
/** Requests per step. */
const MAX_REQUESTS = 256;
/** Steps that may be sent ahead. */
export const MAX_PREFETCH = 64;
/** Bytes that wait for a controller; beyond that it is disconnected. */
const MAX_WAITING = 1 << 20;
/** Lines that are remembered, and their length: longer ones are rare. */
const MAX_KNOWN_LINES = 32;
const MAX_KNOWN_LENGTH = 200;

export interface SlotListener {
  /** Something has arrived that may complete the step. */
  changed(): void;
  status(text: string): void;
  /** The controller has left, and all that it had sent ahead has been done. */
  freed(slot: ControllerSlot): void;
}

export class ControllerSlot {
  private link: RobotLink | undefined;
  private prefetch = 0;
  /** Questions that were sent, and answers to them that were taken. */
  private asked = 0;
  private taken = 0;
  private isOpen = false;
  /** Whether it waits for the answer to an earlier question. */
  private isLate = false;
  private isLeaving = false;
  private group: RobotRequest[] = [];
  private groups: (readonly RobotRequest[])[] = [];
  private badLines = 0;
  /** Requests of lines that have arrived. */
  private readonly known = new Map<string, ReadRequest>();

  constructor(
    readonly name: string,
    private readonly abilities: RobotAbilities,
    private readonly listener: SlotListener,
  ) {}

  get isTaken(): boolean {
    return this.link !== undefined || this.isLeaving;
  }

  connect(link: RobotLink, prefetch: number): void {
    this.link = link;
    this.prefetch = prefetch;
    this.asked = 0;
    this.taken = 0;
    this.isOpen = false;
    this.group = [];
    this.groups = [];
    this.badLines = 0;
  }

  /** The controller of a link has left; another one may be connected by now. Requests that were sent ahead are still done. */
  leave(link: RobotLink): void {
    if (this.link !== link) return;
    this.link = undefined;
    this.isLeaving = true;
    if (this.groups.length === 0) this.free();
  }

  /** Sends the question of a step, unless the previous one has not been answered. */
  ask(line: Line): void {
    if (!this.isTaken) return;
    const isBehind = this.taken < this.asked;
    // A late answer that has arrived counts for this step; one that has not is not waited for.
    this.isOpen = !isBehind || this.groups.length > 0;
    this.isLate = false;
    if (!isBehind) {
      this.asked++;
      this.link?.send(line);
    }
    // Once per step, since it takes as long as sending.
    if (this.link !== undefined) this.checkWaiting(this.link);
  }

  /** Whether the step waits for an answer. */
  get isAwaited(): boolean {
    return this.isOpen;
  }

  /** Makes the step wait for the answer to an earlier question. */
  awaitAgain(): void {
    if (!this.isTaken) return;
    this.isOpen = true;
    this.isLate = true;
  }

  /** Whether the step can continue as far as this robot is concerned. */
  get isReady(): boolean {
    return !this.isOpen || this.groups.length > 0;
  }

  /** The requests of the step, or undefined if there are none. */
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

  /** Sends the outcome of the step. */
  answer({ messages, responses }: RobotAnswer): void {
    const { link } = this;
    if (link === undefined) return;
    for (let i = 0; i < messages.length; i++) link.send(new JsonLine({ message: messages[i]! }));
    const last = responses.length - 1;
    for (let i = 0; i <= last; i++) link.send(new ResponseLine(responses[i]!, i === last));
  }

  /** A line has arrived; `read` throws a `BadLine` if it is invalid. `text` is the line, if it arrived as text. */
  receive(read: () => unknown, text?: string): void {
    if (this.link === undefined) return;
    try {
      const { request, last } = this.requestOf(read, text);
      if (this.group.length >= MAX_REQUESTS) throw new BadLine(`expected at most ${MAX_REQUESTS} requests per step`);
      this.group.push(request);
      if (last) this.closeGroup();
    } catch (error) {
      if (!(error instanceof BadLine)) throw error;
      this.reject(error.message);
    }
  }

  reject(why: string): void {
    this.send(new JsonLine({ error: why }));
    if (++this.badLines <= MAX_BAD_LINES) return;
    this.listener.status(`robot ${this.name} has sent ${this.badLines} invalid lines, and is disconnected`);
    this.close('too many invalid lines');
  }

  /** Frees the slot at once, whether or not the controller notices. */
  close(reason?: string): void {
    const link = this.link;
    this.groups = [];
    link?.close(reason);
    if (link !== undefined) this.leave(link);
    else if (this.isLeaving) this.free();
  }

  send(line: Line): void {
    const link = this.link;
    if (link === undefined) return;
    link.send(line);
    this.checkWaiting(link);
  }

  private checkWaiting(link: RobotLink): void {
    if (link.waitingBytes <= MAX_WAITING) return;
    this.listener.status(`robot ${this.name} does not read its messages, and is disconnected`);
    this.close();
  }

  /** Controllers repeat themselves: all questions to a sensor are the same line. */
  private requestOf(read: () => unknown, text: string | undefined): ReadRequest {
    const known = text === undefined ? undefined : this.known.get(text);
    if (known !== undefined) return known;
    const found = readRequest(read(), this.abilities);
    if (text === undefined || text.length > MAX_KNOWN_LENGTH || found.request.type === 'COMMEVENT') return found;
    if (this.known.size >= MAX_KNOWN_LINES) this.known.clear();
    this.known.set(text, found);
    return found;
  }

  private free(): void {
    this.isLeaving = false;
    this.isOpen = false;
    this.listener.freed(this);
  }

  private closeGroup(): void {
    this.groups.push(this.group);
    this.group = [];
    this.regulate();
    const isLate = this.isLate || !this.isOpen;
    if (isLate && this.taken < this.asked && this.groups.length === 1) {
      this.listener.status(`robot ${this.name} has answered too late: its requests are done in the next step`);
    }
    if (this.isOpen) this.listener.changed();
  }

  /** Accepts no more groups than may be sent ahead. */
  private regulate(): void {
    this.link?.setFlow(this.groups.length <= this.prefetch);
  }
}
