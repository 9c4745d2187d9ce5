import { messageOf } from '@kineko/kernel';
import { MessageError, type NekoMessage, sealed } from '../../message.js';
import { onRecord } from '../../records.js';
import { BadFrame } from './frames.js';
import { type RecordLineReader, RecordLineWriter } from './record-lines.js';

const writer = new RecordLineWriter();

/** Prints a message as a line, with its sending time. */
export function printMessage(message: NekoMessage, time: number): string {
  const { from, to, number, protocol, type, content } = message;
  try {
    return writer.print({
      type: 'send',
      time,
      process: from,
      message: number,
      to,
      protocol,
      messageType: type,
      content: onRecord(content),
    });
  } catch (cause) {
    const why = messageOf(cause);
    throw new MessageError(`${nameOf(message)}: it cannot be sent over a real network: ${why}`, { cause });
  }
}

export function nameOf({ from, protocol, type }: NekoMessage): string {
  return `p${from}, protocol '${protocol}', a message ${type}`;
}

export interface Arrival {
  readonly message: NekoMessage;
  /** By the sender's clock. */
  readonly sentAt: number;
}

export interface Expected {
  readonly n: number;
  readonly to: number;
  /** Known on a connection, unknown for a datagram. */
  readonly from?: number;
}

/** Reads and checks a message; throws a BadFrame if it is invalid. */
export function readMessage(line: Uint8Array, reader: RecordLineReader, expected: Expected): Arrival {
  const record = reader.read(line);
  if (record.type !== 'send') throw new BadFrame(`a record ${record.type} in place of a message`);
  const { process: from, message: number, to, protocol, messageType: type, content, time } = record;
  const { n } = expected;
  if (!isId(from, n) || from === expected.to) throw new BadFrame('a message of a process that is none of the others');
  if (expected.from !== undefined && from !== expected.from) throw new BadFrame("a message in another's name");
  if (!(Number.isSafeInteger(number) && number >= 1)) throw new BadFrame('a message without a number');
  if (!to.every((id) => isId(id, n)) || !to.includes(expected.to)) throw new BadFrame('a message for another process');
  if (!(time >= 0 && time < Infinity)) throw new BadFrame('a message from no time');
  return { message: sealed({ to, protocol, type, content }, from, number), sentAt: time };
}

function isId(id: number, n: number): boolean {
  return Number.isInteger(id) && id >= 0 && id < n;
}
