/** What authors of robots' programs and of plug-ins for the Cooperative Robotics Simulator import. */
export * from '@kineko/frontends/crsim';
export { tcpTransport } from '@kineko/frontends/crsim/node';
