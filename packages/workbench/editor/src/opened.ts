/** A file that is open for editing. */
import type { WorldDocument } from './model.js';
import type { Span } from './splices.js';

export interface OpenedWorld {
  readonly document: WorldDocument;
  /** Where each shape stands in the text, in the order of the document. */
  readonly spans: readonly Span[];
  /** What the page should say about the file: what it shows not, and why. */
  readonly remarks: readonly string[];
  /** Names of the pictures that the file has in it. */
  readonly pictures: readonly string[];
  /** The text with what was edited in it, and otherwise as it was; the text itself if nothing was. */
  write(document: WorldDocument): string;
}

/** A file that cannot be edited, though it may be right: said why. */
export class EditingError extends Error {
  override readonly name = 'EditingError';
}
