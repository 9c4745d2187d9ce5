/** The page of the editor, started with the world formats. Needs a browser. */
export { startEditorPage } from './start.js';
