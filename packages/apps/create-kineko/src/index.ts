export { algorithmStarter } from './algorithm-starter.js';
export { type Starter, type StarterNames, starterNames, starterTest, testCommand } from './starter.js';
