/** The files of a scenario: the picture of its map, its log, the logs of its layers. */
import type { Source } from '@kineko/run';

export interface OutputFile {
  /** As messages call it. */
  readonly path: string;
  /** The file, and the folders above it, are made with the first bytes. */
  write(bytes: Uint8Array): void;
  close(): void;
}

export interface DeecoFiles {
  /** Throws an `InputError` if it cannot be had. */
  readBytes(path: string, from: Source): Promise<Uint8Array>;
  /** Throws an `InputError` if nothing may be written there. What the user has chosen may be anywhere. */
  output(path: string, from: Source, isChosen: boolean): Promise<OutputFile>;
}

/** For whoever keeps no files. */
export const NOWHERE: OutputFile = { path: '', write: () => {}, close: () => {} };
