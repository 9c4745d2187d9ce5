/** The client of the editor's protocol: numbered requests with their answers, and other news. */
import { Connection, type Link, type ConnectionHost } from '@kineko/ui/page';
import { EDITOR_PATH, type EditorNews, type EditorRequest } from '../protocol.js';

/** A request without its number, which the client adds. */
export type Question = EditorRequest extends infer Request
  ? Request extends unknown
    ? Omit<Request, 'id'>
    : never
  : never;

export interface EditorListener {
  link(link: Link): void;
  /** Called with news that answers no request. */
  news(news: EditorNews): void;
}

const CUT: EditorNews = { type: 'failed', text: 'no connection to kineko edit' };

export class EditorClient {
  private readonly connection: Connection;
  private readonly pending = new Map<number, (news: EditorNews) => void>();
  private lastId = 0;
  private isOpen = false;

  constructor(
    token: string,
    private readonly listener: EditorListener,
    host?: ConnectionHost,
  ) {
    this.connection = new Connection({
      path: EDITOR_PATH,
      token,
      host,
      onLink: (link) => this.linked(link),
      onLine: (line) => this.take(JSON.parse(line) as EditorNews),
    });
  }

  /** Resolves to the answer, or to `CUT`. */
  ask(question: Question): Promise<EditorNews> {
    if (!this.isOpen) return Promise.resolve(CUT);
    const id = ++this.lastId;
    return new Promise((settle) => {
      this.pending.set(id, settle);
      this.connection.send(JSON.stringify({ ...question, id }));
    });
  }

  tryNow(): void {
    this.connection.tryNow();
  }

  private linked(link: Link): void {
    this.isOpen = link.phase === 'open';
    if (!this.isOpen) {
      for (const settle of this.pending.values()) settle(CUT);
      this.pending.clear();
    }
    this.listener.link(link);
  }

  private take(news: EditorNews): void {
    const settle = 'id' in news && news.id !== undefined ? this.pending.get(news.id) : undefined;
    if (settle === undefined) return this.listener.news(news);
    this.pending.delete((news as { readonly id: number }).id);
    settle(news);
  }
}

/** Human-readable. */
export function linkText(link: Link): string {
  switch (link.phase) {
    case 'connecting':
      return 'Connecting to kineko edit …';
    case 'open':
      return '';
    case 'broken':
      return `The connection to kineko edit is broken. Next try in ${link.seconds} s; your changes stay in this page.`;
    case 'refused':
      return 'kineko edit does not accept the token of this page. Open the address that it printed last.';
  }
}
