/**
 * A page's connection to its environment: a web socket of texts, which comes back by itself after a break, and says why
 * where that would be of no use. Both pages have their paths and the way they show the token from here.
 */

/** Where `kineko serve` has its sockets. */
export const VIEWER_PATH = '/viewer';
export const PANEL_PATH = '/panel';

export type Link =
  | { readonly phase: 'connecting' }
  | { readonly phase: 'open' }
  /** It tries again by itself. */
  | { readonly phase: 'broken'; readonly reason: string; readonly seconds: number }
  /** It does not: somebody has to do something first. */
  | { readonly phase: 'refused'; readonly reason: string };

export interface TextSocket {
  send(text: string): void;
  close(): void;
}

export interface SocketListener {
  opened(): void;
  received(data: unknown): void;
  closed(code: number, reason: string): void;
}

/** What the page stands in; tests have their own. */
export interface ConnectionHost {
  open(path: string, token: string, listener: SocketListener): TextSocket;
  /** The status with which the server answers who shows the token; undefined if nobody answers. */
  ask(token: string): Promise<number | undefined>;
  /** Returns how to take it back. */
  after(ms: number, action: () => void): () => void;
}

export interface ConnectionOptions {
  readonly path: string;
  readonly token: string;
  readonly onLink: (link: Link) => void;
  /** Each line of what comes in. */
  readonly onLine: (line: string) => void;
  readonly host?: ConnectionHost | undefined;
}

const FIRST_WAIT_SECONDS = 0.5;
const LONGEST_WAIT_SECONDS = 8;

export const NO_TOKEN =
  'The address of this page has no token, so the environment tells it nothing. Open the address that kineko serve printed when it started.';
export const WRONG_TOKEN =
  'The environment does not accept the token of this page: it was probably started again since. Open the address that kineko serve printed last.';
const WRONG_NAME =
  'The environment does not answer pages of this address. Open the address that kineko serve printed, as it is.';

export class Connection {
  private readonly options: ConnectionOptions;
  private readonly host: ConnectionHost;
  private socket: TextSocket | undefined;
  private wait = FIRST_WAIT_SECONDS;
  private takeBack: (() => void) | undefined;
  private isOpen = false;
  private isClosed = false;

  constructor(options: ConnectionOptions) {
    this.options = options;
    this.host = options.host ?? pageHost;
    if (options.token === '') options.onLink({ phase: 'refused', reason: NO_TOKEN });
    else this.connect();
  }

  /** Has no effect while there is no connection. */
  send(text: string): void {
    if (this.isOpen) this.socket?.send(text);
  }

  /** At once, instead of when it would have. */
  tryNow(): void {
    if (this.isClosed || this.takeBack === undefined) return;
    this.takeBack();
    this.connect();
  }

  close(): void {
    this.isClosed = true;
    this.takeBack?.();
    this.isOpen = false;
    this.socket?.close();
  }

  private connect(): void {
    const { path, token, onLink, onLine } = this.options;
    this.takeBack = undefined;
    onLink({ phase: 'connecting' });
    let wasOpen = false;
    this.socket = this.host.open(path, token, {
      opened: () => {
        wasOpen = true;
        this.isOpen = true;
        this.wait = FIRST_WAIT_SECONDS;
        onLink({ phase: 'open' });
      },
      received: (data) => {
        if (this.isClosed || typeof data !== 'string') return;
        for (const line of data.split('\n')) if (line.trim() !== '') onLine(line);
      },
      closed: (code, reason) => {
        this.isOpen = false;
        if (this.isClosed) return;
        if (wasOpen) this.waitAndTry(reasonOf(code, reason));
        else void this.askWhy();
      },
    });
  }

  /** Browsers do not tell pages why a socket was refused; a plain question is answered with a status. */
  private async askWhy(): Promise<void> {
    const status = await this.host.ask(this.options.token);
    if (this.isClosed) return;
    if (status === 401) this.options.onLink({ phase: 'refused', reason: WRONG_TOKEN });
    else if (status === 403) this.options.onLink({ phase: 'refused', reason: WRONG_NAME });
    else this.waitAndTry(status === undefined ? 'nobody answers' : 'it takes no more connections at present');
  }

  private waitAndTry(reason: string): void {
    const seconds = this.wait;
    this.wait = Math.min(2 * seconds, LONGEST_WAIT_SECONDS);
    this.takeBack = this.host.after(1000 * seconds, () => this.connect());
    this.options.onLink({ phase: 'broken', reason, seconds });
  }
}

const REASONS: ReadonlyMap<number, string> = new Map([
  [1001, 'the environment ends'],
  [1008, 'this page said too much that made no sense'],
  [1009, 'this page said too much at once'],
  [4008, 'this page was too slow'],
]);

function reasonOf(code: number, reason: string): string {
  return reason || (REASONS.get(code) ?? 'it was cut');
}

/** For people. */
export function linkText(link: Link): string {
  switch (link.phase) {
    case 'connecting':
      return 'Connecting to the environment …';
    case 'open':
      return 'Connected';
    case 'broken':
      return `The connection to the environment is broken: ${link.reason}. Next try in ${link.seconds} s; what is shown may be old.`;
    case 'refused':
      return link.reason;
  }
}

const pageHost: ConnectionHost = {
  open: (path, token, listener) => {
    // A page cannot give a socket any other headers.
    const socket = new WebSocket(`ws://${location.host}${path}`, ['kineko', `kineko.token.${token}`]);
    socket.addEventListener('open', () => listener.opened());
    socket.addEventListener('message', ({ data }) => listener.received(data));
    socket.addEventListener('close', ({ code, reason }) => listener.closed(code, reason));
    return { send: (text) => socket.send(text), close: () => socket.close() };
  },
  ask: async (token) => {
    try {
      return (await fetch('/api/', { headers: { authorization: `Bearer ${token}` } })).status;
    } catch {
      return undefined;
    }
  },
  after: (ms, action) => {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
};
