export { ShivizLog } from './verification/shiviz.js';
export { TlaTrace } from './verification/tla.js';
