/** Reads a simulation log as it comes: its header, then one cycle after the other. */
import type { Problem } from '@kineko/formats/problem';
import { Misfit } from '@kineko/formats/trace';
import { CycleReader } from './cycle-reader.js';
import { HeaderReader } from './header-reader.js';
import { type Line, LineQueue, MAX_LINE } from './line-queue.js';
import type { DeecoCycle, DeecoLogHeader } from './log.js';
import { type Chunks, LogStream, WholeLog } from '@kineko/formats/text';

/** So many problems are kept; all are counted. */
const MAX_PROBLEMS = 100;

export interface DeecoLogEnd {
  /** Whether the file stops within a line, as that of a killed run may. */
  readonly truncated: boolean;
  /** Up to this byte all is whole. */
  readonly offset: number;
  /** How many were read. */
  readonly cycles: number;
}

/**
 * Takes bytes as they come and gives cycles as soon as they are whole. A header that does not fit is thrown, as an
 * InputError, by `feed` or `close`: without it no cycle means anything. A cycle that does not fit is reported and passed
 * over, and keeps its number.
 */
export class DeecoLogReader {
  private readonly file: string;
  private readonly lines = new LineQueue();
  private readonly headerReader: HeaderReader;
  private foundHeader: DeecoLogHeader | undefined;
  private cycleReader: CycleReader | undefined;
  private readonly foundProblems: Problem[] = [];
  private damagedLines = 0;
  private cycles = 0;
  private nextCycle = 0;
  private isClosed = false;
  private isCutOff = false;
  private hasForeignText = false;
  /** Where the line started that was taken last. */
  private lineStart = 0;
  private foundEnd: DeecoLogEnd | undefined;

  /** `file` is what problems call it. */
  constructor(file: string) {
    this.file = file;
    this.headerReader = new HeaderReader(file);
  }

  /** As soon as it has been read. */
  get header(): DeecoLogHeader | undefined {
    return this.foundHeader;
  }

  /** When all has been read. */
  get end(): DeecoLogEnd | undefined {
    return this.foundEnd;
  }

  /** The first of the problems that were met so far. */
  get problems(): readonly Problem[] {
    return this.foundProblems;
  }

  /** How many lines were passed over because they do not fit. */
  get damaged(): number {
    return this.damagedLines;
  }

  /** The bytes may be used for something else once `next` has returned undefined. */
  feed(bytes: Uint8Array): void {
    this.lines.feed(bytes);
    this.readHeader();
  }

  /** Says that nothing more will come. */
  close(): void {
    this.isClosed = true;
    this.lines.close();
    this.readHeader();
    if (this.foundHeader === undefined) throw this.headerReader.endOfFile();
  }

  /** The next cycle; undefined if more bytes are needed for it, or none is left. */
  next(): DeecoCycle | undefined {
    const reader = this.cycleReader;
    if (reader === undefined) return undefined;
    for (let line = this.line(); line !== undefined; line = this.line()) {
      const cycle = this.cycle(reader, line);
      if (cycle !== undefined) return cycle;
    }
    if (this.isClosed) this.finish();
    return undefined;
  }

  private readHeader(): void {
    while (this.foundHeader === undefined) {
      const line = this.line();
      if (line === undefined) return;
      this.foundHeader = this.headerReader.take(line);
      if (this.foundHeader !== undefined) this.cycleReader = new CycleReader(this.foundHeader);
    }
  }

  private line(): Line | undefined {
    const start = this.lines.offset;
    const line = this.lines.next();
    if (line === undefined) return undefined;
    this.lineStart = start;
    if (!line.isUtf8 && !this.hasForeignText) {
      this.hasForeignText = true;
      this.report(
        'warning',
        line.number,
        1,
        'is no UTF-8: characters that cannot be read are replaced, here and below',
      );
    }
    return line;
  }

  private cycle(reader: CycleReader, line: Line): DeecoCycle | undefined {
    // It may stand between cycles, or at the end of a file that went through an editor, but is none itself.
    if (line.text === '' && !line.isTooLong) {
      this.passOver('error', line, 1, 'is empty; right would be a cycle, or the end of the file');
      return undefined;
    }
    const cycle = this.nextCycle++;
    if (line.isTooLong) {
      this.passOver('error', line, 1, `is longer than the ${MAX_LINE} bytes that a line may have`);
      return undefined;
    }
    try {
      const read = reader.read(line.text, cycle);
      this.cycles++;
      return read;
    } catch (failure) {
      if (!(failure instanceof Misfit)) throw failure;
      const column = (failure.offset ?? 0) + 1;
      if (line.isWhole) this.passOver('error', line, column, failure.message);
      else {
        this.isCutOff = true;
        this.passOver(
          'warning',
          line,
          column,
          `is cut off, as the last line of a run that was killed is: it ${failure.message}`,
        );
      }
      return undefined;
    }
  }

  private passOver(severity: Problem['severity'], line: Line, column: number, text: string): void {
    this.damagedLines++;
    this.report(severity, line.number, column, text);
  }

  private report(severity: Problem['severity'], line: number, column: number, text: string): void {
    if (this.foundProblems.length >= MAX_PROBLEMS) return;
    this.foundProblems.push({ severity, place: { file: this.file, line, column }, text });
  }

  private finish(): void {
    this.foundEnd ??= {
      truncated: this.isCutOff,
      offset: this.isCutOff ? this.lineStart : this.lines.offset,
      cycles: this.cycles,
    };
  }
}

/** Reads a simulation log from bytes at hand, or as they come. */
export class DeecoLog extends WholeLog<DeecoCycle, DeecoLogEnd, DeecoLogReader> {
  get header(): DeecoLogHeader {
    // There is one: `close` throws otherwise.
    return this.reader.header!;
  }
}

export class DeecoLogStream extends LogStream<DeecoCycle, DeecoLogEnd, DeecoLogReader> {
  /** As soon as it has been read. */
  get header(): DeecoLogHeader | undefined {
    return this.reader.header;
  }
}

/** All of a file; throws an InputError if its header is not that of a simulation log. `name` is what problems call it. */
export function readDeecoLog(bytes: Uint8Array, name: string): DeecoLog {
  return new DeecoLog(new DeecoLogReader(name), bytes);
}

/** A file as it is read, or a run as it goes. `name` is what problems call it. */
export function readDeecoLogStream(chunks: Chunks, name: string): DeecoLogStream {
  return new DeecoLogStream(new DeecoLogReader(name), chunks);
}
