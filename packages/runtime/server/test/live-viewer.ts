/** A viewer of a run over a real socket. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { RunningServer } from '../src/serve.js';

export class LiveViewer {
  readonly socket: WebSocket;
  /** All frames of bytes, in order. */
  readonly frames: Buffer[] = [];
  readonly texts: Record<string, unknown>[] = [];
  bytes = 0;
  private check = (): void => {};

  constructor({ port, token }: RunningServer, path = '/live') {
    const origin = `http://127.0.0.1:${port}`;
    this.socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, ['kineko', `kineko.token.${token}`], { origin });
    this.socket.on('error', () => {});
    this.socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) {
        this.frames.push(data);
        this.bytes += data.length;
      } else {
        this.texts.push(JSON.parse(data.toString()) as Record<string, unknown>);
      }
      this.check();
    });
  }

  async opened(): Promise<this> {
    await once(this.socket, 'open');
    return this;
  }

  /** Resolves when a condition on the received data holds. */
  until(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.check = () => {
        if (holds()) resolve();
      };
      this.check();
    });
  }

  hears(type: string): Promise<void> {
    return this.until(() => this.texts.some((text) => text['type'] === type));
  }

  /** The received trace. */
  get trace(): Uint8Array {
    return Buffer.concat(this.frames);
  }
}
