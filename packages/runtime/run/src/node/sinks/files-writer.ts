/** Writes records to files: as a packed trace, as text, or both, one chunk at a time. */
import { BinaryReader, binaryHeader, type TraceObject, TraceWriter } from '@kineko/formats/trace';
import { GrowingFile } from './growing-file.js';
import { makerOf, type TextFormat, type TextMaker } from './text-maker.js';

/** A file that is open for writing. */
export interface FileData {
  readonly descriptor: number;
  readonly path: string;
  readonly length: number;
}

/** Plain data, which can be sent to a thread. */
export interface FilesData {
  readonly text: { readonly file: FileData; readonly format: TextFormat } | undefined;
  /** Its header is already written. */
  readonly trace: { readonly file: FileData; readonly info: TraceObject } | undefined;
  /** Maximum size of both files together (bytes). */
  readonly limit: number;
}

interface OpenText {
  readonly file: GrowingFile;
  readonly maker: TextMaker;
  readonly reader: BinaryReader;
}

interface OpenTrace {
  readonly file: GrowingFile;
  readonly writer: TraceWriter;
  /** A pipe gets complete blocks only. */
  readonly isSeekable: boolean;
}

export class FilesWriter {
  private hasLeftOut = false;

  private constructor(
    private readonly text: OpenText | undefined,
    private readonly trace: OpenTrace | undefined,
    private readonly limit: number,
  ) {}

  static async create({ text, trace, limit }: FilesData): Promise<FilesWriter> {
    return new FilesWriter(text && (await openText(text)), trace && openTrace(trace), limit);
  }

  /** Whether records were left out because of the limit; none are written after that. */
  get isFull(): boolean {
    return this.hasLeftOut;
  }

  /** Writes whole canonical records. When it returns, they have left the process and survive its death. */
  write(chunk: Uint8Array): void {
    if (this.hasLeftOut) return;
    const lines = this.linesOf(chunk);
    // Packed records may turn out shorter.
    const traceLength = this.trace === undefined ? 0 : this.trace.writer.length + chunk.length;
    if ((this.text?.file.length ?? 0) + lines.length + traceLength > this.limit) {
      this.hasLeftOut = true;
      return;
    }
    const { file, writer, isSeekable } = this.trace ?? {};
    writer?.add(chunk);
    const pieces = (isSeekable === true ? writer?.flush() : writer?.take()) ?? [];
    // The longer text first: a reader that sees the trace grow finds the text complete.
    if (lines.length > 0) this.text!.file.append(lines);
    for (const piece of pieces) file!.writeAt(piece);
  }

  /** Completes the files. */
  end(): void {
    for (const piece of this.trace?.writer.end() ?? []) this.trace!.file.writeAt(piece);
  }

  private linesOf(chunk: Uint8Array): Uint8Array {
    if (this.text === undefined) return new Uint8Array(0);
    const { reader, maker } = this.text;
    reader.feed(chunk);
    for (let record = reader.next(); record !== undefined; record = reader.next()) maker.append(record);
    return maker.take();
  }
}

async function openText({ file: data, format }: NonNullable<FilesData['text']>): Promise<OpenText> {
  const maker = await makerOf(format, data.path);
  const reader = new BinaryReader(data.path, { without: maker.without });
  reader.feed(binaryHeader());
  return { file: new GrowingFile(data.descriptor, data.path, data.length), maker, reader };
}

function openTrace({ file: data, info }: NonNullable<FilesData['trace']>): OpenTrace {
  const file = new GrowingFile(data.descriptor, data.path, data.length);
  const writer = new TraceWriter(info, data.path);
  // The header, which is already there.
  writer.take();
  return { file, writer, isSeekable: file.isSeekable };
}

/** Creates a trace with its header. */
export function createTrace(path: string, info: TraceObject): GrowingFile {
  const header = TraceWriter.header(info, path);
  const file = GrowingFile.create(path);
  file.append(header);
  return file;
}
