/** What a worker of the page does: it reads a log beside the page. */
import type { ReaderPlugins } from './log-formats.js';
import type { ToReader } from './protocol.js';
import { Session } from './session.js';

/** The little of a worker's surroundings that is needed; the page's types know nothing of workers. */
interface WorkerScope {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<ToReader>) => void): void;
}

export function serveReader(plugins: ReaderPlugins): void {
  const scope = globalThis as unknown as WorkerScope;
  const session = new Session((message, transfer) => scope.postMessage(message, transfer), plugins);
  scope.addEventListener('message', ({ data }) => session.hear(data));
}
