/** The same protocols over sockets, between OS processes. Needs Node. */
export { type Address, addressOf } from './address.js';
export type { Algorithm, Algorithms } from './algorithm.js';
export { RealNetworkError } from './errors.js';
export type { NetworkKind } from './frames.js';
export type { RealLimits } from './limits.js';
export { type RealRunReport, runMaster } from './master.js';
export { type SlaveReport, startSlave } from './slave.js';
export { runSymmetric } from './symmetric.js';
