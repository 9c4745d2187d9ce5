/** An environment without a world: implements the protocols of viewers and panels, and is controlled by tests. */
import { fileURLToPath } from 'node:url';
import { type Peer, startServer } from '@kineko/server';
import { freePort } from '@kineko/tools/kits/free-port';

export interface StubObject {
  readonly name: string;
  readonly [field: string]: unknown;
}

export interface StubUpdate {
  readonly objectName: string;
  readonly [field: string]: unknown;
}

interface Panel {
  readonly peer: Peer;
  role: string | undefined;
}

type Answer = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: string };

const TOKEN = '0123456789abcdef0123456789abcdef';

export class StubEnvironment {
  state = 1;
  isPaused = false;
  step = 0;
  millisPerStep = 100;
  stepPauseTime = 0;
  communications: object = { enabled: true, network: 'basic', delay: 0, loss: 0 };
  readonly ports: Record<string, number> = { viewer: 3000, robot: 8000, panel: 9000 };
  readonly connected = new Set<string>();
  /** All requests of panels that change something. */
  readonly orders: string[] = [];
  /** Whether panels get no answers about the state. */
  isSilent = false;
  /** Requests to become master while another panel is. */
  refusals = 0;
  private readonly objects: StubObject[];
  private readonly viewerPeers = new Set<Peer>();
  private readonly panelPeers = new Set<Panel>();
  private master: Panel | undefined;
  private server: Awaited<ReturnType<typeof startServer>> | undefined;

  constructor(objects: readonly StubObject[]) {
    this.objects = [...objects];
  }

  async open(port?: number, token = TOKEN): Promise<void> {
    this.server = await startServer({
      // A test may close it, and open it again on the same port.
      port: port ?? (await freePort()),
      token,
      pages: fileURLToPath(new URL('../page/', import.meta.url)),
      sockets: {
        '/viewer': (peer) => {
          this.viewerPeers.add(peer);
          if (this.state >= 3) this.introduce(peer);
          return { message: () => {}, closed: () => void this.viewerPeers.delete(peer) };
        },
        '/panel': (peer) => {
          const panel: Panel = { peer, role: undefined };
          this.panelPeers.add(panel);
          return {
            message: (data) => this.hear(panel, data as string),
            closed: () => {
              this.panelPeers.delete(panel);
              if (this.master === panel) this.master = undefined;
            },
          };
        },
      },
    });
  }

  get port(): number {
    return this.server!.port;
  }

  get viewers(): number {
    return this.viewerPeers.size;
  }

  get panels(): number {
    return this.panelPeers.size;
  }

  urlOf(page: string, more = ''): string {
    return `http://127.0.0.1:${this.port}/${page}#token=${TOKEN}${more}`;
  }

  close(): Promise<void> {
    return this.server!.close();
  }

  /** Closes all connections, and keeps listening. */
  hangUp(): void {
    for (const peer of [...this.viewerPeers, ...[...this.panelPeers].map((panel) => panel.peer)]) peer.close(1001, '');
  }

  /** Sends text to all viewers, unchanged. */
  toViewers(text: string): void {
    for (const peer of this.viewerPeers) peer.send(text);
  }

  /** Sends a status line. */
  say(text: string): void {
    for (const { peer } of this.panelPeers) peer.send(JSON.stringify({ status: `${this.step}(0 seconds) - ${text}` }));
  }

  enter(state: number): void {
    const before = this.state;
    this.state = state;
    if (state === 3) for (const peer of this.viewerPeers) this.introduce(peer);
    this.say(`Environment changed state: ${before} --> ${state}`);
  }

  begin(): void {
    for (const state of [2, 3, 4]) this.enter(state);
  }

  /** Moves an object at the end of the step. */
  move(update: StubUpdate): void {
    const index = this.objects.findIndex(({ name }) => name === update.objectName);
    const { x, y, z, orientation, heat = this.objects[index]!['heat'] } = update;
    this.objects[index] = { ...this.objects[index]!, xpos: x, ypos: y, zpos: z, orientation, heat };
    this.toViewers(`${JSON.stringify({ ...update, timestep: this.step })}\n{"timestep":${this.step}}\n`);
    this.step++;
  }

