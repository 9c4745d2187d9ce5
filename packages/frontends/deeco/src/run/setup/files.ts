/** The files of a scenario: the picture of its map, its log, the logs of its layers. */
import { type Source, textOf } from '@kineko/run';
import { isDeecoLog } from '../../format/recognition.js';

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
