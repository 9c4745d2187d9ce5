/**
 * Termination detection (Dijkstra, "Shmuel Safra's version of termination detection", EWD 998, 1987): a token passes all processes
 * while they are passive, from the last to the first, and adds up the messages sent minus those received. A process that has
 * received a message since the token was there is black and makes the token black. Process 0 announces the end when a white
 * token returns with the sum 0, and sends another one otherwise.
 *
 * Guarantee: when the end is announced, all processes are passive and no message is under way (safety); it is announced some time
 * after that holds (liveness).
 * Assumes: quasi-reliable channels without duplicates; they may reorder. No crashes. A passive process sends nothing, and only
 * a message makes it active. Every process calls `passive()` when it has nothing to do, also after each message.
 *
 * Wiring: directly below the application, whose messages it carries: `wire(new SafraTermination(process), 'safra', network)`.
 */
import { type Guarantees, ONCE_LINK } from '../guarantees.js';
import { Layer } from '../layer.js';
import { type Outgoing, type Wrapped, wrap } from '../message.js';

type SafraContents = { APPLICATION: Wrapped; TOKEN: { readonly sum: number; readonly isBlack: boolean } };

export class SafraTermination extends Layer<SafraContents> {
  private readonly before = (this.process.id + this.process.n - 1) % this.process.n;
  /** Messages sent minus messages received. */
  private balance = 0;
  private isBlack = false;
  private active = true;
  /** The token, while it is here; process 0 has it first. */
  private token: SafraContents['TOKEN'] | undefined = this.process.id === 0 ? { sum: 0, isBlack: true } : undefined;
  private isAnnounced = false;
  private readonly listeners: (() => void)[] = [];

  protected readonly handlers = {
    APPLICATION: (inner: Wrapped, from: number) => {
      this.balance--;
      this.isBlack = true;
      this.active = true;
      this.note('receive', null);
      this.passUp(inner, from);
    },
    TOKEN: (token: SafraContents['TOKEN']) => {
      this.token = token;
      this.passToken();
    },
  };

  override get assumes(): Guarantees {
    return ONCE_LINK;
  }

  get isActive(): boolean {
    return this.active;
  }

  /** Adds a listener for the announcement, at process 0. */
  onTerminate(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** This process has nothing to do until it receives a message. */
  passive(): void {
    if (!this.active) return;
    this.active = false;
    this.note('passive', null);
    this.passToken();
  }

  send(message: Outgoing): void {
    if (!this.active) throw this.wiringError(`a message ${message.type} is sent while it is passive`, 'send it before');
    this.balance += message.to.length;
    this.note('send', { copies: message.to.length });
    this.sendTo(message.to, 'APPLICATION', wrap(message));
  }

  private passToken(): void {
    const { token } = this;
    if (token === undefined || this.active || this.isAnnounced) return;
    if (this.process.id === 0 && this.isOver(token)) return this.announce();
    this.token = undefined;
    const next = this.process.id === 0 ? { sum: 0, isBlack: false } : this.added(token);
    this.isBlack = false;
    this.sendTo([this.before], 'TOKEN', next);
  }

  protected added({ sum, isBlack }: SafraContents['TOKEN']): SafraContents['TOKEN'] {
    return { sum: sum + this.balance, isBlack: isBlack || this.isBlack };
  }

  private isOver(token: SafraContents['TOKEN']): boolean {
    const { sum, isBlack } = this.added(token);
    return !isBlack && sum === 0;
  }

  private announce(): void {
    this.isAnnounced = true;
    this.note('terminate', null);
    for (const listener of this.listeners) listener();
  }
}
