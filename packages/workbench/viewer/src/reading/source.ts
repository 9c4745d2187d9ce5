/** Sources of a log's bytes: once from start to end, and any range again. */

export interface LogSource {
  /** Total number of bytes; undefined if unknown. */
  readonly size: number | undefined;
  pieces(): AsyncIterable<Uint8Array>;
  /** The bytes from `from` to before `to`. */
  read(from: number, to: number): Promise<Uint8Array>;
}

/** Bytes per piece: few at first, so that something is shown quickly. */
const [FIRST_PIECE, PIECE] = [1 << 16, 1 << 20];

/** A file chosen by the user, or bytes embedded in the page. */
export class BlobSource implements LogSource {
  constructor(private readonly blob: Blob) {}

  get size(): number {
    return this.blob.size;
  }

  async *pieces(): AsyncGenerator<Uint8Array, void> {
    for (let at = 0; at < this.size;) {
      const end = Math.min(this.size, at + (at === 0 ? FIRST_PIECE : PIECE));
      yield await this.read(at, end);
      at = end;
    }
  }

  async read(from: number, to: number): Promise<Uint8Array> {
    return new Uint8Array(await this.blob.slice(from, to).arrayBuffer());
  }
}

/** A file on a server that supports ranges. */
export class UrlSource implements LogSource {
  size: number | undefined;

  constructor(
    private readonly url: string,
    private readonly token: string,
    private readonly name: string,
  ) {}

  async *pieces(): AsyncGenerator<Uint8Array, void> {
    const response = await this.ask({});
    const length = Number(response.headers.get('content-length') ?? NaN);
    if (length > 0) this.size = length;
    const reader = response.body?.getReader();
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done || value === undefined) return;
      yield value;
    }
  }

  async read(from: number, to: number): Promise<Uint8Array> {
    const response = await this.ask({ range: `bytes=${from}-${to - 1}` });
    const bytes = new Uint8Array(await response.arrayBuffer());
    // A server without ranges sends the whole file.
    return response.status === 206 ? bytes : bytes.subarray(from, to);
  }

  private async ask(headers: Readonly<Record<string, string>>): Promise<Response> {
    const response = await fetch(this.url, { headers: { ...headers, authorization: `Bearer ${this.token}` } });
    if (!response.ok) {
      throw new Error(`${this.name}: the server answered ${response.status}; start kineko view again`);
    }
    return response;
  }
}

/** A live run. */
export class StreamSource implements LogSource {
  readonly size = undefined;
  private readonly blobs: Blob[] = [];
  /** Offset of each blob, and the end of the last one. */
  private readonly starts = [0];
  private recent: Uint8Array[] = [];
  private recentBytes = 0;
  private waiting: Uint8Array[] = [];
  private wake: (() => void) | undefined;

  give(bytes: Uint8Array): void {
    this.keep(bytes);
    this.waiting.push(bytes);
    this.wake?.();
  }

  async *pieces(): AsyncGenerator<Uint8Array, void> {
    for (;;) {
      const ready = this.waiting;
      this.waiting = [];
      yield* ready;
      if (this.waiting.length === 0) await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  async read(from: number, to: number): Promise<Uint8Array> {
    const parts: Blob[] = [];
    for (const [k, blob] of [...this.blobs, new Blob(this.recent as BlobPart[])].entries()) {
      const start = this.starts[k]!;
      if (start < to && start + blob.size > from) parts.push(blob.slice(Math.max(0, from - start), to - start));
    }
    return new Uint8Array(await new Blob(parts).arrayBuffer());
  }

  /** Uses blobs, which the browser can move to disk. */
  private keep(bytes: Uint8Array): void {
    this.recent.push(bytes.slice());
    this.recentBytes += bytes.length;
    if (this.recentBytes < PIECE) return;
    this.blobs.push(new Blob(this.recent as BlobPart[]));
    this.starts.push(this.starts.at(-1)! + this.recentBytes);
    this.recent = [];
    this.recentBytes = 0;
  }
}
