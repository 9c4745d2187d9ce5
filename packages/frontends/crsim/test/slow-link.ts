/** A slow link between a robot and its environment: each chunk has a random delay, drawn from a seed. */
import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import { Random } from '@kineko/kernel';

export interface SlowLink {
  readonly port: number;
  close(): void;
}

export async function startSlowLink(target: number, mostDelayMs: number, seed: number): Promise<SlowLink> {
  const stream = new Random(seed).stream('slow link');
  const sockets = new Set<Socket>();
  const pass = (from: Socket, to: Socket): void => {
    sockets.add(from);
    const waiting: (() => void)[] = [];
    // Whichever timer fires first, the pieces and the end stay in order. On a busy machine timers of different lengths
    // fire out of order: an end that overtook a piece lost it.
    const later = (act: () => void, ms: number): void => {
      waiting.push(act);
      setTimeout(() => waiting.shift()!(), ms);
    };
    from.on('data', (chunk: Buffer) => later(() => to.write(chunk), stream.uniform(0, mostDelayMs)));
    from.on('error', () => from.destroy());
    from.on('close', () => {
      sockets.delete(from);
      // Not destroyed: that would lose what the other side has not read yet.
      later(() => to.end(), mostDelayMs);
    });
  };
  const server = createServer((near) => {
    const far = createConnection({ host: '127.0.0.1', port: target });
    for (const socket of [near, far]) socket.setNoDelay(true);
    pass(near, far);
    pass(far, near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as { port: number }).port,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
