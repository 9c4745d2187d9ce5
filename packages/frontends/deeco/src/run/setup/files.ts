/** The files of a scenario: the picture of its map, its log, the logs of its layers. */
import { type Source, textOf } from '@kineko/run';
import { isDeecoLog } from '../../format/recognition.js';
import { InputError, type Place } from '@kineko/formats/problem';
import type { LayerLog } from '../environment/sensory-inputs-processor.js';

export interface OutputFile {
  /** As messages call it. */
  readonly path: string;
  /** The file, and the folders above it, are made with the first bytes. */
  write(bytes: Uint8Array): void;
  close(): void;
}

/** Files of one kind, which a new one may replace. */
export interface OutputKind {
  /** With its article, for messages: "a DEECo log". */
  readonly name: string;
  /** Whether a file that starts with these bytes, and has this length, is one. */
  readonly isOne: (start: Uint8Array, length: number) => boolean;
}

export interface OutputRequest {
  /** Whether the user named the file, and not the scenario. */
  readonly isChosen: boolean;
  readonly kind: OutputKind;
  /** The flag by which the user may allow a file that is refused. */
  readonly flag: string;
}

export interface DeecoFiles {
  /** Throws an `InputError` if it cannot be had. */
  readBytes(path: string, from: Source): Promise<Uint8Array>;
  /** Throws an `InputError` if nothing may be written there. What the user has chosen may be anywhere, and replace anything. */
  output(path: string, from: Source, request: OutputRequest): Promise<OutputFile>;
}

/** The log of a scenario. */
export function logRequest(isChosen: boolean): OutputRequest {
  const isOne = (start: Uint8Array): boolean => isDeecoLog(textOf(start));
  return { isChosen, kind: { name: 'a DEECo log', isOne }, flag: '--logfile' };
}

/** For whoever keeps no files. */
export const NOWHERE: OutputFile = { path: '', write: () => {}, close: () => {} };

/** The logs that layers ask for while they are told their arguments; whether they may have them is found out afterwards. */
export class LayerOutputs {
  private readonly files: DeecoFiles;
  private readonly source: Source;
  private readonly wanted: {
    readonly path: string;
    readonly place: Place;
    readonly log: LateLog;
    readonly isOne: OutputKind['isOne'];
  }[] = [];

  /** By the paths as they are written: who writes them. */
  private readonly writers: Map<string, string>;

  constructor(files: DeecoFiles, source: Source, logfile: string) {
    this.files = files;
    this.source = source;
    this.writers = new Map([[logfile, 'the log of the scenario']]);
  }

  open(path: string, place: Place, isOne: OutputKind['isOne']): LayerLog {
    const writer = this.writers.get(path);
    if (writer !== undefined)
      throw new Error(`${JSON.stringify(path)} is written already, by ${writer}; name another file`);
    this.writers.set(path, 'another layer');
    const log = new LateLog();
    this.wanted.push({ path, place, log, isOne });
    return log;
  }

  /** The files behind the logs; throws an InputError if some of them may not be written. */
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
