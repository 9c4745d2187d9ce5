/**
 * Removes globals that authors' programs must not use. The real barriers are the frame's opaque origin and its
 * Content-Security-Policy; this is a second line of defence, with clear messages.
 */

/** Access to the network, storage, other programs and the page. */
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
      throw new Error(`${name}: not available in the playground, which has neither network nor storage`);
    };
    Object.defineProperty(target, name, { get: () => refuse, set: () => {}, configurable: false });
  }
}
