/** Reads the lines of a Neko log back as records, as far as possible. */
import { InputError, type Problem } from '../problem.js';
import { ByteQueue } from '../trace/byte-queue.js';
import type { RecordReader, TraceEnd } from '../trace/header.js';
import type { TraceRecord } from '../trace/records.js';
import { LineReader } from './line-reader.js';
import { isContinuation, isStartOfLine, MAX_STRANGE_LINES } from './recognition.js';
import { LINE_END, Scanner, textOf } from './scanner.js';

/** Longer lines are skipped. */
export const MAX_LINE = 1 << 20;

/** Maximum number of problems that are stored; all are counted. */
const MAX_PROBLEMS = 100;

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/**
 * See `RecordReader`. An invalid line is reported and skipped. Throws an `InputError` only if none of the first lines looks
 * like a Neko log. Numbers have three decimals, like the lines; tasks and messages are numbered in the order of the lines.
 */
export class NekoLogReader implements RecordReader {
  /** A Neko log has no header. */
  readonly header = undefined;
  private readonly name: string;
  private readonly queue = new ByteQueue();
  private readonly scanner = new Scanner();
  private readonly line: LineReader;
  private readonly foundProblems: Problem[] = [];
  /** End of the complete lines in the buffer. */
  private to = 0;
  /** The bytes of the file up to this offset contain no further line end. */
  private searched = 0;
  private isClosed = false;
  private isPassingOver = false;
  private isFamiliar = false;
  private lines = 0;
  private records = 0;
  private damagedLines = 0;
  private continuationLines = 0;
  private foundEnd: TraceEnd | undefined;

  /** `name` is the name of the file in problems. */
  constructor(name: string) {
    this.name = name;
    this.line = new LineReader(this.scanner);
  }

  get end(): TraceEnd | undefined {
    return this.foundEnd;
  }

  /** Offset in the file up to which everything has been returned, once `next` has returned undefined. */
  get offset(): number {
    return this.queue.base + this.scanner.at;
  }

  /** The first problems so far. */
  get problems(): readonly Problem[] {
    return this.foundProblems;
  }

  /** Number of lines that were skipped because they are invalid. */
  get damaged(): number {
    return this.damagedLines;
  }

  /** Number of lines that continue the line before (stack traces), are empty, or are comments. */
  get continuations(): number {
    return this.continuationLines;
  }

  feed(bytes: Uint8Array): void {
    const queue = this.queue;
    queue.from = this.scanner.at;
    // A line that was found and not read has to be found again.
    if (queue.from < this.to) this.searched = queue.offset;
    queue.feed(bytes);
    this.aim();
  }

  close(): void {
    this.isClosed = true;
  }

  next(): TraceRecord | undefined {
    const line = this.line;
    const further = line.further();
    if (further !== undefined) return this.counted(further);
    const scanner = this.scanner;
    while (scanner.at < this.to || this.findLines()) {
      const start = scanner.at;
      const outcome = line.read();
      this.lines++;
      if (outcome === undefined) this.misfit(start);
      else this.isFamiliar = true;
      scanner.passLine();
      if (outcome !== undefined && outcome !== 'nothing') return this.counted(outcome);
    }
    return undefined;
  }

  private counted(record: TraceRecord): TraceRecord {
    this.records++;
    return record;
  }

  private aim(): void {
    const { bytes, from } = this.queue;
    this.scanner.aim(bytes, from);
    this.to = from;
  }

  /** Finds complete lines that are not too long; returns false if the buffer has none. */
  private findLines(): boolean {
    const queue = this.queue;
    queue.from = this.scanner.at;
    if (queue.offset === 0 && !this.passMark()) return this.pause();
    while (true) {
      if (this.isPassingOver && !this.passOver()) return this.pause();
      const { bytes, from } = queue;
      const limit = Math.min(queue.to, from + MAX_LINE + 1);
      const unsearched = Math.max(from, this.searched - queue.base);
      const last = unsearched >= limit ? -1 : bytes.subarray(unsearched, limit).lastIndexOf(LINE_END);
      if (last >= 0) {
        this.aim();
        this.to = unsearched + last + 1;
        this.searched = queue.base + this.to;
        return true;
      }
      this.searched = queue.base + limit;
      if (limit - from <= MAX_LINE) return this.pause();
      this.tooLong();
    }
  }

  /** Skips a byte order mark; returns false if it may be incomplete. */
  private passMark(): boolean {
    const { bytes, from, length } = this.queue;
    const isMark = BYTE_ORDER_MARK.every((byte, i) => i >= length || bytes[from + i] === byte);
    if (!isMark || length === 0) return true;
    if (length < BYTE_ORDER_MARK.length) return this.isClosed;
    this.queue.from += BYTE_ORDER_MARK.length;
    return true;
  }

  private tooLong(): void {
    this.lines++;
    this.report('error', 1, `is longer than the ${MAX_LINE} bytes that a line may have`);
    this.isPassingOver = true;
  }

  /** Skips to the end of a line that is too long; returns false if the end has not arrived. */
  private passOver(): boolean {
    const queue = this.queue;
    const end = queue.bytes.subarray(queue.from, queue.to).indexOf(LINE_END);
    queue.from = end < 0 ? queue.to : queue.from + end + 1;
    this.searched = queue.offset;
    this.isPassingOver = end < 0;
    return end >= 0;
  }

  /** Called when the buffer has no complete line. */
  private pause(): false {
    const queue = this.queue;
    if (this.isClosed) this.finish();
    else queue.release();
    this.aim();
    return false;
  }

  private finish(): void {
    if (this.foundEnd !== undefined) return;
    const queue = this.queue;
    const truncated = queue.length > 0 || this.isPassingOver;
    const rest = textOf(queue.bytes, queue.from, queue.to) ?? '';
    if (queue.length > 0) {
      this.lines++;
      if (isStartOfLine(rest)) this.isFamiliar = true;
      this.report(
        'warning',
        1,
        `is cut off, as the last line of a run that was killed is: it reads ${JSON.stringify(rest.slice(0, 60))} and does not end`,
      );
    }
    if (!this.isFamiliar && this.damagedLines > 0) throw this.strange();
    this.foundEnd = { truncated, offset: queue.offset, records: this.records, skipped: 0 };
  }

  private misfit(start: number): void {
    const scanner = this.scanner;
    const { problem, problemAt, isFamiliar } = this.line;
    scanner.at = start;
    if (isFamiliar) this.isFamiliar = true;
    else if (isContinuation(scanner)) {
      this.continuationLines++;
      return;
    }
    scanner.at = problemAt;
    const column = problemAt - start + 1;
    const read = scanner.isAtEnd() ? `ends at column ${column}` : `reads ${scanner.shown()} from column ${column} on`;
    this.report('error', column, `${read}; ${problem}`);
    if (!this.isFamiliar && this.damagedLines >= MAX_STRANGE_LINES) throw this.strange();
  }

  private report(severity: Problem['severity'], column: number, text: string): void {
    this.damagedLines++;
    if (this.foundProblems.length >= MAX_PROBLEMS) return;
    this.foundProblems.push({ severity, place: { file: this.name, line: this.lines, column }, text });
  }

  private strange(): InputError {
    const text =
      `nothing in ${this.lines === 1 ? 'its line' : `its first ${this.lines} lines`} looks like a Neko log, ` +
      'whose lines start with a time, a process and a logger: 53.710 p9 Event: …';
    return new InputError([{ severity: 'error', place: { file: this.name }, text }, ...this.foundProblems.slice(0, 3)]);
  }
}
