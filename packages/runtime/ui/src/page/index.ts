/** Parts that pages share. Needs a browser. */
export { Connection, type ConnectionHost, type Link, linkText } from './connection.js';
export { Dialog, KeysDialog } from './dialog.js';
export { acceptDroppedFiles, contextOf, observeSize } from './elements.js';
export { everyFrame } from './frames.js';
export { type KeyRow, listenForKeys } from './keys.js';
