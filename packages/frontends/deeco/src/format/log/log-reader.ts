/** Reads a simulation log as it comes: its header, then one cycle after the other. */
import type { Problem } from '@kineko/formats/problem';
import { CycleReader, LineError } from './cycle-reader.js';
import { HeaderReader } from './header-reader.js';
import { type LogLine, LineQueue, MAX_LINE } from './line-queue.js';
import type { DeecoCycle, DeecoLogHeader } from './log.js';
import { WholeLog } from '@kineko/formats/text';

/** Problems beyond this limit are only counted. */
const MAX_PROBLEMS = 100;

export interface DeecoLogEnd {
  /** Whether the file stops within a line, as that of a killed run may. */
  readonly truncated: boolean;
  /** Number of bytes up to the end of the last complete line. */
  readonly offset: number;
  /** Number of cycles that were read. */
  readonly cycles: number;
}

/**
 * Takes bytes and returns cycles as soon as their lines are complete. `feed` and `close` throw an InputError for an invalid
 * header, because no cycle can be read without it. An invalid cycle is reported and skipped; its number stays reserved.
 */
export class DeecoLogReader {
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
  /** Start of the line that was read last. */
  private lineStart = 0;
  private foundEnd: DeecoLogEnd | undefined;

  /** `file` names the log in problems. */
  constructor(private readonly file: string) {
    this.headerReader = new HeaderReader(file);
  }

  /** Undefined until the header has been read. */
  get header(): DeecoLogHeader | undefined {
    return this.foundHeader;
  }

  /** Undefined until the whole log has been read. */
  get end(): DeecoLogEnd | undefined {
    return this.foundEnd;
  }

  /** The first problems found so far. */
  get problems(): readonly Problem[] {
    return this.foundProblems;
  }

  /** Number of invalid lines that were skipped. */
  get damaged(): number {
    return this.damagedLines;
  }

  /** The caller may reuse the buffer once `next` has returned undefined. */
  feed(bytes: Uint8Array): void {
    this.lines.feed(bytes);
    this.readHeader();
  }

  /** Marks the end of the input. */
  close(): void {
    this.isClosed = true;
    this.lines.close();
    this.readHeader();
    if (this.foundHeader === undefined) throw this.headerReader.endOfFile();
  }

  /** Returns the next cycle; undefined if it is not complete yet, or none is left. */
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

  private line(): LogLine | undefined {
    const start = this.lines.offset;
    const line = this.lines.next();
    if (line === undefined) return undefined;
    this.lineStart = start;
    if (!line.isUtf8 && !this.hasForeignText) {
      this.hasForeignText = true;
      this.report('warning', line.number, 1, 'not UTF-8; unreadable characters are replaced, here and below');
    }
    return line;
  }

  private cycle(reader: CycleReader, line: LogLine): DeecoCycle | undefined {
    // An empty line, such as a text editor leaves at the end of a file, takes no cycle number.
    if (line.text === '' && !line.isTooLong) {
      return this.skip('error', line, 1, 'empty line: expected a cycle or the end of the file');
    }
    const cycle = this.nextCycle++;
    if (line.isTooLong) return this.skip('error', line, 1, `line too long: expected at most ${MAX_LINE} bytes`);
    try {
      const read = reader.read(line.text, cycle);
      this.cycles++;
      return read;
    } catch (failure) {
      if (!(failure instanceof LineError)) throw failure;
      const column = failure.offset + 1;
      if (line.isWhole) return this.skip('error', line, column, failure.message);
      this.isCutOff = true;
      return this.skip('warning', line, column, `incomplete last line (was the run killed?): ${failure.message}`);
    }
  }

  private skip(severity: Problem['severity'], line: LogLine, column: number, text: string): undefined {
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

/** A simulation log from bytes at hand. */
export class DeecoLog extends WholeLog<DeecoCycle, DeecoLogEnd, DeecoLogReader> {
  get header(): DeecoLogHeader {
    // `close` throws if there is no header.
    return this.reader.header!;
  }
}

/** Reads a whole file; throws an InputError if its header is invalid. `name` names the file in problems. */
export function readDeecoLog(bytes: Uint8Array, name: string): DeecoLog {
  return new DeecoLog(new DeecoLogReader(name), bytes);
}
