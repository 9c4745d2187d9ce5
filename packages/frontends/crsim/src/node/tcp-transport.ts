/** Connects a robot's program to an environment over TCP. */
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { JsonLine, type RobotTransport } from '../run/robots/link.js';
import { LineSocket } from './line-socket.js';

export async function tcpTransport(port: number, host = '127.0.0.1'): Promise<RobotTransport> {
  const connection = createConnection({ host, port });
  await once(connection, 'connect');
  const socket = new LineSocket(connection);
  return {
    send: (line) => socket.send(new JsonLine(line).text),
    listen: (heard, ended) =>
      socket.listen({
        line: (text) => heard(JSON.parse(text) as unknown),
        bad: () => socket.close(),
        closed: () => ended(),
      }),
    close: () => socket.close(),
  };
}
