/** A world file opened for editing. */
import type { WorldDocument } from './model.js';
import type { Span } from './splices.js';

export interface OpenedWorld {
  readonly document: WorldDocument;
  /** Text range of each shape, in the order of the document. */
  readonly spans: readonly Span[];
  /** Notes for the user: parts of the file that are not shown, and why. */
  readonly remarks: readonly string[];
  /** Names of the pictures that the file uses. */
  readonly pictures: readonly string[];
  /** Returns the text with the edits, and otherwise unchanged. */
  write(document: WorldDocument): string;
}

/** The file cannot be edited, although it may be valid. */
export class EditingError extends Error {
  override readonly name = 'EditingError';
}
