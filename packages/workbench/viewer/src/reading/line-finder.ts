/** Finds the wanted lines around a time by reading blocks of the file. */
import type { TraceRecord } from '@kineko/formats/trace';
import { isListed, isNarrow, type LineFilter, ownerOf } from './line-filter.js';
import { KeptLines, linesOfLog, linesOfTrace, type LogLine } from './owned-lines.js';
import { type Block, LineIndex } from './line-index.js';
import type { LogReader } from './log-kind.js';
import type { LinesAround } from './protocol.js';
import type { LogSource } from './source.js';

/** Limits on the blocks read per request, in either direction: for all lines, and for few of them. */
const MAX_BLOCKS = 48;
const MAX_SEARCHED = 1024;

export class LineFinder {
  private readonly kept = new KeptLines();
  private index: LineIndex | undefined;
  private headEnd = 0;

  constructor(
    private readonly log: LogReader,
    private readonly source: LogSource,
  ) {}

  /** Memory use, without the lines that had to be kept. */
  get bytes(): number {
    return this.index?.bytes ?? 0;
  }

  /** Call it after bytes have been fed, before any of their records is read. */
  fed(): void {
    const { log } = this;
    if (this.index !== undefined || log.kind === 'own') return;
    // Records of a trace can only be read after its header.
    if (log.kind !== 'neko') {
      if (log.reader.header === undefined) return;
      this.headEnd = log.reader.offset;
    }
    this.index = new LineIndex(this.headEnd);
  }

  note(record: TraceRecord): void {
    if (this.log.kind === 'own') this.kept.add(record);
    else this.index?.note(record.time, isListed(record) ? ownerOf(record) : undefined);
  }

  /** Call it when all fed records have been noted. */
  advance(): void {
    if (this.log.kind !== 'own') this.index?.advance(this.log.reader.offset);
  }

  /** Up to `count` lines before a time, and up to `count` after it. */
  async around(filter: LineFilter, time: number, count: number): Promise<LinesAround> {
    const { log, index } = this;
    if (log.kind === 'own') return around(this.kept.of(filter), time, count);
    if (index === undefined) return { lines: [], isFirst: true, isLast: true };
    // The block around the time may hold lines of both sides.
    const [back, on] = [index.before(filter.owner, time), index.after(filter.owner, time)];
    const earlier = await this.gather(back, filter, count, (line) => line.time <= time);
    const later = await this.gather(on, filter, count, (line) => line.time > time);
    const lines = [...earlier.parts.toReversed().flat(), ...later.parts.flat()];
    const cut = around(lines, time, count);
    return { ...cut, isFirst: cut.isFirst && earlier.isAll, isLast: cut.isLast && later.isAll };
  }

  private async gather(
    blocks: Iterable<Block>,
    filter: LineFilter,
    count: number,
    counts: (line: LogLine) => boolean,
  ): Promise<{ readonly parts: readonly (readonly LogLine[])[]; readonly isAll: boolean }> {
    const parts: LogLine[][] = [];
    const most = isNarrow(filter) ? MAX_SEARCHED : MAX_BLOCKS;
    let found = 0;
    for (const block of blocks) {
      if (parts.length >= most || found >= count) return { parts, isAll: false };
      const lines = await this.linesOf(block, filter);
      found += lines.filter(counts).length;
      parts.push(lines);
    }
    return { parts, isAll: true };
  }

  private async linesOf({ from, to }: Block, filter: LineFilter): Promise<LogLine[]> {
    const bytes = await this.source.read(from, to);
    const { kind } = this.log;
    if (kind === 'neko') return linesOfLog(bytes, filter);
    const head = await this.source.read(0, this.headEnd);
    return kind === 'own' ? [] : linesOfTrace(kind, head, bytes, filter);
  }
}

function around(lines: readonly LogLine[], time: number, count: number): LinesAround {
  const after = lines.findIndex((line) => line.time > time);
  const middle = after < 0 ? lines.length : after;
  const [from, to] = [Math.max(0, middle - count), Math.min(lines.length, middle + count)];
  return { lines: lines.slice(from, to), isFirst: from === 0, isLast: to === lines.length };
}
