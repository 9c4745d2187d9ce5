/** What of ChirpSim needs Node: the port for controllers, real time, and programs that are started. */
export { Controllers, type ControllersOptions } from './controllers.js';
export { type Caller, RequestHandler, type RequestCounts, type RequestHandlerOptions } from './request-handler.js';
export { dropsIn, kernelDrops } from './kernel-drops.js';
export { CHIRP_LIMITS, type ChirpLimits } from './port-limits.js';
export { Lockstep, type LockstepOptions } from './lockstep.js';
export { ChirpServer, type ChirpServerOptions, openHandler, type OpenHandler } from './server.js';
export { CHIRP_PORT, UdpPort, type UdpPortOptions } from './udp-port.js';
