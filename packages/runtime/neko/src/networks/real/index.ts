/** The same protocols over sockets, between OS processes. Needs Node. */
export { type Address, addressOf } from './address.js';
export type { Algorithm, Algorithms } from './algorithm.js';
export { RealNetworkError } from './errors.js';
export type { NetworkKind } from './frames.js';
export { LIMITS, type RealLimits } from './limits.js';
export { LiveRun } from './live-run.js';
export { type MasterOptions, type RealRunReport, runMaster } from './master.js';
export type { NetworkCounts, Station } from './real-network.js';
export type { SetupOptions } from './setup.js';
export { Slave, type SlaveEnd, type SlaveOptions, type SlaveReport, startSlave } from './slave.js';
export { runSymmetric, type SymmetricOptions } from './symmetric.js';
export { TcpNetwork } from './tcp-network.js';
export { newToken } from './token.js';
export { UdpNetwork } from './udp-network.js';
