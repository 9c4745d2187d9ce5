import type { NekoMessage } from '../message.js';

/** Link and content of a message under way: copies with the same text are interchangeable. */
export function copyText({ from, protocol, type, content }: NekoMessage, to: number): string {
  return `${from}>${to} ${protocol} ${type} ${contentText(content)}`;
}

function contentText(content: unknown): string {
  // JSON has no text for some numbers.
  const text: string | undefined = JSON.stringify(content, (_key, value: unknown) =>
    typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0)) ? `number ${String(value)}` : value,
  );
  return text ?? 'nothing';
}

/** One message under way to one process, the same object wherever it occurs in a search. */
export interface Copy {
  readonly id: number;
  readonly message: NekoMessage;
  readonly to: number;
  readonly text: string;
}

/** All copies of a search, numbered. */
export class Copies {
  readonly all: Copy[] = [];
  private readonly known = new Map<string, Copy>();

  of(message: NekoMessage, to: number): Copy {
    const text = copyText(message, to);
    // A receiver can see the other destinations.
    const key = `${text}\n${message.to.join()}`;
    let copy = this.known.get(key);
    if (copy === undefined) {
      copy = { id: this.all.length, message, to, text };
      this.all.push(copy);
      this.known.set(key, copy);
    }
    return copy;
  }
}
