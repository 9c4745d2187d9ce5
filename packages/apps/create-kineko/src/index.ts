export { algorithmStarter } from './algorithm-starter.js';
export { starterNames, starterTest, testCommand } from './starter.js';