  private introduce(peer: Peer): void {
    const environment = { width: 80, depth: 50, timeStepMillis: this.millisPerStep, timestep: this.step };
    peer.send(`${[{ environment }, ...this.objects].map((each) => JSON.stringify(each)).join('\n')}\n`);
  }

  private hear(panel: Panel, text: string): void {
    const { id, requests } = JSON.parse(text) as { id: number; requests: { method: string; params: unknown[] }[] };
    if (this.isSilent && requests.every(({ method }) => method.startsWith('get'))) return;
    const responses = requests.map(({ method, params }) => this.answer(panel, method, params));
    panel.peer.send(JSON.stringify({ id, responses }));
  }

  private answer(panel: Panel, method: string, params: readonly unknown[]): Answer {
    if (method === 'hello') return this.welcome(panel, params);
    if (panel.role === undefined) return no('a panel begins with hello(role, token)');
    if (method.startsWith('get')) return this.tell(method, params);
    if (panel.role !== 'master') return no('only the master may change the environment');
    this.orders.push([method, ...params.map((each) => JSON.stringify(each))].join(' '));
    return this.obey(method, params);
  }

  private welcome(panel: Panel, [role, token]: readonly unknown[]): Answer {
    if (token !== TOKEN) return no('the token is missing or wrong');
    if (role === 'master') {
      this.master ??= panel;
      if (this.master !== panel) {
        this.refusals++;
        return no('another panel is master, until it disconnects');
      }
    } else if (this.master === panel) this.master = undefined;
    panel.role = role as string;
    return yes({ role });
  }

  private tell(method: string, [name]: readonly unknown[]): Answer {
    const objects = this.objects.map((object) => this.listed(object));
    switch (method) {
      case 'getstate':
        return yes({ state: this.state, paused: this.isPaused });
      case 'getstep':
        return yes(this.step);
      case 'getmillisperstep':
        return this.state === 0 ? no('no model is loaded') : yes(this.millisPerStep);
      case 'getsteppausetime':
        return yes(this.stepPauseTime);
      case 'getcommunications':
        return yes(this.communications);
      case 'getport':
        return yes(name === 'web' ? this.port : this.ports[name as string]);
      case 'getobjects':
        return yes(objects);
      case 'getobject': {
        const object = this.objects.find((each) => each.name === name);
        return object === undefined
          ? no('there is no object of this name')
          : yes({ ...this.listed(object), type: object['type'] });
      }
      default:
        return no('unknown method');
    }
  }

  private listed({ name, xpos, ypos, zpos, orientation = 0, heat, ir, robot }: StubObject): object {
    const connected = robot === true && { connected: this.connected.has(name) };
    return {
      name,
      kind: robot === true ? 'robot' : 'object',
      x: xpos,
      y: ypos,
      z: zpos,
      orientation,
      heat,
      ir,
      ...connected,
    };
  }

  private obey(method: string, params: readonly unknown[]): Answer {
    const [first, second] = params;
    if ((method === 'setmillisperstep' || method === 'setport') && this.state !== 1)
      return no('it is possible in LOADED only');
    switch (method) {
      case 'load':
        if (first !== 'world.xml') return no(`${String(first)}: no such file`);
        this.enter(1);
        break;
      case 'start':
        if (this.isPaused) this.isPaused = false;
        else this.begin();
        break;
      case 'pause':
        this.isPaused = true;
        this.say('Simulation is paused');
        break;
      case 'stop':
        this.isPaused = false;
        this.step = 0;
        this.enter(1);
        break;
      case 'setmillisperstep':
        this.millisPerStep = first as number;
        this.say(`Time-step is ${String(first)} ms`);
        break;
      case 'setport':
        this.ports[first as string] = second as number;
        break;
      case 'setsteppausetime':
        this.stepPauseTime = first as number;
        break;
      case 'setcommunications':
        this.communications = { ...this.communications, ...(first as object) };
        break;
      default:
        break;
    }
    return yes(null);
  }
}

function yes(value: unknown): Answer {
  return { ok: true, value };
}

function no(error: string): Answer {
  return { ok: false, error };
}
