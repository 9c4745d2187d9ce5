/** The messages for a robot that its controller has not fetched. */

interface StoredMessage {
  readonly from: number;
  readonly text: string;
}

/** Messages that wait; the oldest are dropped first. */
const MAX_WAITING = 1000;
/** Bytes of a page: every network carries datagrams of this size. */
const PAGE_BYTES = 512;

export class Mailbox {
  private messages: StoredMessage[] = [];
  /** The number of messages that were dropped unread. */
  overflown = 0;

  put(from: number, text: string): void {
    this.messages.push({ from, text });
    if (this.messages.length <= MAX_WAITING) return;
    this.messages.shift();
    this.overflown++;
  }

  /** Takes the oldest messages that fit into a reply: `ok <n> <from>:<text> …`. */
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

/** `<from>:<text>`; the text is percent-encoded and has no blanks. */
export function printMessage({ from, text }: StoredMessage): string {
  return `${from}:${encodeURIComponent(wellFormed(text))}`;
}

/** Replaces lone surrogates, which cannot be encoded. */
function wellFormed(text: string): string {
  return text.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD');
}

declare function encodeURIComponent(text: string): string;
