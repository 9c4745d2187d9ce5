/** What pages share: dialogs, key bindings and the connection to a server. Needs a browser. */
export {
  Connection,
  type Link,
  linkText,
  PANEL_PATH,
  type SocketListener,
  type ConnectionHost,
  VIEWER_PATH,
} from './connection.js';
export { Dialog } from './dialog.js';
export { belongsToFocus, type KeyRow, listenForKeys, runKey, runPlainKey } from './keys.js';
