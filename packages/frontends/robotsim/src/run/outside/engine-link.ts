/** The program's side of the protocol: answers calls of the engine, and makes requests meanwhile. */
import type { LineChannel } from './line-channel.js';
import { decode, encode, isObject, ProtocolError } from './wire.js';

type Message = Readonly<Record<string, unknown>>;

/** A request that the engine has refused. */
class RequestRefused extends Error {
  constructor(
    override readonly name: string,
    message: string,
  ) {
    super(message);
  }
}

/** Characters that are worth a call of the system. */
const MAX_UNSENT = 1 << 14;

export class EngineLink {
  /** Requests that are not answered, and have not been sent yet. */
  private unsent = '';

  /** @param answer Does what a call that comes while a request is under way is for. */
  constructor(
    private readonly channel: LineChannel,
    private readonly answer: (call: Message) => unknown,
  ) {}

  /** The next call; undefined when the engine has closed. */
  nextCall(): Message | undefined {
    const line = this.channel.receive();
    return line === undefined ? undefined : decode(line);
  }

  /** Makes a request that is not answered; it is on its way at the latest when the call is over. */
  tell(request: Message): void {
    this.unsent += `${encode(request)}\n`;
    if (this.unsent.length < MAX_UNSENT) return;
    this.channel.send(this.unsent);
    this.unsent = '';
  }

  /** Makes a request and waits for the answer. Throws if the engine refuses. */
  request(request: Message): unknown {
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

  private send(message: Message): void {
    const { unsent } = this;
    this.unsent = '';
    this.channel.send(`${unsent}${encode(message)}\n`);
  }
}

function refusalOf(error: unknown): RequestRefused {
  const { name, message } = isObject(error) ? error : {};
  return new RequestRefused(String(name), String(message));
}

/** Of whatever was thrown; some things cannot be made a text. */
function text(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return 'something that is no text was thrown';
  }
}
