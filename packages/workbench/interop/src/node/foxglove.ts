/**
 * Shows a run in Foxglove and Lichtblick while it runs, with the channels of an MCAP recording. The protocol is spoken here because the
 * server of `@foxglove/ws-protocol` takes over raw sockets, past our limits, and knows the older of the two names of the protocol only.
 */
import { expected } from '@kineko/formats/problem';
import { BinaryReader, binaryHeader, type RecordSink, type TraceObject } from '@kineko/formats/trace';
import { messageOf } from '@kineko/kernel';
import { BadMessage, type Clock, type Peer, type PeerListener, wallClock } from '@kineko/server';
import {
  type ChannelMessage,
  ChannelMessages,
  type ChannelOptions,
  encodedMessage,
  nanoseconds,
} from './channel-messages.js';
import { type ChannelName, CHANNELS, schemaOf } from './channels.js';
import { type FoxgloveSchemas, foxgloveSchemas } from './libraries.js';

interface FoxgloveOptions extends Pick<ChannelOptions, 'outlineOf'> {
  /** Name of the run. */
  readonly name: string;
  readonly schemas: FoxgloveSchemas;
  /** The time up to which all events have run, in simulated seconds. */
  readonly reached: () => number;
  /** Called when a client has subscribed to a channel. */
  readonly onSubscribed?: () => void;
  readonly clock?: Clock;
}

/** Updates per second. */
const HZ = 30;
/** Bytes that wait for a client; beyond that it misses messages, and is sent the whole scene when it has caught up. */
const MAX_BUFFERED = 1 << 20;
const MAX_SUBSCRIPTIONS = 1000;

/** Codes of binary messages, and levels of a status. */
const CODE = { message: 1, time: 2 } as const;
const LEVEL = { error: 2 } as const;

/** Properties are judged when a run is over. */
const NAMES = (Object.keys(CHANNELS) as readonly ChannelName[]).filter((name) => name !== 'property');

interface Client {
  readonly peer: Peer;
  /** Channels by the ids that the client has chosen. */
  readonly subscriptions: Map<number, ChannelName>;
  isBehind: boolean;
}

export class FoxgloveHub {
  /** Names of the protocol that clients may offer. */
  static readonly protocols = ['foxglove.sdk.v1', 'foxglove.websocket.v1'] as const;
  /** Takes the records of the run. */
  readonly sink: RecordSink;
  private readonly messages: ChannelMessages;
  private readonly reader = new BinaryReader('live run');
  private readonly clients = new Set<Client>();
  private readonly advertisement: string;
  private readonly clock: Clock;
  private recording: { passOn(): void } | undefined;
  private stopTicking: (() => void) | undefined;

  /** Throws an `InputError` with the install command if the schemas are missing. */
  static async create(options: Omit<FoxgloveOptions, 'schemas'>): Promise<FoxgloveHub> {
    return new FoxgloveHub({ ...options, schemas: await foxgloveSchemas() });
  }

  private constructor(private readonly options: FoxgloveOptions) {
    this.messages = new ChannelMessages(options);
    this.clock = options.clock ?? wallClock;
    this.reader.feed(binaryHeader({} satisfies TraceObject));
    const channels = NAMES.map((name, id) => {
      const { name: schemaName, text: schema } = schemaOf(name, options);
      return { id, topic: CHANNELS[name].topic, encoding: 'json', schemaName, schema, schemaEncoding: 'jsonschema' };
    });
    this.advertisement = JSON.stringify({ op: 'advertise', channels });
    this.sink = {
      write: (chunk) => this.take(chunk),
      close: async () => {
        this.recording = undefined;
        this.messages.showAt(this.messages.now);
        this.passOn();
      },
    };
  }

  /** Makes the recording of the run pass on its records whenever clients are updated. */
  follow(recording: { passOn(): void }): void {
    this.recording = recording;
  }

  /** Serves a client: `startServer({ sockets: { '/': hub.accept } })`. */
  readonly accept = (peer: Peer): PeerListener => {
    const client: Client = { peer, subscriptions: new Map(), isBehind: false };
    this.clients.add(client);
    peer.send(JSON.stringify({ op: 'serverInfo', name: this.options.name, capabilities: ['time'] }));
    peer.send(this.advertisement);
    this.stopTicking ??= this.clock.every(1000 / HZ, () => this.tick());
    return {
      message: (data) => this.receive(client, data),
      closed: () => this.forget(client),
    };
  };

  close(): void {
    this.stopTicking?.();
    this.stopTicking = undefined;
  }

  private take(chunk: Uint8Array): void {
    this.reader.feed(chunk);
    for (let record = this.reader.next(); record !== undefined; record = this.reader.next()) this.messages.add(record);
    this.passOn();
  }

