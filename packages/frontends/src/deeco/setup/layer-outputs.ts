/** The logs that layers ask for while they are told their arguments; whether they may have them is found out afterwards. */
import { InputError, type Place } from '@kineko/formats/problem';
import type { Source } from '@kineko/run';
import type { LayerLog } from '../environment/sensory-inputs-processor.js';
import { type DeecoFiles, NOWHERE, type OutputFile } from './files.js';

export class LayerOutputs {
  readonly #files: DeecoFiles;
  readonly #source: Source;
  readonly #wanted: { readonly path: string; readonly place: Place; readonly log: LateLog }[] = [];

  constructor(files: DeecoFiles, source: Source) {
    this.#files = files;
    this.#source = source;
  }

  open(path: string, place: Place): LayerLog {
    const log = new LateLog();
    this.#wanted.push({ path, place, log });
    return log;
  }

  /** The files behind the logs; throws an InputError if some of them may not be written. */
  async settled(): Promise<OutputFile[]> {
    const outputs: OutputFile[] = [];
    for (const { path, place, log } of this.#wanted) {
      try {
        log.file = await this.#files.output(path, this.#source, false);
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
