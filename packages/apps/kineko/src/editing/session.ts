/** One page of the editor and the file it has open: checks, saves, runs. */
import { extname } from 'node:path';
import type { EditorNews, EditorRequest } from '@kineko/editor';
import { messageOf } from '@kineko/kernel';
import { BadMessage, type Peer, type PeerListener } from '@kineko/server';
import type { CliContext } from '@kineko/run/console';
import { type FormatName, openWorld, WORLD_FORMATS } from '../page/world-formats.js';
import { checked, type CheckOptions } from './checking.js';
import type { Opening, Openings } from './openings.js';
import { readRequest } from './requests.js';
import { Trial } from './trial.js';
import { WorldFile } from './world-file.js';

export interface SessionOptions extends CheckOptions {
  readonly format: FormatName;
  readonly path: string;
  /** Whether the page may start the programs that a world names. */
  readonly controllers: boolean;
  /** Of all pages. */
  readonly openings: Openings;
  /** Called with the names of pictures that the page may ask for. */
  readonly onPictures: (names: readonly string[]) => void;
}

export class EditingSession implements PeerListener {
  private opening: Opening | undefined;
  private trial: Trial | undefined;
  /** What is asked for is done one after the other. */
  private last: Promise<void>;
  private isClosed = false;

  constructor(
    private readonly peer: Peer,
    private readonly options: SessionOptions,
    private readonly context: CliContext,
  ) {
    this.last = this.open(options.path).catch((error: unknown) => this.fail(undefined, error));
  }

  message(data: string | Uint8Array): void {
    let request: EditorRequest;
    try {
      request = readRequest(data, WORLD_FORMATS[this.options.format]);
    } catch (error) {
      if (error instanceof BadMessage) this.tell({ type: 'failed', text: error.message });
      throw error;
    }
    this.last = this.last.then(() => this.answer(request)).catch((error: unknown) => this.fail(request.id, error));
  }

  closed(): void {
    this.isClosed = true;
    void this.end();
  }

  /** Resolves when nothing of it goes on. */
  async end(): Promise<void> {
    await this.trial?.stop();
    await this.last;
  }

  private async open(path: string, id?: number): Promise<void> {
    const file = await WorldFile.read(path);
    const world = await openWorld(this.options.format, file.text, path);
    this.opening = { file, world };
    const opening = this.options.openings.keep(this.opening);
    this.options.onPictures(world.pictures);
    const { document, remarks, pictures } = world;
    const { name } = file;
    const { controllers } = this.options;
    const about = { opening, name, document, remarks, pictures, controllers };
    this.tell({ type: 'opened', ...(id !== undefined && { id }), ...about });
  }

  /** Of files that the world may be saved as: nothing that a program would be loaded from. */
  private endings(): readonly string[] {
    const { format, path } = this.options;
    return [...WORLD_FORMATS[format].endings, extname(path)];
  }

  private resume({ id, opening }: EditorRequest & { readonly type: 'resume' }): void {
    const kept = this.options.openings.get(opening);
    if (kept === undefined) throw new Error('what was open before the break is not known any more');
    this.opening = kept;
    this.tell({ type: 'resumed', id });
  }

  private async answer(request: EditorRequest): Promise<void> {
    const { id } = request;
    if (request.type === 'reload') return this.open(this.opening?.file.path ?? this.options.path, id);
    if (request.type === 'resume') return this.resume(request);
    if (request.type === 'stop') {
      await this.trial?.stop();
      return this.tell({ type: 'stopped', id });
    }
    const opening = this.opening;
    if (opening === undefined) throw new Error('the file could not be opened: reload it');
    const { file, world } = opening;
    const { document } = request;
    const text = world.write(document);
    switch (request.type) {
      case 'check':
        return this.tell({
          type: 'checked',
          id,
          problems: await checked(text, file.path, document, this.options, this.context),
        });
      case 'save': {
        const target = request.name === undefined ? file : file.beside(request.name, this.endings());
        const refusal = await target.save(text, request.isForced === true);
        if (refusal !== undefined) return this.tell({ type: 'conflict', id, text: refusal.text });
        opening.file = target;
        return this.tell({ type: 'saved', id, name: target.name });
      }
      case 'run':
        return this.run(request, text, file.path);
    }
  }

  /** Answered when there is something to look at, or when it is over before that. */
  private async run(
    { id, hasControllers }: EditorRequest & { readonly type: 'run' },
    text: string,
    path: string,
  ): Promise<void> {
    const { format, plugin, allowPath, controllers } = this.options;
    // Whoever has the token could start any program otherwise: the world comes from the page, commands included.
    if (hasControllers && !controllers) throw new Error('to start controllers, start the editor with --controllers');
    await this.trial?.stop();
    let isShown = false;
    const trial = new Trial(
      {
        format,
        text,
        path,
        hasControllers,
        plugin,
        allowPath,
        onUrl: (url) => {
          isShown = true;
          this.tell({ type: 'running', id, url });
        },
        onLine: (line) => this.tell({ type: 'told', text: line }),
      },
      this.context,
    );
    this.trial = trial;
    void trial.ended.then((isBad) => {
      if (this.trial === trial) this.trial = undefined;
      if (!isShown) this.tell({ type: 'failed', id, text: 'it could not be run' });
      this.tell({ type: 'ended', isBad });
    });
  }

  private fail(id: number | undefined, error: unknown): void {
    const text = messageOf(error);
    this.tell({ type: 'failed', ...(id !== undefined && { id }), text });
  }

  private tell(news: EditorNews): void {
    if (!this.isClosed) this.peer.send(JSON.stringify(news));
  }
}
