/** What programs say, handed on together now and then: a message for each line would slow down the page. */
import type { Line } from './protocol.js';

/** Letters: what is longer is cut. */
const MAX_LETTERS = 2000;

export class Lines {
  private waiting: Line[] = [];
  private count = 0;
  private leftOut = 0;

  constructor(
    private readonly most: number,
    private readonly handOn: (lines: readonly Line[], leftOut: number) => void,
  ) {}

  say({ level, text }: Line): void {
    if (this.count >= this.most) {
      this.leftOut++;
      return;
    }
    this.count++;
    this.waiting.push({ level, text: text.length > MAX_LETTERS ? `${text.slice(0, MAX_LETTERS)} …` : text });
  }

  flush(): void {
    if (this.waiting.length === 0 && this.leftOut === 0) return;
    this.handOn(this.waiting, this.leftOut);
    this.waiting = [];
    this.leftOut = 0;
  }
}
