/** The parts of the Cooperative Robotics Simulator that need Node: servers and child processes. */
export { LineSocket } from './line-socket.js';
export { readForPanel, serveCrsim } from './serve.js';
export { tcpTransport } from './tcp-transport.js';
