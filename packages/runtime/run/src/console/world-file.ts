/** Obstacles and objects of a run, stored as a trace beside its Neko log, which does not contain them. */
import { readFile, writeFile } from 'node:fs/promises';
import { jsonHeader, JsonWriter, readTrace, type RecordOf, type RecordHandler } from '@kineko/formats/trace';
import { writing } from '../node/file-errors.js';

export const WORLD_FILE = 'world.jsonl';

type WorldRecord = RecordOf<'obstacle'> | RecordOf<'object'>;

/** Collects records before the run starts, and ignores later ones. */
export class WorldFile {
  private readonly lines = new JsonWriter(WORLD_FILE);
  private isOpen = true;

  /** Returns a function that collects records and passes them on. */
  before(take: RecordHandler): RecordHandler {
    return Object.assign(
      (record: Parameters<RecordHandler>[0]): void => {
        take(record);
        if (this.isOpen && (record.type === 'obstacle' || record.type === 'object')) this.lines.append(record);
      },
      { reused: take.reused },
    );
  }

  get isEmpty(): boolean {
    return this.lines.length === 0;
  }

  close(): void {
    this.isOpen = false;
  }

  async write(path: string): Promise<void> {
    await writing(path, () => writeFile(path, jsonHeader() + this.lines.take()));
  }
}

/** Throws if the file has another format. */
export async function readWorldFile(path: string): Promise<WorldRecord[]> {
  const records: WorldRecord[] = [];
  for (const record of readTrace(await readFile(path), path)) {
    if (record.type === 'obstacle' || record.type === 'object') records.push(record);
  }
  return records;
}
