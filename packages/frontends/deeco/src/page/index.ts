/** How DEECo runs look in the viewer: their logs, visualization files and usual colours. */
export { cssColour, rgbaOf } from './css-colour.js';
export { DEECO_LOG } from './deeco-log.js';
export { withDeecoLook } from './deeco-look.js';
export { DEECO_VISUALIZATION } from './deeco-visualization.js';
export { lookOfVisualization } from './from-visualization.js';
export { visualizationOf } from './to-visualization.js';
