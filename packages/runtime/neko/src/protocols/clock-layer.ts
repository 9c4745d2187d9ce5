import { type Guarantees, guaranteesOf } from '../guarantees.js';
import { Layer } from '../layer.js';
import { messageId, type Outgoing, type Wrapped, wrap } from '../message.js';

/** A clock that advances with events. */
export interface LogicalClock<Time> {
  readonly time: Time;
  /** The time of a new local event, such as sending a message. */
  tick(): Time;
  /** The time of receiving a message that was sent at `time`. */
  witness(time: Time): Time;
}

type Stamped<Time> = {
  /** Number of earlier messages of the sender. */
  readonly number: number;
  readonly time: Time;
  readonly inner: Wrapped;
};

/** Adds timestamps to the messages that it carries. */
export abstract class ClockLayer<Time> extends Layer<{ STAMPED: Stamped<Time> }> {
  protected abstract readonly clock: LogicalClock<Time>;
  private accepted = 0;

  protected readonly handlers = {
    STAMPED: ({ number, time, inner }: Stamped<Time>, from: number) => {
      this.note('deliver', { message: messageId(from, number), time: this.clock.witness(time) });
      this.passUp(inner, from);
    },
  };

  override get guarantees(): Guarantees {
    return guaranteesOf(this.sender);
  }

  /** Time of the last event; during a delivery, of that delivery. */
  get time(): Time {
    return this.clock.time;
  }

  /** The time of a new event of the application. */
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
}
