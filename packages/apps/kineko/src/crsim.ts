/** What authors of robots' programs and of plug-ins for the Cooperative Robotics Simulator import. */
export * from '@kineko/crsim';
export { tcpTransport } from '@kineko/crsim/node';
