/** What of ChirpSim needs Node: the port for controllers, real time, and programs that are started. */
export { Controllers, type ControllersOptions } from './controllers.js';
export { type Caller, Desk, type DeskCounts, type DeskOptions } from './desk.js';
export { dropsIn, kernelDrops } from './kernel-drops.js';
export { CHIRP_LIMITS, type ChirpLimits } from './limits.js';
export { Lockstep, type LockstepOptions } from './lockstep.js';
export { ChirpServer, type ChirpServerOptions, openDesk, type OpenDesk } from './server.js';
export { CHIRP_PORT, UdpPort, type UdpPortOptions } from './udp-port.js';
