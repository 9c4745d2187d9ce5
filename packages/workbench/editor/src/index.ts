/**
 * Worlds for the editor, in Node and in a page: one model for all formats, a table for each, and how files are opened and
 * written so that what was not edited stays as it stands. `docs/editor.md` describes the editor.
 */
export {
  commonRadiusOf,
  DEGREES,
  type Field,
  freeName,
  type Kind,
  kindOf,
  numberIn,
  type WorldFormat,
} from './world-format.js';
export {
  EditingError,
  type Form,
  isSameValue,
  middleOf,
  type OpenedWorld,
  placed,
  type Point,
  type Properties,
  relativeTo,
  type Shape,
  tidy,
  tidyPoint,
  type WorldDocument,
} from './model.js';
export { indentAt, type ListEntry, relisted, type Span, type Splice, spliced } from './splices.js';
export type { EditorNews } from './protocol.js';
export { printJson } from './json-text.js';
export { changedProperties, numberOf, propertiesBy } from './property-values.js';
export { type ElementShape, listSplices } from './xml-shapes.js';
export { attributeSplices, elementsOf, newElement, type TextElement } from './xml-text.js';
