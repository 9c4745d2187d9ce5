/** The protocol between the page and its server: one JSON message per text, answers by number. */
import type { WorldDocument } from './model.js';

/** Path of the socket of `kineko edit`. */
export const EDITOR_PATH = '/editor';
/** Limit on the bytes of a message to the server. */
export const MAX_MESSAGE_BYTES = 1 << 23;

export type EditorRequest =
  | { readonly type: 'check'; readonly id: number; readonly document: WorldDocument }
  | {
      readonly type: 'save';
      readonly id: number;
      readonly document: WorldDocument;
      /** Another file in the same folder, which then is the file of the world. */
      readonly name?: string;
      /** Overwrites changes of other programs. */
      readonly isForced?: boolean;
    }
  /** Opens the present file again. */
  | { readonly type: 'reload'; readonly id: number }
  /** Continues with an opening after a broken connection, with the file that was saved last. */
  | { readonly type: 'resume'; readonly id: number; readonly opening: number }
  | {
      readonly type: 'run';
      readonly id: number;
      readonly document: WorldDocument;
      /** Whether to start the programs that the world names. */
      readonly hasControllers: boolean;
    }
  | { readonly type: 'stop'; readonly id: number };

export interface EditorProblem {
  readonly severity: 'error' | 'warning';
  readonly text: string;
  /** Line and column in the text that would be saved: `12:5`. */
  readonly where: string;
  /** Ids of the shapes concerned, the most relevant first. */
  readonly shapes: readonly number[];
}

export type EditorNews =
  | {
      readonly type: 'opened';
      readonly id?: number;
      /** Number for resuming it after a broken connection. */
      readonly opening: number;
      readonly name: string;
      readonly document: WorldDocument;
      readonly remarks: readonly string[];
      /** Names of pictures that can be requested. */
      readonly pictures: readonly string[];
      /** Whether a run may start the programs that the world names. */
      readonly controllers: boolean;
    }
  | { readonly type: 'resumed'; readonly id: number }
  | { readonly type: 'checked'; readonly id: number; readonly problems: readonly EditorProblem[] }
  | { readonly type: 'saved'; readonly id: number; readonly name: string }
  /** The world was not saved: the file has changed, or one of that name exists. */
  | { readonly type: 'conflict'; readonly id: number; readonly text: string }
  | { readonly type: 'failed'; readonly id?: number; readonly text: string }
  /** Address of the picture of the run. */
  | { readonly type: 'running'; readonly id: number; readonly url: string }
  | { readonly type: 'stopped'; readonly id: number }
  | { readonly type: 'told'; readonly text: string }
  | { readonly type: 'ended'; readonly isBad: boolean };
