/** Environments of the Cooperative Robotics Simulator with sockets and programs. */
export { type LineServer, type LineServerOptions, startLineServer } from './line-server.js';
export { type LineListener, LineSocket } from './line-socket.js';
export { CRSIM_LIMITS } from './connection-limits.js';
export { fileRecorder } from './recorder.js';
export { DEFAULT_PORTS, readForPanel, serveCrsim, type ServeCrsimOptions, type ServedCrsim } from './serve.js';
export { robotStarter, spawnRobots, type SpawnOptions, type StarterOptions, wordsOf } from './spawn.js';
export { tcpTransport } from './tcp-transport.js';
