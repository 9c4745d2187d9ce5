export { plans } from './scenario.js';