  private tick(): void {
    try {
      this.recording?.passOn();
    } catch {
      // The recording throws the error again at the next record of the run.
      this.recording = undefined;
    }
    this.messages.showAt(Math.max(this.messages.now, this.recording === undefined ? 0 : this.options.reached()));
    this.passOn();
    const time = frameOf(CODE.time, 8);
    new DataView(time.buffer).setBigUint64(1, nanoseconds(this.messages.now), true);
    for (const { peer } of this.clients) if (peer.bufferedBytes <= MAX_BUFFERED) peer.send(time);
  }

  /** Sends the messages since the last call. */
  private passOn(): void {
    const messages = this.messages.takeMessages();
    if (this.clients.size === 0) return;
    for (const client of this.clients) if (client.isBehind) this.catchUp(client);
    for (const message of messages) this.publish(message);
  }

  private publish({ channel, time, content }: ChannelMessage): void {
    const interested = [...this.clients].filter((client) => [...client.subscriptions.values()].includes(channel));
    if (interested.length === 0) return;
    const data = encodedMessage(content);
    for (const client of interested) this.send(client, channel, time, data);
  }

  private send(client: Client, channel: ChannelName, time: number, data: Uint8Array, only?: number): void {
    if (client.peer.bufferedBytes > MAX_BUFFERED) {
      client.isBehind = true;
      return;
    }
    for (const [id, subscribed] of client.subscriptions) {
      if (subscribed !== channel || (only !== undefined && id !== only)) continue;
      const frame = frameOf(CODE.message, 12 + data.length);
      const view = new DataView(frame.buffer);
      view.setUint32(1, id, true);
      view.setBigUint64(5, nanoseconds(time), true);
      frame.set(data, 13);
      client.peer.send(frame);
    }
  }

  private catchUp(client: Client): void {
    if (client.peer.bufferedBytes > 0) return;
    client.isBehind = false;
    this.send(client, 'scene', this.messages.now, encodedMessage(this.messages.scene()));
  }

  private receive(client: Client, data: string | Uint8Array): void {
    try {
      this.perform(client, data);
    } catch (error) {
      const message = messageOf(error);
      client.peer.send(JSON.stringify({ op: 'status', level: LEVEL.error, message }));
      throw new BadMessage(message, { cause: error });
    }
  }

  private perform(client: Client, data: string | Uint8Array): void {
    if (typeof data !== 'string') throw new Error('expected text, got a binary message: this run takes no messages');
    let given: unknown;
    try {
      given = JSON.parse(data);
    } catch (error) {
      throw new Error(`expected a JSON object, got text that is not JSON: ${messageOf(error)}`, { cause: error });
    }
    const operation = (typeof given === 'object' && given !== null ? given : {}) as Readonly<Record<string, unknown>>;
    switch (operation['op']) {
      case 'subscribe':
        for (const each of listOf('subscriptions', operation)) this.subscribe(client, each);
        break;
      case 'unsubscribe':
        for (const id of listOf('subscriptionIds', operation)) {
          if (!client.subscriptions.delete(id as number)) {
            throw new Error(`unsubscribe: subscriptionIds: ${expected('the id of a subscription', id)}`);
          }
        }
        break;
      default:
        throw new Error(`op: ${expected('subscribe or unsubscribe', operation['op'])}`);
    }
  }

  private subscribe(client: Client, given: unknown): void {
    const { subscriptions } = client;
    const { id, channelId } = (given ?? {}) as { readonly id?: unknown; readonly channelId?: unknown };
    if (typeof id !== 'number' || !Number.isInteger(id) || id < 0 || id > 0xffff_ffff) {
      throw new Error(`subscribe: id: ${expected('an integer from 0 to 2^32 - 1', id)}`);
    }
    const channel = typeof channelId === 'number' ? NAMES[channelId] : undefined;
    if (channel === undefined) {
      throw new Error(
        `subscribe: channelId: ${expected(`the id of a channel, from 0 to ${NAMES.length - 1}`, channelId)}`,
      );
    }
    if (subscriptions.size >= MAX_SUBSCRIPTIONS)
      throw new Error(`subscribe: expected at most ${MAX_SUBSCRIPTIONS} subscriptions`);
    if (subscriptions.has(id)) throw new Error(`subscribe: id: expected a new one, got ${id} again`);
    subscriptions.set(id, channel);
    this.options.onSubscribed?.();
    if (channel !== 'scene' || this.messages.isEmpty) return;
    const scene = encodedMessage(this.messages.scene());
    this.send(client, channel, this.messages.now, scene, id);
  }

  private forget(client: Client): void {
    this.clients.delete(client);
    if (this.clients.size === 0) this.close();
  }
}

function frameOf(code: number, bytes: number): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(1 + bytes);
  frame[0] = code;
  return frame;
}

function listOf(name: string, operation: Readonly<Record<string, unknown>>): readonly unknown[] {
  const list = operation[name];
  if (Array.isArray(list)) return list;
  throw new Error(`${String(operation['op'])}: ${name}: ${expected('a list', list)}`);
}
