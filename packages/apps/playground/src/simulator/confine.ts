/**
 * Takes from a worker what authors' programs have no business with. The walls are the frame's origin, which is nobody's, and its
 * Content-Security-Policy; this is for the case that one of them has a hole, and says what is missing.
 */

/** Ways to the network, to what is stored, to other programs, and to the page. */
const FORBIDDEN = [
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'WebSocketStream',
  'WebTransport',
  'EventSource',
  'importScripts',
  'indexedDB',
  'caches',
  'cookieStore',
  'BroadcastChannel',
  'Worker',
  'SharedWorker',
  'Notification',
  'postMessage',
  'close',
  'webkitRequestFileSystem',
  'webkitRequestFileSystemSync',
  'webkitResolveLocalFileSystemURL',
  'webkitResolveLocalFileSystemSyncURL',
] as const;

const FORBIDDEN_OF_NAVIGATOR = [
  'storage',
  'locks',
  'serviceWorker',
  'sendBeacon',
  'usb',
  'serial',
  'hid',
  'gpu',
  'permissions',
  'storageBuckets',
  'connection',
] as const;

export function confine(scope: object): void {
  forbid(scope, FORBIDDEN);
  const { navigator } = scope as { readonly navigator?: object };
  if (navigator !== undefined) forbid(navigator, FORBIDDEN_OF_NAVIGATOR);
}

function forbid(target: object, names: readonly string[]): void {
  for (const name of names) {
    if (!(name in target)) continue;
    for (let owner: object | null = target; owner !== null; owner = Object.getPrototypeOf(owner) as object | null) {
      Reflect.deleteProperty(owner, name);
    }
    const refuse = function (): never {
      throw new Error(`${name}: programs in the playground reach neither the network nor what is stored`);
    };
    Object.defineProperty(target, name, { get: () => refuse, set: () => {}, configurable: false });
  }
}
