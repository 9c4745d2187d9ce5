/** The parts of the Cooperative Robotics Simulator that need Node: servers and child processes. */
export { tcpTransport } from './tcp-transport.js';
