/** What pages share: dialogs, key bindings and the connection to a server. Needs a browser. */
export {
  Connection,
  type Link,
  linkText,
  PANEL_PATH,
  type SocketListener,
  type Surroundings,
  VIEWER_PATH,
} from './connection.js';
export { Dialog } from './dialog.js';
export { isKept, type KeyRow, listenForKeys, obey, obeyPlain } from './keys.js';
