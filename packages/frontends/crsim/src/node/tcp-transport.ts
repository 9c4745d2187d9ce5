/** A robot's way to an environment in another program, or on another machine. */
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { Line } from '../run/robots/link.js';
import type { RobotTransport } from '../run/robots/transport.js';
import { LineSocket } from './line-socket.js';

/** Resolves when it is connected. */
export async function tcpTransport(port: number, host = '127.0.0.1'): Promise<RobotTransport> {
  const connection = createConnection({ host, port });
  await once(connection, 'connect');
  const socket = new LineSocket(connection);
  return {
    send: (line) => socket.send(new Line(line).text),
    listen: (heard, ended) =>
      socket.listen({
        line: (text) => heard(JSON.parse(text) as unknown),
        bad: () => socket.close(),
        closed: () => ended(),
      }),
    close: () => socket.close(),
  };
}
