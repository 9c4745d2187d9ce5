/**
 * A page's connection to its server: a web socket of texts that reconnects after a break, and reports why when connecting again
 * would not help.
 */
export type Link =
  | { readonly phase: 'connecting' }
  | { readonly phase: 'open' }
  /** It tries again automatically. */
  | { readonly phase: 'broken'; readonly reason: string; readonly seconds: number }
  /** It does not try again: the user has to act first. */
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

/** Sockets and timers of the browser; tests use fakes. */
export interface ConnectionHost {
  open(path: string, token: string, listener: SocketListener): TextSocket;
  /** The HTTP status of a request with the token; undefined if the server does not answer. */
  ask(token: string): Promise<number | undefined>;
  /** Returns a function that cancels it. */
  after(ms: number, action: () => void): () => void;
}

export interface ConnectionOptions {
  readonly path: string;
  readonly token: string;
  readonly onLink: (link: Link) => void;
  /** Called with each received line. */
  readonly onLine: (line: string) => void;
  readonly host?: ConnectionHost | undefined;
}

const FIRST_WAIT_SECONDS = 0.5;
const LONGEST_WAIT_SECONDS = 8;

export const NO_TOKEN =
  'The address of this page has no token. Open the address that kineko serve printed when it started.';
export const WRONG_TOKEN =
  'The environment does not accept the token of this page; it was probably restarted. Open the address that kineko serve printed last.';
const WRONG_HOST =
  'The environment does not accept this host name. Open exactly the address that kineko serve printed.';

export class Connection {
  private readonly host: ConnectionHost;
  private socket: TextSocket | undefined;
  private wait = FIRST_WAIT_SECONDS;
  private cancelRetry: (() => void) | undefined;
  private isOpen = false;
  private isClosed = false;

  constructor(private readonly options: ConnectionOptions) {
    this.host = options.host ?? pageHost;
    if (options.token === '') options.onLink({ phase: 'refused', reason: NO_TOKEN });
    else this.connect();
  }

  /** Has no effect while there is no connection. */
  send(text: string): void {
    if (this.isOpen) this.socket?.send(text);
  }

  /** Reconnects at once if it waits to. */
  tryNow(): void {
    if (this.isClosed || this.cancelRetry === undefined) return;
    this.cancelRetry();
    this.connect();
  }

  close(): void {
    this.isClosed = true;
    this.cancelRetry?.();
    this.isOpen = false;
    this.socket?.close();
  }

  private connect(): void {
    const { path, token, onLink, onLine } = this.options;
    this.cancelRetry = undefined;
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
        if (wasOpen) this.retryLater(reason || (REASONS.get(code) ?? 'it was cut'));
        else void this.findReason();
      },
    });
  }

  /** Browsers do not show pages why a socket was refused; a plain request has a status. */
  private async findReason(): Promise<void> {
    const status = await this.host.ask(this.options.token);
    if (this.isClosed) return;
    if (status === 401) this.options.onLink({ phase: 'refused', reason: WRONG_TOKEN });
    else if (status === 403) this.options.onLink({ phase: 'refused', reason: WRONG_HOST });
    else this.retryLater(status === undefined ? 'no answer' : 'it accepts no more connections at present');
  }

  private retryLater(reason: string): void {
    const seconds = this.wait;
    this.wait = Math.min(2 * seconds, LONGEST_WAIT_SECONDS);
    this.cancelRetry = this.host.after(1000 * seconds, () => this.connect());
    this.options.onLink({ phase: 'broken', reason, seconds });
  }
}

const REASONS: ReadonlyMap<number, string> = new Map([
  [1001, 'the environment ends'],
  [1008, 'this page sent too many invalid messages'],
  [1009, 'this page sent a message that is too long'],
  [4008, 'this page was too slow'],
]);

/** Human-readable. */
export function linkText(link: Link): string {
  switch (link.phase) {
    case 'connecting':
      return 'Connecting to the environment …';
    case 'open':
      return 'Connected';
    case 'broken':
      return `The connection to the environment is broken: ${link.reason}. Next try in ${link.seconds} s; the page may show old data.`;
    case 'refused':
      return link.reason;
  }
}

const pageHost: ConnectionHost = {
  open: (path, token, listener) => {
    // A page cannot set any other header of a socket.
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
