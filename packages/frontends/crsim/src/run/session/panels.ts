/** The control panels of an environment: one is the master, others only observe, some follow one robot. */
import { expected, oneOf, unknownName } from '@kineko/formats/problem';
import { described, integerFrom, listUpTo, readMessage } from '@kineko/formats/shape';
import type { WallClock } from '@kineko/kernel/pacing';
import * as z from 'zod/mini';
import type { LocationUpdate } from '../steps/environment.js';
import { BadLine } from '../steps/requests.js';
import { METHODS, type Ports } from './panel-methods.js';
import type { Session } from './session.js';
import { Refusal } from './states.js';

export interface PanelLink {
  send(content: object): void;
  /** Bytes that the panel has not taken. */
  readonly waitingBytes: number;
  close(reason?: string): void;
}

export interface PanelsOptions {
  readonly session: Session;
  readonly ports: Ports;
  readonly isToken: (text: string) => boolean;
  readonly clock: Pick<WallClock, 'after'>;
  /** Called with internal errors. */
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

export interface PanelEntry {
  /** Whether it has shown the token when it connected. */
  readonly hasToken: boolean;
  /** Whether all panels need the token. */
  readonly needsToken: boolean;
}

const ROLES = ['master', 'observer', 'robot'] as const;
type Role = (typeof ROLES)[number];

/** Invalid messages; one more ends the connection. */
const MAX_BAD = 20;
/** Requests per message. */
const MAX_REQUESTS = 64;
/** Messages that wait to be answered. */
const MAX_WAITING = 64;
/** Bytes that wait for a panel; beyond that status lines are left out. */
const MAX_BYTES = 1 << 20;
/** Time that later messages wait for a step (ms). A step that takes longer waits for controllers, and can be stopped. */
const STEP_HOLDS_MS = 250;

export class Panels {
  private readonly panels = new Set<Panel>();
  private master: Panel | undefined;

  constructor(readonly options: PanelsOptions) {
    options.session.listen({
      status: (line) => {
        for (const panel of this.panels) panel.sendStatus(line);
      },
      moved: (updates) => {
        for (const panel of this.panels) panel.follow(updates);
      },
    });
  }

  get size(): number {
    return this.panels.size;
  }

  connect(link: PanelLink, entry: PanelEntry): Panel {
    const panel = new Panel(link, entry, this);
    this.panels.add(panel);
    return panel;
  }

  close(): void {
    for (const panel of this.panels) panel.close();
  }

  remove(panel: Panel): void {
    this.panels.delete(panel);
    this.setMaster(panel, false);
  }

  /** Makes a panel the master if there is no other, or releases the role; returns whether that was possible. */
  setMaster(panel: Panel, isMaster: boolean): boolean {
    if (!isMaster) {
      if (this.master === panel) this.master = undefined;
      return true;
    }
    this.master ??= panel;
    return this.master === panel;
  }
}

type Response = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: string };

/** A connected panel. */
class Panel {
  private role: Role | undefined;
  private robot: string | undefined;
  private bad = 0;
  private waiting = 0;
  private hasFinished = false;
  /** Status lines that follow the answer to the first hello, which scripts expect first. */
  private heldStatus: string[] | undefined;
  /** Messages are handled one after the other. */
  private answered: Promise<void> = Promise.resolve();

  constructor(
    private readonly link: PanelLink,
    private readonly entry: PanelEntry,
    private readonly panels: Panels,
  ) {}

  /** Whether it has a role. */
  get isKnown(): boolean {
    return this.role !== undefined;
  }

  sendStatus(line: string): void {
    if (this.heldStatus === undefined) this.send({ status: line });
    else this.heldStatus.push(line);
  }

  follow(updates: readonly LocationUpdate[]): void {
    if (this.role !== 'robot') return;
    const update = updates.find(({ objectName }) => objectName === this.robot);
    if (update !== undefined) this.send({ update });
  }

  close(): void {
    this.link.close();
  }

  /** The panel sends no more: the connection ends when everything is answered. */
  finish(): void {
    this.hasFinished = true;
    if (this.waiting === 0) this.link.close();
  }

  /** The connection has ended. */
  left(): void {
    this.panels.remove(this);
  }

