/** The parts of ChirpSim that need Node: the port for controllers, real time, and programs. */
export { Controllers } from './controllers.js';
export { type Caller, RequestHandler } from './request-handler.js';
export { ChirpServer, openHandler } from './server.js';
