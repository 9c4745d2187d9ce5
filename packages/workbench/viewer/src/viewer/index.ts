/** The page of the viewer, started with the plugins of front ends. Needs a browser. */
export { startViewer } from './start.js';
