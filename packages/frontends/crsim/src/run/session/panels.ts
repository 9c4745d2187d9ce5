/** The control panels of an environment: one of them is the master, the others may ask, some follow one robot. */
import { unknownName } from '@kineko/formats/problem';
import { described, integerFrom, readMessage, listUpTo } from '@kineko/formats/shape';
import * as z from 'zod/mini';
import type { WallTime } from '../robots/link.js';
import { BadLine } from '../steps/requests.js';
import type { LocationUpdate } from '../steps/environment.js';
import { METHODS, type Ports } from './panel-methods.js';
import type { Session } from './session.js';
import { Refusal } from './states.js';

export interface PanelLink {
  send(content: object): void;
  /** So many bytes wait for it to take them. */
  readonly waitingBytes: number;
  close(reason?: string): void;
}

export interface PanelsOptions {
  readonly session: Session;
  readonly ports: Ports;
  readonly isToken: (text: string) => boolean;
  readonly clock: Pick<WallTime, 'after'>;
  /** Told of what goes wrong in here. */
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

/** One that is connected, for whoever brings its messages. */
export interface PanelListener {
  /** Whether it has said who it is. */
  readonly isKnown: boolean;
  /** `read` throws a `BadLine` if it is no message. */
  receive(read: () => unknown): void;
  /** It has nothing more to say: when everything is answered the connection ends. */
  finish(): void;
  left(): void;
}

export interface PanelEntry {
  /** Whether it has shown the token at the guard. */
  readonly hasToken: boolean;
  /** Whether nobody comes in without it. */
  readonly needsToken: boolean;
}

const ROLES = ['master', 'observer', 'robot'] as const;
type Role = (typeof ROLES)[number];

/** Messages that made no sense; with one more the connection ends. */
const MAX_BAD = 20;
const MAX_REQUESTS = 64;
/** Messages that wait to be answered. */
const MAX_WAITING = 64;
/** Bytes that wait to be taken; then status lines are left out. */
const MAX_BYTES = 1 << 20;
/**
 * What comes behind a step waits for it so long; then the step waits for robots that say nothing, and who wants to stop that has
 * to be heard (ms).
 */
const STEP_HOLDS_MS = 250;

export class Panels {
  private readonly options: PanelsOptions;
  private readonly panels = new Set<Panel>();
  private master: Panel | undefined;

  constructor(options: PanelsOptions) {
    this.options = options;
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

  connect(link: PanelLink, entry: PanelEntry): PanelListener {
    const panel = new Panel(link, entry, { ...this.options, takeLead: (wanting) => this.takeLead(wanting) });
    this.panels.add(panel);
    return {
      get isKnown() {
        return panel.isKnown;
      },
      receive: (read) => panel.receive(read),
      finish: () => panel.finish(),
      left: () => {
        this.panels.delete(panel);
        if (this.master === panel) this.master = undefined;
      },
    };
  }

  close(): void {
    for (const panel of this.panels) panel.close();
  }

  /** Gives the lead to who wants it, if nobody has it, or takes it back from who does not. */
  private takeLead(panel: { readonly wants: Panel; readonly lead: boolean }): boolean {
    const { wants, lead } = panel;
    if (!lead) {
      if (this.master === wants) this.master = undefined;
      return true;
    }
    this.master ??= wants;
    return this.master === wants;
  }
}

interface PanelHost extends PanelsOptions {
  readonly takeLead: (panel: { readonly wants: Panel; readonly lead: boolean }) => boolean;
}

type Response = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: string };

class Panel {
  private role: Role | undefined;
  private robot: string | undefined;
  private bad = 0;
  private waiting = 0;
  private hasFinished = false;
  /** Status lines from before the first hello on: they follow its answer, which scripts expect first. */
  private heldStatus: string[] | undefined;
  /** Messages are looked at one after the other. */
  private answered: Promise<void> = Promise.resolve();

