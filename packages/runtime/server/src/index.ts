/** Servers of pages, data and web sockets, and the hub that shows a run to viewers. `docs/live.md` describes the protocol. */
export { Bucket } from './bucket.js';
export { type Clock, wallClock } from './clock.js';
export { exposureOf, isLocalOnly } from './exposure.js';
export { ViewerHub } from './hub.js';
export { Lease } from './lease.js';
export { listenOn } from './listening.js';
export { BadMessage, type Peer, type PeerListener } from './peer.js';
export { startProgram } from './programs.js';
export { startServer } from './serve.js';
export { newToken } from './token.js';
