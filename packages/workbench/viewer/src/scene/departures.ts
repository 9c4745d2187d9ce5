import type { RecordOf } from '@kineko/formats/trace';
import type { SceneSink } from './scene-sink.js';

/** Which copy of a message an arrival or a loss is about: what is under way, by sender, number and receiver. */
export class Departures {
  private readonly underWay = new Map<string, number>();
  private copies = 0;

  constructor(private readonly sink: Pick<SceneSink, 'sent' | 'ended'>) {}

  send({ process, message, to, messageType }: RecordOf<'send'>, time: number): void {
    const { underWay, sink } = this;
    const first = this.copies;
    for (const receiver of to) {
      const key = keyOf(process, message, receiver);
      // Who stands twice in the list gets one copy to be seen.
      if ((underWay.get(key) ?? -1) >= first) continue;
      underWay.set(key, this.copies++);
      sink.sent(time, process, receiver, messageType);
    }
  }

  end({ process, message, from, type }: RecordOf<'deliver' | 'drop'>, time: number): void {
    const key = keyOf(from, message, process);
    const copy = this.underWay.get(key);
    // A second copy, or one whose sending is not in the log: nothing to draw.
    if (copy === undefined) return;
    this.underWay.delete(key);
    this.sink.ended(copy, time, type === 'drop');
  }
}

function keyOf(from: number, message: number, to: number): string {
  return `${from} ${message} ${to}`;
}
