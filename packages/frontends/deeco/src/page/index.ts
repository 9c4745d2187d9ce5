/** How DEECo runs look in the viewer: their logs, visualization files and usual colours. */
export { cssColour, rgbaOf } from './css-colour.js';
export { DEECO_LOG, DEECO_VISUALIZATION, withDeecoLook } from './viewer-plugins.js';
export { lookOfVisualization } from './from-visualization.js';
export { visualizationOf } from './to-visualization.js';