  /** Handles a message; `read` throws a `BadLine` if it is not one. */
  receive(read: () => unknown): void {
    if (this.link.waitingBytes > MAX_BYTES) {
      this.link.close('it does not take its answers');
      return;
    }
    let message: Message;
    try {
      message = readPanelMessage(read());
      if (this.waiting >= MAX_WAITING) throw new BadLine('too many messages wait to be answered');
    } catch (error) {
      if (!(error instanceof BadLine)) throw error;
      this.link.send({ error: error.message });
      if (++this.bad > MAX_BAD) this.link.close('too many invalid messages');
      return;
    }
    this.waiting++;
    this.answered = this.answered.then(() => this.handle(message));
  }

  private send(content: object): void {
    if (this.role !== undefined && this.link.waitingBytes <= MAX_BYTES) this.link.send(content);
  }

  /** Resolves when the next message may be handled. */
  private async handle(message: Message): Promise<void> {
    const answered = this.answer(message);
    if (!message.requests.some(({ method }) => method.toLowerCase() === 'step')) return answered;
    return new Promise((resolve) => {
      const cancelTimer = this.panels.options.clock.after(STEP_HOLDS_MS, resolve);
      void answered.finally(() => {
        cancelTimer();
        resolve();
      });
    });
  }

  private async answer({ id, requests }: Message): Promise<void> {
    const responses: Response[] = [];
    for (const request of requests) responses.push(await this.respond(request));
    this.waiting--;
    this.link.send({ id, responses });
    const lines = this.heldStatus ?? [];
    this.heldStatus = undefined;
    for (const line of lines) this.sendStatus(line);
    if (this.hasFinished && this.waiting === 0) this.link.close();
  }

  private async respond({ method, params }: Message['requests'][number]): Promise<Response> {
    try {
      const name = method.toLowerCase();
      const value = name === 'hello' ? this.hello(params) : await this.call(name, params);
      return { ok: true, value: value ?? null };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const isExpected = ['Refusal', 'BadLine', 'InputError'].includes(error.name);
      if (!isExpected) this.panels.options.onFailure?.(error);
      return { ok: false, error: isExpected ? error.message : 'internal error' };
    }
  }

  private hello([role, token, robot]: readonly unknown[]): object {
    const { session, isToken } = this.panels.options;
    const wanted = ROLES.find((each) => each === role);
    if (wanted === undefined) throw new Refusal(`role: ${expected(oneOf(ROLES), role)}`);
    const hasToken = this.entry.hasToken || (typeof token === 'string' && isToken(token));
    if (!hasToken && (this.entry.needsToken || wanted === 'master')) {
      throw new Refusal('token missing or invalid: it was printed when the environment started');
    }
    if (wanted === 'robot' && !(typeof robot === 'string' && session.slots?.names.includes(robot) === true)) {
      throw new Refusal('a robot panel names the robot that it follows: hello("robot", token, name)');
    }
    if (!this.panels.setMaster(this, wanted === 'master')) {
      throw new Refusal('another panel is master until it disconnects; connect as observer');
    }
    if (this.role === undefined) this.heldStatus = [...session.latestStatus];
    this.role = wanted;
    this.robot = wanted === 'robot' ? (robot as string) : undefined;
    return { role: wanted, state: session.state, paused: session.isPaused, step: session.step };
  }

  private async call(name: string, params: readonly unknown[]): Promise<unknown> {
    const { session, ports } = this.panels.options;
    if (this.role === undefined) throw new Refusal('a panel begins with hello(role, token)');
    const method = METHODS.get(name);
    if (method === undefined) throw new Refusal(unknownName('method', name, METHODS.keys()));
    if (method.changes && this.role !== 'master') throw new Refusal('only the master may change the environment');
    return method.run(params, { session, ports, robot: this.robot });
  }
}

const shape = z.strictObject({
  id: integerFrom(0),
  requests: listUpTo(
    z.strictObject({ method: z.string(), params: z._default(z.array(z.unknown()), []) }),
    MAX_REQUESTS,
  ).check(z.minLength(1, described('at least one request'))),
});
type Message = z.infer<typeof shape>;

const EXAMPLE = '{"id":1,"requests":[{"method":"getstate","params":[]}]}';

function readPanelMessage(value: unknown): Message {
  return readMessage(shape, value, (text) => new BadLine(`${text}; a valid message: ${EXAMPLE}`));
}
