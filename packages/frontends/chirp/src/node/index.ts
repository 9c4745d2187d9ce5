/** The parts of ChirpSim that need Node: the port for controllers, real time, and programs. */
export { Controllers } from './controllers.js';
export { ChirpServer } from './server.js';
