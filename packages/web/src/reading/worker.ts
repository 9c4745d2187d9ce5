/** The worker of the page: reads a log beside it. */
import type { ToReader } from './protocol.js';
import { Session } from './session.js';

/** The little of a worker's surroundings that is needed; the page's types know nothing of workers. */
interface WorkerScope {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<ToReader>) => void): void;
}

const scope = globalThis as unknown as WorkerScope;
const session = new Session((message, transfer) => scope.postMessage(message, transfer));
scope.addEventListener('message', ({ data }) => session.hear(data));
