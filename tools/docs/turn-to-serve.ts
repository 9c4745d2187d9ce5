/** Pages serve on the documented ports, so only one page can serve at a time. */
import { createServer, type Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * The lock is a port, because a port becomes free when its holder ends for any reason. Systems assign ports from 32768 on, so no
 * other program gets it by chance.
 */
const LOCK = 27_874;
const LOOK_AGAIN_MS = 100;

/**
 * Waits until no other page, of this repository or of another copy of it, is serving. The caller closes the returned server
 * to release the lock.
 */
export async function turnToServe(): Promise<Server> {
  for (;;) {
    const server = await listening();
    if (server !== undefined) return server;
    await delay(LOOK_AGAIN_MS);
  }
}

function listening(): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(LOCK, '127.0.0.1', () => resolve(server));
  });
}
