import { describe, expect, test } from '@jest/globals';
import {
  Connection,
  type Link,
  linkText,
  NO_TOKEN,
  type SocketListener,
  type ConnectionHost,
  type TextSocket,
  WRONG_TOKEN,
} from './connection.js';

class FakeSocket implements TextSocket {
  readonly sent: string[] = [];
  isClosed = false;

  constructor(readonly listener: SocketListener) {}

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.isClosed = true;
    this.listener.closed(1005, '');
  }
}

/** A page whose sockets and time the test controls. */
class FakePage implements ConnectionHost {
  readonly sockets: FakeSocket[] = [];
  readonly links: Link[] = [];
  readonly lines: string[] = [];
  status: number | undefined;
  next: { readonly ms: number; readonly action: () => void } | undefined;

  open(_path: string, _token: string, listener: SocketListener): FakeSocket {
    const socket = new FakeSocket(listener);
    this.sockets.push(socket);
    return socket;
  }

  ask(): Promise<number | undefined> {
    return Promise.resolve(this.status);
  }

  after(ms: number, action: () => void): () => void {
    this.next = { ms, action };
    return () => {
      this.next = undefined;
    };
  }

  connect(token = 'secret'): Connection {
    return new Connection({
      path: '/panel',
      token,
      host: this,
      onLink: (link) => this.links.push(link),
      onLine: (line) => this.lines.push(line),
    });
  }

  get link(): Link {
    return this.links.at(-1)!;
  }
}

/** Lets pending answers settle. */
const settled = async (): Promise<void> => {
  for (let k = 0; k < 5; k++) await Promise.resolve();
};

describe('the connection of a page', () => {
  test('passes on each received line', () => {
    const page = new FakePage();
    const connection = page.connect();
    page.sockets[0]!.listener.opened();
    expect(page.link).toEqual({ phase: 'open' });
    page.sockets[0]!.listener.received('{"a":1}\n{"b":2}\n');
    page.sockets[0]!.listener.received(new ArrayBuffer(4));
    expect(page.lines).toEqual(['{"a":1}', '{"b":2}']);
    connection.send('hello');
    expect(page.sockets[0]!.sent).toEqual(['hello']);
  });

  test('reconnects after a break, later each time, and soon again after a success', async () => {
    const page = new FakePage();
    page.connect();
    page.sockets[0]!.listener.opened();
    page.sockets[0]!.listener.closed(1006, '');
    expect(page.link).toEqual({ phase: 'broken', reason: 'it was cut', seconds: 0.5 });
    const waits: number[] = [];
    for (let k = 0; k < 6; k++) {
      waits.push(page.next!.ms);
      page.next!.action();
      page.sockets.at(-1)!.listener.closed(1006, '');
      await settled();
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 8000]);
    expect(linkText(page.link)).toMatch(/is broken: no answer\. Next try in 8 s/);
    page.next!.action();
    page.sockets.at(-1)!.listener.opened();
    page.sockets.at(-1)!.listener.closed(1001, '');
    expect(page.link).toEqual({ phase: 'broken', reason: 'the environment ends', seconds: 0.5 });
  });

  test('reconnects at once on request', async () => {
    const page = new FakePage();
    const connection = page.connect();
    page.sockets[0]!.listener.closed(1006, '');
    await settled();
    connection.tryNow();
    expect(page.sockets).toHaveLength(2);
    expect(page.next).toBeUndefined();
    connection.tryNow();
    expect(page.sockets).toHaveLength(2);
  });

  test('reports a refused token and does not try again', async () => {
    const page = new FakePage();
    page.status = 401;
    page.connect();
    page.sockets[0]!.listener.closed(1006, '');
    await settled();
    expect(page.link).toEqual({ phase: 'refused', reason: WRONG_TOKEN });
    expect(page.next).toBeUndefined();
  });

  test('does not connect without a token', () => {
    const page = new FakePage();
    page.connect('');
    expect(page.link).toEqual({ phase: 'refused', reason: NO_TOKEN });
    expect(page.sockets).toHaveLength(0);
  });

  test('stays closed', () => {
    const page = new FakePage();
    const connection = page.connect();
    page.sockets[0]!.listener.opened();
    connection.close();
    expect(page.sockets[0]!.isClosed).toBe(true);
    expect(page.next).toBeUndefined();
    expect(page.link).toEqual({ phase: 'open' });
  });
});
