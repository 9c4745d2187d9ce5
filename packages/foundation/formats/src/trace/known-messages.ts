/** The bytes of messages to many receivers: the same ones are written when a message is sent and at each delivery. */
import { writeValue } from './binary-values.js';
import type { ByteSink } from './byte-sink.js';
import type { RecordOf } from './records.js';
import { Misfit } from './trace-error.js';

/** Least number of receivers whose bytes are cached; writing fewer takes no longer than finding them. */
const MIN_RECEIVERS = 8;
/** Limits the memory to 32 MiB. */
const MAX_BYTES = 1 << 14;
const PLACES = 1 << 10;

type Message = Pick<RecordOf<'send' | 'deliver'>, 'to' | 'protocol' | 'messageType' | 'content'>;

/** The last message of a sender. Bytes are undefined until the second time: what is written once is not worth a copy. */
interface KnownMessage {
  readonly to: readonly number[];
  toBytes: Uint8Array | undefined;
  protocol: string;
  messageType: string;
  content: unknown;
  bytes: Uint8Array | undefined;
}

/** One place for each sender, which another may take. */
const known: (KnownMessage | undefined)[] = new Array<undefined>(PLACES).fill(undefined);

/** Writes the fields from `to` on. Only frozen lists and contents are cached, since these never change. */
export function writeMessage(sink: ByteSink, message: Message, sender: number): void {
  const { to, protocol, messageType, content } = message;
  if (!Array.isArray(to)) throw new Misfit('');
  const place = sender & (PLACES - 1);
  const last = to.length < MIN_RECEIVERS ? undefined : known[place];
  if (last === undefined || last.to !== to) {
    writeReceivers(sink, to);
    writeRest(sink, message);
    if (to.length >= MIN_RECEIVERS) known[place] = Object.isFrozen(to) ? newEntry(message) : undefined;
    return;
  }
  const isSame = last.content === content && last.protocol === protocol && last.messageType === messageType;
  if (isSame && last.bytes !== undefined) return sink.raw(last.bytes);
  const start = sink.length;
  if (last.toBytes !== undefined) sink.raw(last.toBytes);
  else {
    writeReceivers(sink, to);
    if (sink.length - start <= MAX_BYTES) last.toBytes = sink.since(start);
  }
  writeRest(sink, message);
  if (!isSame) {
    last.protocol = protocol;
    last.messageType = messageType;
    last.content = content;
    last.bytes = undefined;
  } else if (sink.length - start <= MAX_BYTES && isFrozenAndFlat(content)) last.bytes = sink.since(start);
}

function newEntry({ to, protocol, messageType, content }: Message): KnownMessage {
  return { to, toBytes: undefined, protocol, messageType, content, bytes: undefined };
}

function writeReceivers(sink: ByteSink, to: readonly unknown[]): void {
  sink.varint(to.length);
  for (let i = 0; i < to.length; i++) sink.f64(to[i]);
}

function writeRest(sink: ByteSink, { protocol, messageType, content }: Message): void {
  if (typeof protocol !== 'string' || typeof messageType !== 'string') throw new Misfit('');
  sink.text(protocol);
  sink.text(messageType);
  writeValue(sink, content, 0);
}

/** Whether an object and all that is in it never change. Numbers and texts are not cached: 0 equals -0. */
function isFrozenAndFlat(content: unknown): boolean {
  if (typeof content !== 'object' || content === null || !Object.isFrozen(content)) return false;
  return Object.values(content).every((member) => typeof member !== 'object' || member === null);
}
