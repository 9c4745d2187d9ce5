/** The engine's side of the protocol with an external program: calls, and the requests of the program meanwhile. */
import { type LineChannel, MAX_LINE, PROTOCOL_VERSION, READY } from './line-channel.js';
import { decode, encode, isObject, ProtocolError, type WireMessage } from './wire.js';

/** The program reported a failure. */
class ProgramError extends Error {
  constructor(
    override readonly name: string,
    message: string,
    /** Key of the invalid parameter, if that is the failure. */
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

/** Carries out a request; the value goes back to the program if it waits for an answer. */
export type RequestHandler = (request: WireMessage) => unknown;

/** Limits of the output of a program, per call and in all. */
const MAX_LINES_PER_CALL = 100_000;
const MAX_CHARACTERS_PER_CALL = 1 << 24;
const MAX_CHARACTERS = 1 << 28;

/** Requests that get no answer: they cannot be refused in a way that an author could handle. */
const UNANSWERED: ReadonlySet<unknown> = new Set(['at', 'cancel', 'finished', 'log', 'note', 'shutdown', 'unregister']);

export class ProgramLink {
  /** Number of characters in all, and since the start of the call. */
  private total = 0;
  private characters = 0;
  private depth = 0;

  constructor(
    private readonly channel: LineChannel,
    private readonly handle: RequestHandler,
  ) {}

  /** Reads the first message of the program. */
  greet(): void {
    const { ready, version } = decode(this.line());
    if (ready !== READY) throw new ProtocolError(`expected {"ready":"${READY}"} first`);
    if (version !== PROTOCOL_VERSION) {
      throw new ProtocolError(`version: expected ${PROTOCOL_VERSION}, got ${JSON.stringify(version)}`);
    }
  }

  /** Calls the program, and serves its requests until the call is done. Throws the failure of the program. */
  call(call: WireMessage): unknown {
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

  private serve(request: WireMessage): void {
    if (UNANSWERED.has(request['do'])) {
      this.handle(request);
      return;
    }
    let answer: object;
    try {
      answer = { ok: this.handle(request) ?? null };
    } catch (error) {
      // Authors' code cannot handle these.
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
