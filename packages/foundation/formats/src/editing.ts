/**
 * Worlds for the editor, in Node and in a page: one model for all formats, a table for each, and how files are opened and
 * written so that what was not edited stays as it stands. `docs/editor.md` describes the editor.
 */
export { FORMAT_NAMES, type FormatName, openWorld, WORLD_FORMATS } from './editing/formats.js';
export {
  type AngleField,
  commonRadiusOf,
  type Field,
  type Ground,
  type Kind,
  kindOf,
  type Tool,
  type ToolName,
  TOOLS,
  type WorldFormat,
} from './editing/kinds.js';
export {
  type Form,
  isSameValue,
  least,
  middleOf,
  most,
  placed,
  type Point,
  type Properties,
  type PropertyValue,
  relativeTo,
  type Shape,
  tidy,
  tidyPoint,
  turn,
  type WorldDocument,
} from './editing/model.js';
export { EditingError, type OpenedWorld } from './editing/opened.js';
export { documentShape, readDocument } from './editing/reading.js';
export type { Span } from './editing/splices.js';
