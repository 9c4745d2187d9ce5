/** The server of the editor. The caller hands in its formats, how worlds are checked, and how they are run. */
export { startEditor } from './editor-server.js';
export type { TrialRequest } from './trial.js';
export { WorldFile } from './world-file.js';
