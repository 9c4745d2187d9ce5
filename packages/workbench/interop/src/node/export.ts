/** A run as an MCAP recording: the messages of its channels, and the trace itself. */
import type { TraceRecord } from '@kineko/formats/trace';
import type { IWritable, McapWriter } from '@mcap/core';
import {
  type ChannelMessage,
  ChannelMessages,
  type ChannelOptions,
  encodedMessage,
  nanoseconds,
} from './channel-messages.js';
import { type ChannelName, CHANNELS, schemaOf } from './channels.js';
import { type McapLibraries, mcapLibraries } from './libraries.js';
import { type CheckedRun, propertyMessages } from './property-messages.js';

export interface McapExportOptions extends ChannelOptions {
  /** Program and version, for the header of the file. */
  readonly library: string;
}

/** Name of the attachments that hold the trace, in order. */
export const TRACE_PART = 'kineko-trace';
/** Bytes of the trace per attachment: the library keeps an attachment in memory. */
const PART_BYTES = 1 << 23;

export class McapExport {
  private readonly channels = new Map<ChannelName, number>();
  private readonly sequence = new Map<ChannelName, number>();
  private readonly messages: ChannelMessages;
  private readonly trace: Uint8Array[] = [];
  private traceBytes = 0;

  private constructor(
    private readonly writer: McapWriter,
    private readonly libraries: McapLibraries,
    options: McapExportOptions,
  ) {
    this.messages = new ChannelMessages(options);
  }

  static async begin(writable: IWritable, options: McapExportOptions): Promise<McapExport> {
    const libraries = await mcapLibraries();
    const writer = new libraries.mcap.McapWriter({ writable });
    await writer.start({ profile: '', library: options.library });
    return new McapExport(writer, libraries, options);
  }

  /** Takes the next record; messages are written by `flush`. */
  add(record: TraceRecord): void {
    this.messages.add(record);
  }

  /** Keeps bytes of the trace. */
  attach(bytes: Uint8Array): void {
    this.trace.push(bytes);
    this.traceBytes += bytes.length;
  }

  async flush(): Promise<void> {
    await this.write(this.messages.takeMessages());
    if (this.traceBytes >= PART_BYTES) await this.writePart();
  }

  /** @param checked Verdicts on the run. */
  async end(checked?: CheckedRun): Promise<void> {
    // Where everything is at the end of the run.
    this.messages.showAt(this.messages.now);
    await this.flush();
    if (checked !== undefined) await this.write(propertyMessages(checked, this.messages.now));
    if (this.traceBytes > 0) await this.writePart();
    await this.writer.end();
  }

  private async write(messages: readonly ChannelMessage[]): Promise<void> {
    for (const { channel, time, content } of messages) {
      const sequence = this.sequence.get(channel) ?? 0;
      this.sequence.set(channel, sequence + 1);
      await this.writer.addMessage({
        channelId: await this.channelOf(channel),
        sequence,
        logTime: nanoseconds(time),
        publishTime: nanoseconds(time),
        data: encodedMessage(content),
      });
    }
  }

  private async writePart(): Promise<void> {
    const data = new Uint8Array(this.traceBytes);
    let at = 0;
    for (const piece of this.trace.splice(0)) {
      data.set(piece, at);
      at += piece.length;
    }
    this.traceBytes = 0;
    const time = nanoseconds(this.messages.now);
    await this.writer.addAttachment({
      name: TRACE_PART,
      logTime: time,
      createTime: time,
      mediaType: 'application/octet-stream',
      data,
    });
  }

  private async channelOf(channel: ChannelName): Promise<number> {
    const known = this.channels.get(channel);
    if (known !== undefined) return known;
    const { name, text } = schemaOf(channel, this.libraries);
    const schemaId = await this.writer.registerSchema({
      name,
      encoding: 'jsonschema',
      data: new TextEncoder().encode(text),
    });
    const id = await this.writer.registerChannel({
      schemaId,
      topic: CHANNELS[channel].topic,
      messageEncoding: 'json',
      metadata: new Map(),
    });
    this.channels.set(channel, id);
    return id;
  }
}
