/** Records as lines of a JSON trace, whose reader checks every field. A message is sent as its `send` record. */
import { jsonHeader, JsonReader, JsonWriter, type TraceRecord } from '@kineko/formats/trace';
import { BadFrame } from './frames.js';

const HEADER = Buffer.from(jsonHeader());
const LINE_END = Buffer.from('\n');

export class RecordLineReader {
  private reader: JsonReader | undefined;

  read(line: Uint8Array): TraceRecord {
    if (line.includes(LINE_END[0]!)) throw new BadFrame('two lines in place of one');
    try {
      const record = this.next(line);
      if (record !== undefined) return record;
    } catch (cause) {
      // The reader cannot continue after an invalid line.
      this.reader = undefined;
      throw new BadFrame('a line that is no record', { cause });
    }
    throw new BadFrame('an empty line');
  }

  private next(line: Uint8Array): TraceRecord | undefined {
    if (this.reader === undefined) {
      this.reader = new JsonReader('line');
      this.reader.feed(HEADER);
    }
    this.reader.feed(line);
    this.reader.feed(LINE_END);
    return this.reader.next();
  }
}

/** Prints a record as a line, without its end; throws a TraceError if it cannot be written. */
export class RecordLineWriter {
  private readonly writer = new JsonWriter('records');

  print(record: TraceRecord): string {
    this.writer.append(record);
    return this.writer.take().slice(0, -1);
  }
}
