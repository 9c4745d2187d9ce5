/** Prints the texts of messages, `e s p0 p1,p2 GOTO …`. */
import type { RecordOf } from '../trace/records.js';
import { Misfit } from '../trace/trace-error.js';
import type { TraceValue } from '../trace/values.js';
import { LINES, MESSAGE_TAIL } from './lines.js';
import { Slots, Template } from './template.js';
import type { TextSink } from './text-sink.js';

type Message = RecordOf<'send' | 'deliver'>;

const SEND = headOf(LINES.send);
const SEND_RETURNED = headOf(LINES.sendReturned);
const DELIVER = headOf(LINES.deliver);
const DELIVER_RETURNED = headOf(LINES.deliverReturned);

/** The start of a line of a message, up to the part that all its lines have in common. */
function headOf({ template }: { readonly template: Template }): Template {
  return new Template(template.text.slice(0, -MESSAGE_TAIL.text.length));
}

/** Messages whose texts are cached for further lines. */
const TAILS_KEPT = 256;

/** The common end of the lines of a message. */
interface Tail {
  readonly to: readonly number[];
  readonly messageType: string;
  readonly content: TraceValue;
  readonly bytes: Uint8Array;
}

/**
 * Caches the common end of the lines of a message when it is sent: there may be many lines with the same receivers and
 * content.
 */
export class MessageTexts {
  private readonly slots = new Slots();
  private readonly tails: (Tail | undefined)[] = new Array<Tail | undefined>(TAILS_KEPT).fill(undefined);

  print(sink: TextSink, record: Message, isReturn: boolean): void {
    const isSend = record.type === 'send';
    const from = isSend ? record.process : record.from;
    const head = isSend ? (isReturn ? SEND_RETURNED : SEND) : isReturn ? DELIVER_RETURNED : DELIVER;
    this.slots.numbers[0] = from;
    head.print(sink, this.slots);
    this.printTail(sink, record, from);
  }

  private printTail(sink: TextSink, record: Message, from: number): void {
    const slot = (31 * from + record.message) & (TAILS_KEPT - 1);
    const kept = this.tails[slot];
    const { to, messageType, content } = record;
    if (kept !== undefined && kept.to === to && kept.content === content && kept.messageType === messageType) {
      sink.bytes(kept.bytes);
      return;
    }
    const { length } = sink;
    const fields = hasUnclearType(record) ? { to, messageType: `_${messageType}`, content } : record;
    if (!MESSAGE_TAIL.fill(this.slots, fields)) throw new Misfit(`missing fields of its line: ${MESSAGE_TAIL.text}`);
    MESSAGE_TAIL.print(sink, this.slots);
    if (record.type === 'send') this.tails[slot] = { to, messageType, content, bytes: sink.since(length) };
  }
}

/** Whether the type could be mistaken for a list of receivers, because the message has none. */
function hasUnclearType({ to, messageType }: Message): boolean {
  return to.length === 0 && /^p\d/.test(messageType);
}
