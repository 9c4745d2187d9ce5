/** Robots that answer every step, viewers that read, and viewers that do not, in a separate process. */
import { createConnection, type Socket } from 'node:net';
import process from 'node:process';

export interface CrowdOrder {
  readonly robotPort: number;
  readonly viewerPort: number;
  /** Named r0, r1 … */
  readonly robots: number;
  readonly viewers: number;
  readonly stalled: number;
}

export interface CrowdReport {
  /** Bytes that all viewers together have read. */
  readonly bytes: number;
}

const ANSWER =
  '{"type":"ACTIONEVENT","messageAction":"TURNLEFT","messageAmount":0.1}\n' +
  '{"type":"ACTIONEVENT","messageAction":"MOVE","messageAmount":0.2}\n' +
  '{"type":"SENSOREVENT","messageAction":"SONAR","sensorid":0,"last":true}\n';

let bytes = 0;

function connected(port: number): Socket {
  const socket = createConnection({ host: '127.0.0.1', port });
  socket.setNoDelay(true);
  socket.on('error', () => {});
  return socket;
}

function addRobot(port: number, name: string): void {
  const socket = connected(port);
  let rest = '';
  socket.write(`{"name":"${name}"}\n`);
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    for (const line of lines) if (line.startsWith('{"timestep"')) socket.write(ANSWER);
  });
}

process.on('message', (order: CrowdOrder | 'report') => {
  if (order === 'report') {
    process.send!({ bytes } satisfies CrowdReport, () => process.exit(0));
    return;
  }
  for (let i = 0; i < order.viewers; i++)
    connected(order.viewerPort).on('data', (chunk) => void (bytes += chunk.length));
  for (let i = 0; i < order.stalled; i++) connected(order.viewerPort).pause();
  for (let i = 0; i < order.robots; i++) addRobot(order.robotPort, `r${i}`);
});
