/**
 * What all servers of Kineko share: where they listen, whom they let in, what they take, and how a run is shown to those
 * who watch it. `docs/live.md` describes what goes over the wire.
 */
export { Bucket } from './bucket.js';
export { type Clock, wallClock } from './clock.js';
export { exposureOf, isLocalOnly } from './exposure.js';
export { type HubOptions, type RunStatus, ViewerHub } from './hub.js';
export { Lease } from './lease.js';
export { LIMITS } from './limits.js';
export { openInBrowser } from './open-in-browser.js';
export type { ViewerCommand } from './viewer-messages.js';
export type { Page } from './pages.js';
export { BadMessage, CLOSE, type Peer, type PeerListener, type SocketService } from './peer.js';
export { type RunningServer, startServer } from './serve.js';
export { isSameToken, newToken } from './token.js';
