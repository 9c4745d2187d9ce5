/** Collects the output of programs: a message per line would slow down the page. */
import type { Line } from './protocol.js';

/** Longer lines are cut. */
const MAX_LENGTH = 2000;

export class Lines {
  private waiting: Line[] = [];
  private count = 0;
  private leftOut = 0;

  constructor(
    private readonly maxLines: number,
    private readonly send: (lines: readonly Line[], leftOut: number) => void,
  ) {}

  add({ level, text }: Line): void {
    if (this.count >= this.maxLines) {
      this.leftOut++;
      return;
    }
    this.count++;
    this.waiting.push({ level, text: text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)} …` : text });
  }

  flush(): void {
    if (this.waiting.length === 0 && this.leftOut === 0) return;
    this.send(this.waiting, this.leftOut);
    this.waiting = [];
    this.leftOut = 0;
  }
}
