/** The reader of visualization files is large, so pages bundle it apart and load it on demand. */
export { readVisualization } from '../format/visualization/visualization-reader.js';
