/** Obstacles, objects and sizes of robots of a run, stored as a trace beside its Neko log, which does not contain them. */
import { writeFile } from 'node:fs/promises';
import { jsonHeader, JsonWriter, type RecordOf, type RecordHandler, type TraceRecord } from '@kineko/formats/trace';
import { writing } from '../node/file-errors.js';

export const WORLD_FILE = 'world.jsonl';

type WorldRecord = RecordOf<'obstacle'> | RecordOf<'object'> | RecordOf<'robot'>;

/** Collects records before the run starts, and ignores later ones. */
export class WorldFile {
  private readonly lines = new JsonWriter(WORLD_FILE);
  private isOpen = true;

  /** @param hasRobots Whether robots are stored too: their sizes are not in the settings. */
  constructor(private readonly hasRobots: boolean) {}

  /** Returns a function that collects records and passes them on. */
  before(take: RecordHandler): RecordHandler {
    return Object.assign(
      (record: Parameters<RecordHandler>[0]): void => {
        take(record);
        if (this.isOpen && isOfWorld(record) && (this.hasRobots || record.type !== 'robot')) this.lines.append(record);
      },
      { frequent: take.frequent },
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

function isOfWorld(record: TraceRecord): record is WorldRecord {
  return record.type === 'obstacle' || record.type === 'object' || record.type === 'robot';
}
