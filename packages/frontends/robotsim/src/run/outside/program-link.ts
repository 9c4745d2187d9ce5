/** The engine's side of the protocol with a program outside: calls, and the requests that the program makes meanwhile. */
import { type LineChannel, MAX_LINE, PROTOCOL_VERSION, READY } from './line-channel.js';
import { decode, encode, isObject, ProtocolError } from './wire.js';

/** The program failed, by its own account. */
export class ProgramError extends Error {
  constructor(
    override readonly name: string,
    message: string,
    /** Of a parameter that it cannot use. */
    readonly key?: string | undefined,
  ) {
    super(message);
  }
}

/** The program has ended, or was killed. */
export class ProgramGone extends Error {
  override readonly name = 'ProgramGone';

  constructor() {
    super('the program ended before the run did');
  }
}

type Message = Readonly<Record<string, unknown>>;

/** Carries out a request; the value goes back to the program if it waits for an answer. */
export type RequestHandler = (request: Message) => unknown;

/** So much may a program say while it has one call, and in all. */
const MAX_LINES_PER_CALL = 100_000;
const MAX_CHARACTERS_PER_CALL = 1 << 24;
const MAX_CHARACTERS = 1 << 28;

/** Requests that are not answered: nothing about them can be refused that an author could handle. */
const UNANSWERED: ReadonlySet<unknown> = new Set(['at', 'cancel', 'finished', 'log', 'note', 'shutdown', 'unregister']);

export class ProgramLink {
  /** In all, and since the call began. */
  private total = 0;
  private characters = 0;
  private depth = 0;

  constructor(
    private readonly channel: LineChannel,
    private readonly handle: RequestHandler,
  ) {}

  /** Reads what a program says first. */
  greet(): void {
    const { ready, version } = decode(this.line());
    if (ready !== READY) throw new ProtocolError(`expected {"ready":"${READY}"} first`);
    if (version !== PROTOCOL_VERSION) {
      throw new ProtocolError(`version: expected ${PROTOCOL_VERSION}, got ${JSON.stringify(version)}`);
    }
  }

  /** Calls the program, and serves its requests until it is done. Throws what the program failed with. */
  call(call: Message): unknown {
    if (this.depth === 0) this.characters = 0;
    this.depth++;
    try {
      this.channel.send(`${encode(call)}\n`);
      for (let lines = 0; lines <= MAX_LINES_PER_CALL; lines++) {
        const message = decode(this.line());
        if ('do' in message) this.serve(message);
        else if (message['done'] === true) return message['value'];
        else if ('failed' in message) throw failureOf(message['failed']);
        else throw new ProtocolError('expected a request ("do"), "done" or "failed"');
      }
    } finally {
      this.depth--;
    }
    throw new ProtocolError(`expected at most ${MAX_LINES_PER_CALL} requests in one call`);
  }

  private serve(request: Message): void {
    if (UNANSWERED.has(request['do'])) {
      this.handle(request);
      return;
    }
    let answer: object;
    try {
      answer = { ok: this.handle(request) ?? null };
    } catch (error) {
      // Not the author's to handle.
      if (error instanceof ProtocolError || error instanceof ProgramError || error instanceof ProgramGone) throw error;
      const { name, message } = error as Error;
      answer = { error: { name, message } };
    }
    this.channel.send(`${encode(answer)}\n`);
  }

  private line(): string {
    const line = this.channel.receive();
    if (line === undefined) throw new ProgramGone();
    this.total += line.length;
    this.characters += line.length;
    if (line.length > MAX_LINE) throw new ProtocolError(`expected lines of at most ${MAX_LINE} characters`);
    if (this.characters > MAX_CHARACTERS_PER_CALL || this.total > MAX_CHARACTERS) {
      throw new ProtocolError(
        `expected at most ${MAX_CHARACTERS_PER_CALL} characters in one call, and ${MAX_CHARACTERS} in all`,
      );
    }
    return line;
  }
}

function failureOf(failed: unknown): ProgramError {
  const { name, message, key } = isObject(failed) ? failed : {};
  return new ProgramError(
    typeof name === 'string' ? name : 'Error',
    typeof message === 'string' ? message : 'the program failed',
    typeof key === 'string' ? key : undefined,
  );
}
