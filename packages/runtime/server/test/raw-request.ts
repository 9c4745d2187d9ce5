/** Requests written line by line, also those that no browser would send. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** The connection, for web sockets. */
  readonly socket: Socket;
}

export interface RawRequest {
  readonly method?: string;
  readonly path?: string;
  readonly version?: string;
  /** Header lines, sent in this order. */
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string;
  readonly host?: string;
}

/** Resolves with the whole response, or the head of a web socket. */
export async function ask(port: number, request: RawRequest): Promise<RawAnswer> {
  const { method = 'GET', path = '/', version = '1.1', headers = [], body = '', host = '127.0.0.1' } = request;
  const socket = connect(port, host);
  socket.on('error', () => {});
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
  });
  const lines = [`${method} ${path} HTTP/${version}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  const isOpen = new Promise<void>((resolve) => {
    socket.on('data', () => {
      if (text.startsWith('HTTP/1.1 101') && text.includes('\r\n\r\n')) resolve();
    });
  });
  await Promise.race([isOpen, once(socket, 'close')]);
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [, ...fields] = head.split('\r\n');
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0),
    headers: new Map(fields.map((field) => [field.split(':')[0]!.toLowerCase(), field.replace(/^[^:]*: */, '')])),
    body: rest.join('\r\n\r\n'),
    socket,
  };
}

/** The headers that open a web socket. */
export const UPGRADE: readonly (readonly [string, string])[] = [
  ['Connection', 'Upgrade'],
  ['Upgrade', 'websocket'],
  ['Sec-WebSocket-Version', '13'],
  ['Sec-WebSocket-Key', 'AAECAwQFBgcICQoLDA0ODw=='],
];
