/**
 * Reads the lines of messages, `e s p0 p1,p2 GOTO …`: most lines of a log are of this kind, so each is read with as little
 * work as possible.
 */
import type { TraceRecord } from '../trace/records.js';
import type { TraceValue } from '../trace/values.js';
import { readContent } from './content.js';
import { LINES } from './lines.js';
import { Pairing, type Wording } from './pairing.js';
import { COMMA, hasLineEnd, LETTER_P, type Scanner, SPACE, textOf, ZERO } from './scanner.js';
import { Slots } from './template.js';

const [LETTER_D, LETTER_E, LETTER_F, LETTER_N, LETTER_R, LETTER_S] = [0x64, 0x65, 0x66, 0x6e, 0x72, 0x73];

/** Longer contents are read again when the message arrives. */
const LONGEST_KEPT = 256;

/** The kinds of lines of the logger `messages`. */
export type MessageEvent = 'send' | 'deliver' | 'drop' | 'silent' | 'none';

export class MessageLines {
  private readonly scanner: Scanner;
  private readonly slots = new Slots();
  private readonly pairing = new Pairing();

  constructor(scanner: Scanner) {
    this.scanner = scanner;
  }

  /** The kind of the line at the scanner's position, by the letters after its `e`. */
  eventAt(at: number): MessageEvent {
    const { bytes } = this.scanner;
    if (bytes[at] !== LETTER_E || bytes[at + 1] !== SPACE) return 'none';
    return this.eventNamedAt(at + 2);
  }

  eventNamedAt(at: number): MessageEvent {
    const { bytes } = this.scanner;
    const first = bytes[at];
    const second = bytes[at + 1];
    if (second === SPACE) {
      return first === LETTER_S ? 'send' : first === LETTER_R ? 'deliver' : first === LETTER_D ? 'drop' : 'none';
    }
    const isReturn = (first === LETTER_S || first === LETTER_R) && second === LETTER_F;
    const isOnNetwork = first === LETTER_N && (second === LETTER_S || second === LETTER_R);
    return (isReturn || isOnNetwork) && bytes[at + 2] === SPACE ? 'silent' : 'none';
  }

  /** Reads a line from the sender on; returns undefined if it is invalid. `process` is the process of the line. */
  read(event: 'send' | 'deliver', time: number, process: number): TraceRecord | undefined {
    const scanner = this.scanner;
    const { bytes } = scanner;
    if (bytes[scanner.at] !== LETTER_P) return undefined;
    scanner.at++;
    const from = scanner.whole();
    if (from !== from || bytes[scanner.at] !== SPACE) return undefined;
    const start = scanner.at + 1;
    const key = this.keyFrom(start);
    const end = scanner.at;
    const known = event === 'deliver' ? this.pairing.wordingOf(from, key) : undefined;
    const wording = known ?? this.wordingOf(start, end);
    if (wording === undefined) return undefined;
    const { to, messageType } = wording;
    const content = wording.content === undefined ? this.contentOf(start, end) : wording.content;
    if (content === undefined) return undefined;
    if (event === 'send') {
      const message = this.pairing.sent(from, key, wording);
      return { type: 'send', time, process: from, message, to, protocol: '', messageType, content };
    }
    const message = this.pairing.arrived(from, key, process);
    return { type: 'deliver', time, process, message, from, to, protocol: '', messageType, content };
  }

  /** Reads a line from the `e` on. */
  readDrop(time: number): TraceRecord | undefined {
    const { template } = LINES.drop;
    if (!template.read(this.scanner, this.slots)) return undefined;
    const { numbers, others } = this.slots;
    const from = numbers[template.slot('from')]!;
    const process = numbers[template.slot('process')]!;
    const messageType = others[template.slot('messageType')] as string;
    const reason = others[template.slot('reason')] as string;
    const message = this.pairing.lost(from, process, messageType);
    return { type: 'drop', time, process, message, from, messageType, reason };
  }

  /** Returns a hash of the rest of the line, and moves the scanner to its end. */
  private keyFrom(start: number): number {
    const scanner = this.scanner;
    const { bytes, view } = scanner;
    let high = 0x811c9dc5 | 0;
    let low = 0x1b873593;
    let at = start;
    for (const last = view.byteLength - 4; at <= last; at += 4) {
      const four = view.getInt32(at, true);
      if (hasLineEnd(four)) break;
      high = Math.imul(high ^ four, 0x01000193);
      high = (high << 13) | (high >>> 19);
      low = Math.imul(low ^ four, 0x5bd1e995);
      low = (low << 15) | (low >>> 17);
    }
    scanner.at = at;
    const end = scanner.lineEnd(start);
    for (; at < end; at++) {
      high = Math.imul(high ^ bytes[at]!, 0x01000193);
      low = Math.imul(low ^ bytes[at]!, 0x5bd1e995);
    }
    scanner.at = end;
    // The lower bits of a product depend on few of its factors' bits.
    return ((high ^ (high >>> 16)) >>> 0) * 0x200000 + ((low ^ (low >>> 13)) >>> 11);
  }

  private wordingOf(start: number, end: number): Wording | undefined {
    const scanner = this.scanner;
    scanner.at = start;
    const to = this.receivers();
    if (to === undefined) return undefined;
    const messageType = scanner.word();
    if (messageType === undefined || messageType === '' || scanner.bytes[scanner.at] !== SPACE) return undefined;
    const first = scanner.at + 1;
    scanner.at = end;
    if (end - first > LONGEST_KEPT) return { to, messageType, content: undefined };
    const text = textOf(scanner.bytes, first, end);
    return text === undefined ? undefined : { to, messageType, content: readContent(text) };
  }

  /** Reads again the content of a message that is too long to be kept. */
  private contentOf(start: number, end: number): TraceValue | undefined {
    const scanner = this.scanner;
    scanner.at = start;
    this.receivers();
    scanner.word();
    const text = textOf(scanner.bytes, scanner.at + 1, end);
    scanner.at = end;
    return text === undefined ? undefined : readContent(text);
  }

  /** Reads `p1,p2 `; empty if the type follows directly; undefined if the line is truncated. */
  private receivers(): readonly number[] | undefined {
    const scanner = this.scanner;
    const { bytes } = scanner;
    const digit = bytes[scanner.at + 1]! - ZERO;
    if (bytes[scanner.at] !== LETTER_P || !(digit >= 0 && digit <= 9)) return [];
    const receivers: number[] = [];
    do {
      if (receivers.length > 0) scanner.at++;
      if (bytes[scanner.at] !== LETTER_P) return undefined;
      scanner.at++;
      const receiver = scanner.whole();
      if (receiver !== receiver) return undefined;
      receivers.push(receiver);
    } while (bytes[scanner.at] === COMMA);
    if (bytes[scanner.at] !== SPACE) return undefined;
    scanner.at++;
    return receivers;
  }
}
