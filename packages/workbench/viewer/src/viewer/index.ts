/** The viewer's page and its reader, to be started with what front ends add. Needs a browser. */
export { startViewer } from './start.js';
