/**
 * Messages over UDP: each copy is one datagram, which may be lost, doubled or reordered. It starts with a proof that
 * its sender belongs to the run (HMAC), also on loopback; a replayed datagram counts as doubled.
 */
import { createSocket, type Socket } from 'node:dgram';
import type { NekoMessage } from '../../message.js';
import { type Address, bindUdp } from './address.js';
import { BadFrame } from './frames.js';
import { Waiters } from './promises.js';
import { RealNetwork, type NodeContext } from './real-network.js';
import { RecordLineReader } from './record-lines.js';
import { areEqual, DATAGRAM_PROOF_BYTES, datagramProof } from './token.js';
import { readMessage } from './wire-message.js';

export class UdpNetwork extends RealNetwork {
  protected readonly name = 'UDP';
  protected readonly maxBytes;
  private readonly socket: Socket;
  private readonly reader = new RecordLineReader();
  private addresses: readonly Address[] = [];
  private unsent = 0;
  private unsentBytes = 0;
  private readonly whenSent = new Waiters();
  private isShut = false;

  constructor(context: NodeContext) {
    super(context);
    this.maxBytes = {
      bytes: context.limits.datagramBytes - DATAGRAM_PROOF_BYTES,
      remedy: 'datagrams are not split; send it in parts, or over TCP',
    };
    this.socket = createSocket({ type: context.host.includes(':') ? 'udp6' : 'udp4' });
    this.socket.on('message', (datagram) => this.receive(datagram));
    // A port without a listener is reported as an error; for UDP that is a lost datagram.
    this.socket.on('error', () => this.counts.badFrames++);
  }

  listen(port = 0): Promise<number> {
    return bindUdp(this.socket, { host: this.context.host, port });
  }

  async open(addresses: readonly Address[]): Promise<void> {
    this.addresses = addresses;
  }

  drained(): Promise<void> {
    return this.whenSent.until(this.unsent === 0);
  }

  protected carry(message: NekoMessage, line: string, to: number): void {
    const { key, limits } = this.context;
    const address = this.addresses[to];
    const text = Buffer.from(line);
    if (address === undefined) this.drop(message, to, 'it is not connected');
    else if (this.unsentBytes + text.length > limits.unsentBytes) {
      this.drop(message, to, `${limits.unsentBytes} bytes wait to be sent`);
    } else {
      this.unsent++;
      this.unsentBytes += text.length;
      this.socket.send([datagramProof(key, text), text], address.port, address.host, () => this.sent(text.length));
    }
  }

  protected forget(): void {}

  protected shut(): void {
    this.isShut = true;
    this.socket.close();
    this.whenSent.release();
  }

  private sent(bytes: number): void {
    this.unsent--;
    this.unsentBytes -= bytes;
    if (this.unsent === 0) this.whenSent.release();
  }

  private receive(datagram: Buffer): void {
    if (this.isShut) return;
    const { id, n, key, limits } = this.context;
    this.countingBadFrames(() => {
      if (datagram.length > limits.datagramBytes) throw new BadFrame('a datagram that is too long');
      const text = datagram.subarray(DATAGRAM_PROOF_BYTES);
      if (!areEqual(datagram.subarray(0, DATAGRAM_PROOF_BYTES), datagramProof(key, text))) {
        throw new BadFrame('a datagram that is not authenticated');
      }
      this.arrived(readMessage(text, this.reader, { n, to: id }));
    });
  }
}
