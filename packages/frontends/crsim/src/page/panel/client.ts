/** The client of the panel protocol: questions in batches, answers by number, and status lines in between. */
import { Connection, type ConnectionHost, type Link } from '@kineko/ui/page';

export interface Question {
  readonly method: string;
  readonly params: readonly unknown[];
}

export type Answer =
  | { readonly ok: true; readonly value: unknown }
  /** `error` is human-readable. */
  | { readonly ok: false; readonly error: string };

export interface PanelListener {
  link(link: Link): void;
  status(line: string): void;
}

const NOT_THERE: Answer = { ok: false, error: 'no connection to the environment' };
const CUT: Answer = { ok: false, error: 'the connection broke before the answer' };

interface Pending {
  readonly count: number;
  readonly settle: (answers: readonly Answer[]) => void;
}

export class PanelClient {
  private readonly connection: Connection;
  private readonly pending = new Map<number, Pending>();
  private lastId = 0;
  private isOpen = false;

  constructor(
    token: string,
    private readonly listener: PanelListener,
    host?: ConnectionHost,
  ) {
    this.connection = new Connection({
      path: '/panel',
      token,
      host,
      onLink: (link) => this.linked(link),
      onLine: (line) => this.take(line),
    });
  }

  /** Resolves to one answer per question, in order, also if there is no connection. */
  ask(...questions: readonly Question[]): Promise<readonly Answer[]> {
    if (!this.isOpen) return Promise.resolve(questions.map(() => NOT_THERE));
    const id = ++this.lastId;
    return new Promise((settle) => {
      this.pending.set(id, { count: questions.length, settle });
      this.connection.send(JSON.stringify({ id, requests: questions }));
    });
  }

  tryNow(): void {
    this.connection.tryNow();
  }

  close(): void {
    this.connection.close();
    this.abandon();
  }

  private linked(link: Link): void {
    this.isOpen = link.phase === 'open';
    if (!this.isOpen) this.abandon();
    this.listener.link(link);
  }

  private abandon(): void {
    for (const { count, settle } of this.pending.values()) settle(new Array<Answer>(count).fill(CUT));
    this.pending.clear();
  }

  private take(line: string): void {
    let read: { readonly [K in 'id' | 'responses' | 'status' | 'error']?: unknown };
    try {
      read = (JSON.parse(line) ?? {}) as typeof read;
    } catch {
      this.listener.status('(ignored an invalid line of the environment)');
      return;
    }
    if (typeof read.status === 'string') this.listener.status(read.status);
    if (typeof read.error === 'string') this.listener.status(`The environment rejected a message: ${read.error}`);
    if (typeof read.id !== 'number') return;
    const pending = this.pending.get(read.id);
    if (pending === undefined) return;
    this.pending.delete(read.id);
    const responses: readonly unknown[] = Array.isArray(read.responses) ? read.responses : [];
    pending.settle(Array.from({ length: pending.count }, (_, k) => answerOf(responses[k])));
  }
}

function answerOf(response: unknown): Answer {
  if (typeof response !== 'object' || response === null) return { ok: false, error: 'the environment did not answer' };
  const { ok, value, error } = response as Readonly<Record<string, unknown>>;
  if (ok === true) return { ok, value };
  return { ok: false, error: typeof error === 'string' ? error : 'refused without a reason' };
}
