/** The engine's side of the protocol with an external program: calls, and the requests of the program meanwhile. */
import { MessageFields } from './fields.js';
import { type LineChannel, MAX_LINE, PROTOCOL_VERSIONS, READY } from './line-channel.js';
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

/** Limits of the output of a program. */
export interface OutputLimits {
  /** Characters of a line, of all lines of a call, and of all lines. */
  readonly line: number;
  readonly call: number;
  readonly total: number;
}

/** For programs of others. */
const UNTRUSTED: OutputLimits = { line: MAX_LINE, call: 1 << 24, total: 1 << 28 };
const MAX_LINES_PER_CALL = 100_000;

/** The first message of a program. */
export interface Greeting {
  /** Whether the program decides how far the run advances (version 2). */
  readonly steps: boolean;
  /** Properties that are judged after each step. */
  readonly properties: readonly string[];
  /** Whether motions may be given by equations. */
  readonly usesEquations: boolean;
}

export type HeardMessage = readonly [to: number, from: number, type: string, content: unknown];

/** Requests that get no answer: they cannot be refused in a way that an author could handle. */
const UNANSWERED: ReadonlySet<unknown> = new Set(['at', 'cancel', 'finished', 'log', 'note', 'shutdown', 'unregister']);

export class ProgramLink {
  /** Number of characters in all, and since the start of the call. */
  private total = 0;
  private characters = 0;
  private depth = 0;
  /** Whether the program has ended. */
  isGone = false;
  /** Messages that the program gets with its next `step`; undefined without steps. */
  heard: HeardMessage[] | undefined = undefined;

  constructor(
    private readonly channel: LineChannel,
    private readonly handle: RequestHandler,
    private readonly limits = UNTRUSTED,
  ) {}

  /** Reads the first message of the program. */
  greet(): Greeting {
    const greeting = decode(this.line());
    const { ready, version } = greeting;
    if (ready !== READY) throw new ProtocolError(`expected {"ready":"${READY}"} first`);
    if (!PROTOCOL_VERSIONS.includes(version as number)) {
      const known = PROTOCOL_VERSIONS.join(' or ');
      throw new ProtocolError(`version of the algorithm protocol: expected ${known}, got ${JSON.stringify(version)}`);
    }
    const fields = new MessageFields(greeting);
    return {
      steps: version !== 1 && fields.flag('steps'),
      properties: fields.texts('properties'),
      usesEquations: fields.flag('equations'),
    };
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
      if (isFatal(error)) throw error;
      const { name, message } = error as Error;
      answer = { error: { name, message } };
    }
    this.channel.send(`${encode(answer)}\n`);
  }

  private line(): string {
    const line = this.channel.receive();
    if (line === undefined) {
      this.isGone = true;
      throw new ProgramGone();
    }
    this.total += line.length;
    this.characters += line.length;
    const { limits } = this;
    if (line.length > limits.line) throw new ProtocolError(`expected lines of at most ${limits.line} characters`);
    if (this.characters > limits.call || this.total > limits.total) {
      throw new ProtocolError(`expected at most ${limits.call} characters in one call, and ${limits.total} in all`);
    }
    return line;
  }
}

/** Whether an error ends the run, because authors' code cannot handle it. */
function isFatal(error: unknown): boolean {
  return error instanceof ProtocolError || error instanceof ProgramError || error instanceof ProgramGone;
}

function failureOf(failed: unknown): ProgramError {
  const { name, message, key } = isObject(failed) ? failed : {};
  return new ProgramError(
    typeof name === 'string' ? name : 'Error',
    typeof message === 'string' ? message : 'the program failed',
    typeof key === 'string' ? key : undefined,
  );
}
