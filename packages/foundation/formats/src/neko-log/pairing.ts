/**
 * Finds the message of a line. Lines have no numbers: the first message that a process sends is its message 1, and so on, and
 * an arrival is paired with a sending by its text. The k-th sending of the same (sender, receivers, type, content) belongs to
 * the k-th such arrival at each receiver.
 *
 * Sendings are remembered until all receivers have them, up to MAX_ALIKE equal ones, MAX_KEPT per process and MAX_IN_ALL; the
 * oldest are forgotten first, and their arrivals get the number 0. So do arrivals without a sending: copies made by a network,
 * or a log that starts in the middle.
 */
import type { TraceValue } from '../trace/values.js';

/** Maximum number of equal sendings that are stored. */
const MAX_ALIKE = 1024;

/** Maximum number of different sendings per process. */
const MAX_KEPT = 4096;

/** Maximum number of all sendings. */
const MAX_IN_ALL = 1 << 17;

/** Maximum number of processes whose sendings are stored. */
const MAX_PROCESSES = 1 << 20;

/** Maximum number of sendings of a process that are searched for the one of a lost copy. */
const MAX_LOOKED_AT = 1024;

/** Maximum number of losses per process that may belong to another sending. */
const MAX_DOUBTFUL = 256;

/** Number of an unknown message. */
const NO_NUMBER = 0;

/** Sendings with equal texts. */
export interface Wording {
  readonly to: readonly number[];
  readonly messageType: string;
  /** Undefined if the content is too long to be stored. */
  readonly content: TraceValue | undefined;
}

export class Pairing {
  private readonly senders = new Map<number, Sender>();
  private kept = 0;

  /** Takes a sending of a process, whose wording is identified by the key; returns the number of the message. */
  sent(process: number, key: number, wording: Wording): number {
    const sender = this.senderOf(process);
    const number = ++sender.count;
    if (wording.to.length === 0) return number;
    let alike = sender.sendings.get(key);
    if (alike === undefined) {
      if (sender.sendings.size >= MAX_KEPT || this.kept >= MAX_IN_ALL) this.forgetOldest(sender);
      // The store is full: arrivals of this message will have no number.
      if (this.kept >= MAX_IN_ALL) return number;
      alike = new Sendings(wording);
      sender.sendings.set(key, alike);
    }
    this.kept += alike.add(number);
    return number;
  }

  /** The sendings of this text that have not arrived everywhere. */
  wordingOf(process: number, key: number): Wording | undefined {
    return this.senders.get(process)?.sendings.get(key)?.wording;
  }

  /** Takes the arrival of a message; returns its number. */
  arrived(process: number, key: number, receiver: number): number {
    const sender = this.senders.get(process);
    if (sender === undefined) return NO_NUMBER;
    const number = this.take(sender, key, receiver);
    return number === NO_NUMBER ? sender.doubtful.takeBack(key, receiver) : number;
  }

  /** Takes the loss of a copy of which only the type is known; returns the number of the oldest possible message. */
  lost(process: number, receiver: number, messageType: string): number {
    const sender = this.senders.get(process);
    if (sender === undefined) return NO_NUMBER;
    let oldest = Infinity;
    let oldestKey = NaN;
    let candidates = 0;
    let looked = 0;
    for (const [key, alike] of sender.sendings) {
      if (++looked > MAX_LOOKED_AT) break;
      if (alike.wording.messageType !== messageType) continue;
      const number = alike.next(receiver);
      if (number === NO_NUMBER) continue;
      candidates++;
      if (number < oldest) [oldest, oldestKey] = [number, key];
    }
    if (candidates === 0) return NO_NUMBER;
    if (candidates > 1) sender.doubtful.add(oldestKey, receiver, oldest);
    return this.take(sender, oldestKey, receiver);
  }

  private take(sender: Sender, key: number, receiver: number): number {
    const alike = sender.sendings.get(key);
    if (alike === undefined) return NO_NUMBER;
    const before = alike.size;
    const number = alike.take(receiver);
    this.kept += alike.size - before;
    if (alike.size === 0) sender.sendings.delete(key);
    return number;
  }

  private forgetOldest(sender: Sender): void {
    for (const [key, alike] of sender.sendings) {
      this.kept -= alike.size;
      sender.sendings.delete(key);
      return;
    }
  }

  private senderOf(process: number): Sender {
    let sender = this.senders.get(process);
    if (sender === undefined) {
      sender = new Sender();
      if (this.senders.size >= MAX_PROCESSES) this.forgetSender();
      this.senders.set(process, sender);
    }
    return sender;
  }

  private forgetSender(): void {
    for (const [process, sender] of this.senders) {
      for (const alike of sender.sendings.values()) this.kept -= alike.size;
      this.senders.delete(process);
      return;
    }
  }
}

class Sender {
  count = 0;
  readonly sendings = new Map<number, Sendings>();
  readonly doubtful = new Doubtful();
}

/** Sendings with the same text, oldest first. */
class Sendings {
  /** Numbers of the messages that have not arrived everywhere. */
  private readonly numbers: number[] = [];
  /** Number of receivers that have not received each message. */
  private readonly left: number[] = [];
  /** Number of earlier messages, which have been removed. */
  private gone = 0;
  /** Number of messages that each receiver has received, removed ones included. */
  private readonly got: number[];

  constructor(readonly wording: Wording) {
    this.got = new Array<number>(wording.to.length).fill(0);
  }

  get size(): number {
    return this.numbers.length;
  }

  /** Adds a message; returns by how many the store has grown. */
  add(number: number): number {
    this.numbers.push(number);
    this.left.push(this.wording.to.length);
    if (this.size <= MAX_ALIKE) return 1;
    this.forgetFirst();
    return 0;
  }

  /** Returns the number of the next message for a receiver. */
  next(receiver: number): number {
    const place = this.placeOf(receiver);
    return place < 0 ? NO_NUMBER : this.numbers[this.got[place]! - this.gone]!;
  }

  take(receiver: number): number {
    const place = this.placeOf(receiver);
    if (place < 0) return NO_NUMBER;
    const index = this.got[place]! - this.gone;
    const number = this.numbers[index]!;
    this.got[place]!++;
    this.left[index]!--;
    while (this.size > 0 && this.left[0] === 0) this.forgetFirst();
    return number;
  }

  /** Index of a receiver with pending messages in the list, in which it may occur twice. */
  private placeOf(receiver: number): number {
    const { to } = this.wording;
    const all = this.gone + this.size;
    for (let i = 0; i < to.length; i++) if (to[i] === receiver && this.got[i]! < all) return i;
    return -1;
  }

  private forgetFirst(): void {
    this.numbers.shift();
    this.left.shift();
    this.gone++;
    for (let i = 0; i < this.got.length; i++) if (this.got[i]! < this.gone) this.got[i] = this.gone;
  }
}

/** Losses that were assigned to a sending whose copy may still arrive. */
class Doubtful {
  private readonly numbers = new Map<string, number>();

  add(key: number, receiver: number, number: number): void {
    if (this.numbers.size >= MAX_DOUBTFUL) this.numbers.clear();
    this.numbers.set(`${key} ${receiver}`, number);
  }

  takeBack(key: number, receiver: number): number {
    if (this.numbers.size === 0) return NO_NUMBER;
    const name = `${key} ${receiver}`;
    const number = this.numbers.get(name) ?? NO_NUMBER;
    this.numbers.delete(name);
    return number;
  }
}
