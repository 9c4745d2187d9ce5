export type { LineChannel } from './line-channel.js';
export { ProgramError, ProgramGone } from './program-link.js';
export { type Evaluate, OutsideProgram } from './outside-program.js';
export { openProgram, type ProgramCode } from './stand-ins.js';
export { ProtocolError } from './wire.js';
