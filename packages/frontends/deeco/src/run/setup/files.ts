/** The files of a scenario: the bitmap of its map, its log, the logs of its layers. */
import { type Source, textOf } from '@kineko/run';
import { isDeecoLog } from '../../format/recognition.js';
import { InputError, type Place } from '@kineko/formats/problem';
import type { LayerLog } from '../environment/sensory-inputs-processor.js';

export interface OutputFile {
  /** Names the file in messages. */
  readonly path: string;
  /** The first call creates the file and its parent folders. */
  write(bytes: Uint8Array): void;
  close(): void;
}

/** A kind of files; an existing file of the kind may be replaced. */
export interface OutputKind {
  /** With its article, for messages: "a DEECo log". */
  readonly name: string;
  /** Whether a file with this start and length is of this kind. */
  readonly isOne: (start: Uint8Array, length: number) => boolean;
}

export interface OutputRequest {
  /** Whether the user named the file, not the scenario. */
  readonly isChosen: boolean;
  readonly kind: OutputKind;
  /** The flag with which the user may allow a refused file. */
  readonly flag: string;
}

export interface DeecoFiles {
  /** Throws an `InputError` if the file cannot be read. */
  readBytes(path: string, from: Source): Promise<Uint8Array>;
  /** Throws an `InputError` if the file may not be written. A file chosen by the user may be anywhere and replace anything. */
  output(path: string, from: Source, request: OutputRequest): Promise<OutputFile>;
}

/** The request for the log of a scenario. */
export function logRequest(isChosen: boolean): OutputRequest {
  const isOne = (start: Uint8Array): boolean => isDeecoLog(textOf(start));
  return { isChosen, kind: { name: 'a DEECo log', isOne }, flag: '--logfile' };
}

/** Discards the bytes. */
export const NOWHERE: OutputFile = { path: '', write: () => {}, close: () => {} };

/** The logs that layers open in `processArg`; the files behind them are opened, and checked, afterwards. */
export class LayerOutputs {
  private readonly wanted: {
    readonly path: string;
    readonly place: Place;
    readonly log: LateLog;
    readonly isOne: OutputKind['isOne'];
  }[] = [];

  /** The writers of paths, by the paths as written in the scenario. */
  private readonly writers: Map<string, string>;

  constructor(
    private readonly files: DeecoFiles,
    private readonly source: Source,
    logfile: string,
  ) {
    this.writers = new Map([[logfile, 'the log of the scenario']]);
  }

  open(path: string, place: Place, isOne: OutputKind['isOne']): LayerLog {
    const writer = this.writers.get(path);
    if (writer !== undefined) throw new Error(`${writer} writes to ${JSON.stringify(path)} already; use another file`);
    this.writers.set(path, 'another layer');
    const log = new LateLog();
    this.wanted.push({ path, place, log, isOne });
    return log;
  }

  /** Opens the files behind the logs; throws an InputError if one of them may not be written. */
  async settled(): Promise<OutputFile[]> {
    const outputs: OutputFile[] = [];
    for (const { path, place, log, isOne } of this.wanted) {
      const kind = { name: 'a log of this layer', isOne };
      try {
        log.file = await this.files.output(path, this.source, { isChosen: false, kind, flag: '--allow-path' });
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        throw new InputError(error.problems.map((problem) => ({ ...problem, place })));
      }
      outputs.push(log.file);
    }
    return outputs;
  }
}

class LateLog implements LayerLog {
  file: OutputFile = NOWHERE;

  write(bytes: Uint8Array): void {
    this.file.write(bytes);
  }
}
