/** Many messages, recorded while they are created, with an account of what is not in the file yet. */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BinaryWriter } from '@kineko/formats/trace';
import { mcapLibraries } from '../src/node/libraries.js';
import { McapSink } from '../src/node/mcap-sink.js';
import { openRecording } from '../src/node/recording.js';

export interface Recorded {
  /** Messages that the library's indexed reader finds, in order. */
  readonly messages: number;
  /** Bytes by which the texts of messages were ahead of the file, at most. */
  readonly largestLead: number;
  readonly fileBytes: number;
}

/** Bytes of records that are passed on at once, as a run does. */
const CHUNK = 1 << 16;

export async function recordMessages(count: number): Promise<Recorded> {
  const folder = mkdtempSync(join(tmpdir(), 'kineko-mcap-'));
  try {
    const path = join(folder, 'run.mcap');
    const options = { info: {}, library: 'test', outlineOf: () => undefined };
    const sink = await McapSink.begin(() => openSync(path, 'w'), options);
    const writer = new BinaryWriter('test');
    let [produced, largestLead] = [0, 0];
    for (let number = 0; number < count; number++) {
      const text = `message ${number}`;
      writer.append({ type: 'log', time: number / 1000, process: 0, logger: 'a', level: 'info', text });
      produced += text.length;
      if (writer.length < CHUNK) continue;
      sink.write(writer.lend());
      // The simulator lets the host take its turn like this.
      await new Promise((resolve) => void setImmediate(resolve));
      // A message takes more bytes in the file than its text, so this is a bound.
      largestLead = Math.max(largestLead, produced - statSync(path).size);
    }
    sink.write(writer.lend());
    await sink.close();
    return { messages: await messagesIn(path), largestLead, fileBytes: statSync(path).size };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function messagesIn(path: string): Promise<number> {
  const descriptor = openSync(path, 'r');
  try {
    const readable = {
      size: async () => BigInt(statSync(path).size),
      async read(offset: bigint, size: bigint) {
        const bytes = new Uint8Array(Number(size));
        readSync(descriptor, bytes, 0, bytes.length, Number(offset));
        return bytes;
      },
    };
    const reader = await openRecording(await mcapLibraries(), readable, 'run.mcap');
    let messages = 0;
    for await (const { sequence } of reader.readMessages({ topics: ['/log'] })) if (sequence === messages) messages++;
    return messages;
  } finally {
    closeSync(descriptor);
  }
}
