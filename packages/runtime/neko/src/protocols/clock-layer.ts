import { type Guarantees, guaranteesOf } from '../guarantees.js';
import { Layer } from '../layer.js';
import { messageId, type Outgoing, type Wrapped, wrap } from '../message.js';

/** A clock that only events move. */
export interface LogicalClock<Time> {
  /** Time of the last event. */
  readonly time: Time;
  /** Something happens here, such as a message being sent: its time. */
  tick(): Time;
  /** A message that was sent at that time is received: the time of the receipt. */
  witness(time: Time): Time;
}

type Stamped<Time> = {
  /** How many messages its sender had sent before. */
  readonly number: number;
  readonly time: Time;
  readonly inner: Wrapped;
};

/** Stamps the messages that it carries. */
export abstract class ClockLayer<Time> extends Layer<{ STAMPED: Stamped<Time> }> {
  protected abstract readonly clock: LogicalClock<Time>;
  private accepted = 0;

  protected readonly handlers = {
    STAMPED: (stamped: Stamped<Time>, from: number) => this.handleStamped(stamped, from),
  };

  /** It carries each message as it comes. */
  override get guarantees(): Guarantees {
    return guaranteesOf(this.sender);
  }

  /** Time of the last event; during a delivery, of that. */
  get time(): Time {
    return this.clock.time;
  }

  /** Something else happens here that is to have a time. */
  tick(): Time {
    return this.clock.tick();
  }

  send(message: Outgoing): void {
    if (this.process.isCrashed) return;
    const number = this.accepted++;
    const time = this.clock.tick();
    this.note('accept', { message: messageId(this.process.id, number), to: [...message.to], time });
    this.sendTo(message.to, 'STAMPED', { number, time, inner: wrap(message) });
  }

  private handleStamped({ number, time, inner }: Stamped<Time>, from: number): void {
    this.note('deliver', { message: messageId(from, number), time: this.clock.witness(time) });
    this.passUp(inner, from);
  }
}
