/** What of ChirpSim needs Node: the port for controllers, real time, and programs that are started. */
export { Controllers } from './controllers.js';
export { type Caller, RequestHandler } from './request-handler.js';
export { ChirpServer, type ChirpServerOptions, openHandler } from './server.js';
