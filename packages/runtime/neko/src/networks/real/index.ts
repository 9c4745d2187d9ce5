/** The same protocols over sockets, between OS processes. Needs Node. */
export { type Address, addressOf, isLoopback, shownAddress } from './address.js';
export type { Algorithm, AlgorithmContext, Algorithms } from './algorithm.js';
export { RealNetworkError } from './errors.js';
export type { NetworkKind } from './frames.js';
export { LIMITS, type RealLimits } from './limits.js';
export { type MasterOptions, type RealRunReport, runMaster } from './master.js';
export { Slave, type SlaveOptions, type SlaveReport, startSlave } from './slave.js';
export { slaveMain } from './slave-main.js';
export { runSymmetric } from './symmetric.js';
export { newToken } from './token.js';
