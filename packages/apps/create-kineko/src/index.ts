export { algorithmStarter } from './algorithm-starter.js';
export { starterNames, starterOf } from './starter.js';
