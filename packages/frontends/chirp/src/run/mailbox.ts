/** The messages that have come for a robot and that its controller has not fetched. */

interface StoredMessage {
  readonly from: number;
  readonly text: string;
}

/** Messages that wait; older ones make room. */
const MAX_WAITING = 1000;
/** Bytes of a page: a datagram of this size goes through anywhere. */
const PAGE_BYTES = 512;

export class Mailbox {
  private messages: StoredMessage[] = [];
  /** How many made room for others unread. */
  overflown = 0;

  put(from: number, text: string): void {
    this.messages.push({ from, text });
    if (this.messages.length <= MAX_WAITING) return;
    this.messages.shift();
    this.overflown++;
  }

  /** As many as fit, the oldest first, as the reply has them: `ok <n> <from>:<text> …`. */
  takePage(): string {
    const taken: string[] = [];
    // `ok ` and a number of at most four digits.
    let bytes = 7;
    for (const message of this.messages) {
      const word = printMessage(message);
      if (taken.length > 0 && bytes + 1 + word.length > PAGE_BYTES) break;
      bytes += 1 + word.length;
      taken.push(word);
    }
    this.messages = this.messages.slice(taken.length);
    return ['ok', String(taken.length), ...taken].join(' ');
  }
}

/** `<from>:<text>`, the text percent-encoded, so that it has no blanks. */
export function printMessage({ from, text }: StoredMessage): string {
  return `${from}:${encodeURIComponent(wellFormed(text))}`;
}

/** Half a character cannot be encoded. */
function wellFormed(text: string): string {
  return text.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD');
}

declare function encodeURIComponent(text: string): string;
