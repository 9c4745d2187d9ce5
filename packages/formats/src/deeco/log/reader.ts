/** Reads a simulation log as it comes: its header, then one cycle after the other. */
import type { Problem } from '../../problem.js';
import { Misfit } from '../../trace/trace-error.js';
import { CycleReader } from './cycle-reader.js';
import { HeaderReader } from './header-reader.js';
import { type Line, LineQueue, MAX_LINE } from './line-queue.js';
import type { DeecoCycle, DeecoLogHeader } from './log.js';

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
  readonly #file: string;
  readonly #lines = new LineQueue();
  readonly #headerReader: HeaderReader;
  #header: DeecoLogHeader | undefined;
  #cycleReader: CycleReader | undefined;
  readonly #problems: Problem[] = [];
  #damaged = 0;
  #cycles = 0;
  #nextCycle = 0;
  #isClosed = false;
  #isCutOff = false;
  #hasForeignText = false;
  /** Where the line started that was taken last. */
  #lineStart = 0;
  #end: DeecoLogEnd | undefined;

  /** `file` is what problems call it. */
  constructor(file: string) {
    this.#file = file;
    this.#headerReader = new HeaderReader(file);
  }

  /** As soon as it has been read. */
  get header(): DeecoLogHeader | undefined {
    return this.#header;
  }

  /** When all has been read. */
  get end(): DeecoLogEnd | undefined {
    return this.#end;
  }

  /** The first of the problems that were met so far. */
  get problems(): readonly Problem[] {
    return this.#problems;
  }

  /** How many lines were passed over because they do not fit. */
  get damaged(): number {
    return this.#damaged;
  }

  /** The bytes may be used for something else once `next` has returned undefined. */
  feed(bytes: Uint8Array): void {
    this.#lines.feed(bytes);
    this.#readHeader();
  }

  /** Says that nothing more will come. */
  close(): void {
    this.#isClosed = true;
    this.#lines.close();
    this.#readHeader();
    if (this.#header === undefined) throw this.#headerReader.endOfFile();
  }

  /** The next cycle; undefined if more bytes are needed for it, or none is left. */
  next(): DeecoCycle | undefined {
    const reader = this.#cycleReader;
    if (reader === undefined) return undefined;
    for (let line = this.#line(); line !== undefined; line = this.#line()) {
      const cycle = this.#cycle(reader, line);
      if (cycle !== undefined) return cycle;
    }
    if (this.#isClosed) this.#finish();
    return undefined;
  }

  #readHeader(): void {
    while (this.#header === undefined) {
      const line = this.#line();
      if (line === undefined) return;
      this.#header = this.#headerReader.take(line);
      if (this.#header !== undefined) this.#cycleReader = new CycleReader(this.#header);
    }
  }

  #line(): Line | undefined {
    const start = this.#lines.offset;
    const line = this.#lines.next();
    if (line === undefined) return undefined;
    this.#lineStart = start;
    if (!line.isUtf8 && !this.#hasForeignText) {
      this.#hasForeignText = true;
      this.#report(
        'warning',
        line.number,
        1,
        'is no UTF-8: characters that cannot be read are replaced, here and below',
      );
    }
    return line;
  }

  #cycle(reader: CycleReader, line: Line): DeecoCycle | undefined {
    // It may stand between cycles, or at the end of a file that went through an editor, but is none itself.
    if (line.text === '' && !line.isTooLong) {
      this.#passOver('error', line, 1, 'is empty; right would be a cycle, or the end of the file');
      return undefined;
    }
    const cycle = this.#nextCycle++;
    if (line.isTooLong) {
      this.#passOver('error', line, 1, `is longer than the ${MAX_LINE} bytes that a line may have`);
      return undefined;
    }
    try {
      const read = reader.read(line.text, cycle);
      this.#cycles++;
      return read;
    } catch (failure) {
      if (!(failure instanceof Misfit)) throw failure;
      const column = (failure.offset ?? 0) + 1;
      if (line.isWhole) this.#passOver('error', line, column, failure.message);
      else {
        this.#isCutOff = true;
        this.#passOver(
          'warning',
          line,
          column,
          `is cut off, as the last line of a run that was killed is: it ${failure.message}`,
        );
      }
      return undefined;
    }
  }

  #passOver(severity: Problem['severity'], line: Line, column: number, text: string): void {
    this.#damaged++;
    this.#report(severity, line.number, column, text);
  }

  #report(severity: Problem['severity'], line: number, column: number, text: string): void {
    if (this.#problems.length >= MAX_PROBLEMS) return;
    this.#problems.push({ severity, place: { file: this.#file, line, column }, text });
  }

  #finish(): void {
    this.#end ??= {
      truncated: this.#isCutOff,
      offset: this.#isCutOff ? this.#lineStart : this.#lines.offset,
      cycles: this.#cycles,
    };
  }
}
