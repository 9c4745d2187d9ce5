/** DEECo runs in the viewer: logs, visualization files and default colours. */
export { cssColour, rgbaOf } from './css-colour.js';
export { DEECO_LOG, DEECO_VISUALIZATION, withDeecoLook } from './viewer-plugins.js';
export { describeDeecoRun } from './run-description.js';
export { lookOfVisualization } from './from-visualization.js';
export { visualizationOf } from './to-visualization.js';
