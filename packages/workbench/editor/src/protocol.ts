/** What the editor's page and its server say to each other: JSON, one message a text, answers by number. */
import type { WorldDocument } from './model.js';

/** Where `kineko edit` has its socket. */
export const EDITOR_PATH = '/editor';
/** Bytes of one message to the server. */
export const MAX_MESSAGE_BYTES = 1 << 23;

export type EditorRequest =
  | { readonly type: 'check'; readonly id: number; readonly document: WorldDocument }
  | {
      readonly type: 'save';
      readonly id: number;
      readonly document: WorldDocument;
      /** Another file of the same folder, in which it then goes on. */
      readonly name?: string;
      /** Whatever is in the file now. */
      readonly isForced?: boolean;
    }
  /** As the file is now. */
  | { readonly type: 'reload'; readonly id: number }
  /** After a break: to go on with what was opened before it, under the name under which it was saved last. */
  | { readonly type: 'resume'; readonly id: number; readonly opening: number }
  | {
      readonly type: 'run';
      readonly id: number;
      readonly document: WorldDocument;
      /** Start the programs that the world names. */
      readonly hasControllers: boolean;
    }
  | { readonly type: 'stop'; readonly id: number };

export interface EditorProblem {
  readonly severity: 'error' | 'warning';
  readonly text: string;
  /** `12:5`, in the text as it would be saved. */
  readonly where: string;
  /** The ids of the shapes that it is about, the first most of all. */
  readonly shapes: readonly number[];
}

export type EditorNews =
  | {
      readonly type: 'opened';
      readonly id?: number;
      /** By which it is called after a break. */
      readonly opening: number;
      readonly name: string;
      readonly document: WorldDocument;
      readonly remarks: readonly string[];
      /** Names of pictures that can be asked for. */
      readonly pictures: readonly string[];
      /** Whether a run may start the programs that the world names. */
      readonly controllers: boolean;
    }
  | { readonly type: 'resumed'; readonly id: number }
  | { readonly type: 'checked'; readonly id: number; readonly problems: readonly EditorProblem[] }
  | { readonly type: 'saved'; readonly id: number; readonly name: string }
  /** It was not saved: the file has changed meanwhile, or there is one of that name. */
  | { readonly type: 'conflict'; readonly id: number; readonly text: string }
  | { readonly type: 'failed'; readonly id?: number; readonly text: string }
  /** Where to look at the run. */
  | { readonly type: 'running'; readonly id: number; readonly url: string }
  | { readonly type: 'stopped'; readonly id: number }
  | { readonly type: 'told'; readonly text: string }
  | { readonly type: 'ended'; readonly isBad: boolean };