  constructor(
    private readonly link: PanelLink,
    private readonly entry: PanelEntry,
    private readonly host: PanelHost,
  ) {}

  get isKnown(): boolean {
    return this.role !== undefined;
  }

  sendStatus(line: string): void {
    if (this.heldStatus === undefined) this.tell({ status: line });
    else this.heldStatus.push(line);
  }

  tell(content: object): void {
    if (this.role !== undefined && this.link.waitingBytes <= MAX_BYTES) this.link.send(content);
  }

  follow(updates: readonly LocationUpdate[]): void {
    if (this.role !== 'robot') return;
    const update = updates.find(({ objectName }) => objectName === this.robot);
    if (update !== undefined) this.tell({ update });
  }

  close(): void {
    this.link.close();
  }

  finish(): void {
    this.hasFinished = true;
    if (this.waiting === 0) this.link.close();
  }

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
      if (++this.bad > MAX_BAD) this.link.close('too many messages made no sense');
      return;
    }
    this.waiting++;
    this.answered = this.answered.then(() => this.carryOut(message));
  }

  /** Resolves when the next message may be looked at. */
  private async carryOut(message: Message): Promise<void> {
    const answered = this.answer(message);
    if (!message.requests.some(isStep)) return answered;
    return new Promise((resolve) => {
      const callOff = this.host.clock.after(STEP_HOLDS_MS, resolve);
      void answered.finally(() => {
        callOff();
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

  private async respond({ method, params }: PanelRequest): Promise<Response> {
    try {
      const name = method.toLowerCase();
      const value = name === 'hello' ? this.hello(params) : await this.call(name, params);
      return { ok: true, value: value ?? null };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const isExpected = ['Refusal', 'BadLine', 'InputError'].includes(error.name);
      if (!isExpected) this.host.onFailure?.(error);
      return { ok: false, error: isExpected ? error.message : 'it failed' };
    }
  }

  private hello([role, token, robot]: readonly unknown[]): object {
    const { session, isToken, takeLead } = this.host;
    const wanted = ROLES.find((each) => each === role);
    if (wanted === undefined) throw new Refusal(`hello needs a role: ${ROLES.join(', ')}`);
    const hasToken = this.entry.hasToken || (typeof token === 'string' && isToken(token));
    if (!hasToken && (this.entry.needsToken || wanted === 'master')) {
      throw new Refusal('the token is missing or wrong: it was printed when the environment started');
    }
    if (wanted === 'robot' && !(typeof robot === 'string' && session.slots?.names.includes(robot) === true)) {
      throw new Refusal('a robot panel says which robot it follows: hello("robot", token, name)');
    }
    if (!takeLead({ wants: this, lead: wanted === 'master' })) {
      throw new Refusal('another panel is master, until it disconnects; observers may ask');
    }
    if (this.role === undefined) this.heldStatus = [...session.latestStatus];
    this.role = wanted;
    this.robot = wanted === 'robot' ? (robot as string) : undefined;
    return { role: wanted, state: session.state, paused: session.isPaused, step: session.step };
  }

  private async call(name: string, params: readonly unknown[]): Promise<unknown> {
    const { session, ports } = this.host;
    if (this.role === undefined) throw new Refusal('a panel begins with hello(role, token)');
    const method = METHODS.get(name);
    if (method === undefined) throw new Refusal(unknownName('method', name, METHODS.keys()));
    if (method.changes && this.role !== 'master') throw new Refusal('only the master may change things');
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
type PanelRequest = Message['requests'][number];

const EXAMPLE = '{"id":1,"requests":[{"method":"getstate","params":[]}]}';

function readPanelMessage(value: unknown): Message {
  return readMessage(shape, value, (text) => new BadLine(`${text}; a valid message: ${EXAMPLE}`));
}

function isStep({ method }: PanelRequest): boolean {
  return method.toLowerCase() === 'step';
}
