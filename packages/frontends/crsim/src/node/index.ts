/** Environments of the Cooperative Robotics Simulator with sockets and programs. */
export { LineSocket } from './line-socket.js';
export { readForPanel, serveCrsim } from './serve.js';
export { tcpTransport } from './tcp-transport.js';
