export { ProgramGone } from './program-link.js';
export { OutsideProgram } from './outside-program.js';
export { openProgram } from './stand-ins.js';
