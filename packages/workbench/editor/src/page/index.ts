/** The editor's page, to be started with the world formats. Needs a browser. */
export { startEditorPage } from './start.js';
