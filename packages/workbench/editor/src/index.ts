/**
 * Worlds for the editor, in Node and in a page: one model for all formats, a table for each, and how files are opened and
 * written so that what was not edited stays as it stands. `docs/editor.md` describes the editor.
 */
export { FORMAT_NAMES, type FormatName, openWorld, WORLD_FORMATS } from './formats.js';
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
} from './kinds.js';
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
} from './model.js';
export { EditingError, type OpenedWorld } from './opened.js';
export { documentShape, readDocument } from './reading.js';
export type { Span } from './splices.js';
export { EDITOR_PATH, type EditorNews, type EditorProblem, type EditorRequest, MAX_MESSAGE_BYTES } from './protocol.js';
