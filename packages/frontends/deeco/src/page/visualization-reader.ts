/** What reads visualization files: a file of its own, large, which a page loads when it needs it. */
export { readVisualization } from '../format/visualization/visualization-reader.js';
