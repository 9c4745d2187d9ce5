/** The logs that layers ask for while they are told their arguments; whether they may have them is found out afterwards. */
import { InputError, type Place } from '@kineko/formats/problem';
import type { Source } from '@kineko/run';
import type { LayerLog } from '../environment/sensory-inputs-processor.js';
import { type DeecoFiles, NOWHERE, type OutputFile, type OutputKind } from './files.js';

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
