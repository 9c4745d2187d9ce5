/** The program's side of the protocol: answers calls of the engine, and sends requests meanwhile. */
import type { LineChannel } from './line-channel.js';
import { decode, encode, isObject, ProtocolError, type WireMessage } from './wire.js';

/** The engine has refused a request. */
class RequestRefused extends Error {
  constructor(
    override readonly name: string,
    message: string,
  ) {
    super(message);
  }
}

/** Characters that are buffered before a system call. */
const MAX_UNSENT = 1 << 14;

export class EngineLink {
  /** Buffered requests that get no answer. */
  private unsent = '';

  /** @param answer Handles a call that arrives while a request is pending. */
  constructor(
    private readonly channel: LineChannel,
    private readonly answer: (call: WireMessage) => unknown,
  ) {}

  /** The next call; undefined when the engine has closed. */
  nextCall(): WireMessage | undefined {
    const line = this.channel.receive();
    return line === undefined ? undefined : decode(line);
  }

  /** Sends a request that gets no answer, at the latest when the call ends. */
  tell(request: WireMessage): void {
    this.unsent += `${encode(request)}\n`;
    if (this.unsent.length < MAX_UNSENT) return;
    this.channel.send(this.unsent);
    this.unsent = '';
  }

  /** Sends a request and waits for the answer. Throws if the engine refuses. */
  request(request: WireMessage): unknown {
    this.send(request);
    for (;;) {
      const message = this.nextCall();
      if (message === undefined) throw new ProtocolError('the engine has closed');
      if ('call' in message) this.finish(() => this.answer(message));
      else if ('ok' in message) return message['ok'];
      else throw refusalOf(message['error']);
    }
  }

  done(value: unknown): void {
    this.send(value === undefined ? { done: true } : { done: true, value });
  }

  failed(error: unknown): void {
    const { name, message, key } = (error ?? {}) as { readonly [key in 'name' | 'message' | 'key']?: unknown };
    this.send({
      failed: {
        name: typeof name === 'string' ? name : 'Error',
        message: typeof message === 'string' ? message : text(error),
        ...(typeof key === 'string' && { key }),
      },
    });
  }

  private finish(action: () => unknown): void {
    let value: unknown;
    try {
      value = action();
    } catch (error) {
      this.failed(error);
      return;
    }
    this.done(value);
  }

  private send(message: WireMessage): void {
    const { unsent } = this;
    this.unsent = '';
    this.channel.send(`${unsent}${encode(message)}\n`);
  }
}

function refusalOf(error: unknown): RequestRefused {
  const { name, message } = isObject(error) ? error : {};
  return new RequestRefused(String(name), String(message));
}

/** The text of any thrown value; some cannot be converted. */
function text(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return 'a value that cannot be printed was thrown';
  }
}
