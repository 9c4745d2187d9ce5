import { createServer, type Socket } from 'node:net';
import { type Address, listenTcp } from './address.js';
import { acceptFrom, type Greeting } from './handshake.js';
import type { RealLimits } from './limits.js';
import { LineConnection } from './lines.js';
import type { Key } from './token.js';

export interface ServerOptions {
  readonly key: Key;
  readonly limits: RealLimits;
  /** Returns the number for the welcome, or throws why the connection is refused. */
  readonly admit: (greeting: Greeting) => number;
  readonly connected: (connection: LineConnection, greeting: Greeting) => void;
  readonly refused: () => void;
}

/** A TCP server whose connections are authenticated before they are used. */
export class AuthenticatedServer {
  private readonly server = createServer((socket) => void this.accept(socket));
  private readonly connections = new Set<LineConnection>();
  private handshakes = 0;

  constructor(private readonly options: ServerOptions) {}

  /** Starts to listen; returns the port. */
  listen(address: Address): Promise<number> {
    return listenTcp(this.server, address);
  }

  get isListening(): boolean {
    return this.server.listening;
  }

  /** Accepts no more connections. */
  stop(): void {
    this.server.close();
  }

  /** Closes all connections as well. */
  destroy(): void {
    this.stop();
    for (const connection of this.connections) connection.destroy();
  }

  private async accept(socket: Socket): Promise<void> {
    const { key, limits, admit, connected, refused } = this.options;
    const connection = new LineConnection(socket, limits.frameBytes);
    if (this.handshakes >= limits.handshakes) {
      refused();
      connection.destroy();
      return;
    }
    this.connections.add(connection);
    socket.on('close', () => this.connections.delete(connection));
    this.handshakes++;
    try {
      connected(connection, await acceptFrom(connection, key, limits, admit));
    } catch {
      refused();
    } finally {
      this.handshakes--;
    }
  }
}
