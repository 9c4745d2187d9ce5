/**
 * A robot as its program sees it: long moves and turns, sensors, messages. Actions that take longer than a step are divided into
 * steps. The class works over TCP and in the process of the environment.
 */
import type { TraceValue } from '@kineko/formats/trace';
import type { RobotMessage } from '../steps/messaging.js';
import type { SensorResponse } from '../world/sensor-kinds.js';
import type { RobotTransport } from './link.js';

export interface ScoutOptions {
  /** Its name in the model file. */
  readonly name: string;
  /** Units per simulated second (default: 1). */
  readonly speed?: number;
  /** Radians per simulated second (default: π / 2). */
  readonly turnRate?: number;
  /**
   * Steps that are sent ahead while no sensor is read (default: 0): less waiting on a slow link, the same run. For robots that
   * do not read messages in the meantime.
   */
  readonly prefetch?: number;
  /** For environments that other machines can reach. */
  readonly token?: string | undefined;
}

/** A request without its member `last`. */
type ScoutRequest =
  | { readonly type: 'ACTIONEVENT'; readonly messageAction: string; readonly messageAmount: number }
  | { readonly type: 'SENSOREVENT'; readonly messageAction: string; readonly sensorid: number };

/** The environment has refused a request, or has ended. */
export class ScoutError extends Error {
  override readonly name = 'ScoutError';
}

type ReceivedLine = Readonly<Record<string, unknown>>;

export class ScoutRobot {
  readonly name: string;
  readonly speed: number;
  readonly turnRate: number;
  // `#` members: authors extend this class, and a private field could collide with a field of theirs.
  readonly #transport: RobotTransport;
  readonly #prefetch: number;
  readonly #inbox: RobotMessage[] = [];
  readonly #outbox: object[] = [];
  #responses: SensorResponse[] = [];
  #hasLast = false;
  #millis: number | undefined;
  #timestep = -1;
  /** Questions that have arrived, and groups of requests that were sent. */
  #asked = 0;
  #sent = 0;
  #end: ScoutError | undefined;
  #wake: (() => void) | undefined;

  /** Connects; resolves when the environment has accepted the robot. */
  static async connect(transport: RobotTransport, options: ScoutOptions): Promise<ScoutRobot> {
    const robot = new ScoutRobot(transport, options);
    await robot.#until(() => robot.#millis !== undefined);
    return robot;
  }

  private constructor(
    transport: RobotTransport,
    { name, speed = 1, turnRate = Math.PI / 2, prefetch = 0, token }: ScoutOptions,
  ) {
    this.name = name;
    this.speed = speed;
    this.turnRate = turnRate;
    this.#transport = transport;
    this.#prefetch = prefetch;
    transport.listen(
      (line) => this.#receive(line as ReceivedLine),
      (reason) => this.#close(reason),
    );
    transport.send({ name, ...(prefetch > 0 && { prefetch }), ...(token !== undefined && { token }) });
  }

  /** Duration of a step in simulated time. */
  get timeStepMillis(): number {
    return this.#millis!;
  }

  /** The number of the current step; -1 before the first. */
  get timestep(): number {
    return this.#timestep;
  }

  /** Whether the connection has ended. */
  get isOver(): boolean {
    return this.#end !== undefined;
  }

  /** Moves forward, or back if negative, in as many steps as that takes; contacts end a step's move. */
  async move(distance: number): Promise<void> {
    for (const part of this.#parts(distance, this.speed)) await this.step([action('MOVE', part)]);
  }

  /** Turns left, or right if negative. */
  async turn(radians: number): Promise<void> {
    for (const part of this.#parts(radians, this.turnRate)) {
      await this.step([part < 0 ? action('TURNRIGHT', -part) : action('TURNLEFT', part)]);
    }
  }

  /** Sets the heat of objects within the radius to 0. */
  async tag(radius: number): Promise<void> {
    await this.step([action('TAG', radius)]);
  }

  async bumper(sensorid: number): Promise<boolean> {
    return (await this.#sense('BUMPER', sensorid)).activated ?? false;
  }

  async sonar(sensorid: number): Promise<number> {
    return (await this.#sense('SONAR', sensorid)).proximity ?? 0;
  }

  async heat(sensorid: number): Promise<number> {
    return (await this.#sense('HEAT', sensorid)).proximity ?? 0;
  }

  /** Reads several sensors in one step; returns their responses in the same order. */
  async sense(questions: readonly (readonly [messageAction: string, sensorid: number])[]): Promise<SensorResponse[]> {
    return this.step(questions.map(([messageAction, sensorid]) => ({ type: 'SENSOREVENT', messageAction, sensorid })));
  }

  /** Sends a message with the next step; to all others if `to` is null. */
  send(content: TraceValue, to: string | null = null): void {
    this.#outbox.push({ type: 'COMMEVENT', messageAction: 'SENDMESSAGE', message: { to, content } });
  }

  /** Takes the messages that have arrived since the last call. */
  messages(): RobotMessage[] {
    return this.#inbox.splice(0);
  }

  /** Does nothing for some steps; messages still arrive. */
  async idle(steps = 1): Promise<void> {
    for (let i = 0; i < steps; i++) await this.step([]);
  }

  /**
   * Executes one step: sends the requests and pending messages, and resolves to the responses of sensors at its end. Throws a
   * `ScoutError` if the environment has ended.
   */
  async step(requests: readonly ScoutRequest[]): Promise<SensorResponse[]> {
    const group: object[] = [...this.#outbox.splice(0), ...requests];
    if (group.length === 0) group.push({ type: 'NOPEVENT' });
    await this.#until(() => this.#sent < this.#asked + this.#prefetch);
    for (const [i, request] of group.entries()) {
      this.#transport.send(i === group.length - 1 ? { ...request, last: true } : request);
    }
    const number = ++this.#sent;
    const hasNext = (): boolean => this.#prefetch > 0 || this.#asked > number;
    if (requests.some(({ type }) => type === 'SENSOREVENT')) {
      await this.#until(() => this.#hasLast);
      // The next question may come sooner or later, depending on the link; the program must not depend on it.
      await this.#until(() => hasNext() || this.isOver);
      this.#hasLast = false;
      return this.#responses.splice(0);
    }
    await this.#until(hasNext);
    return [];
  }

  close(): void {
    this.#transport.close();
  }

  async #sense(messageAction: string, sensorid: number): Promise<SensorResponse> {
    const [response] = await this.step([{ type: 'SENSOREVENT', messageAction, sensorid }]);
    return response!;
  }

  /** Divides an amount into equal parts of at most one step. */
  #parts(amount: number, perSecond: number): number[] {
    const perStep = (perSecond * this.timeStepMillis) / 1000;
    // A rounding error must not add a step.
    const steps = Math.max(1, Math.ceil(Math.abs(amount) / perStep - 1e-9));
    return new Array<number>(steps).fill(amount / steps);
  }

  #receive(line: ReceivedLine): void {
    if (typeof line['timestep'] === 'number') {
      this.#timestep = line['timestep'];
      this.#asked++;
    } else if (line['message'] !== undefined) {
      this.#inbox.push(line['message'] as RobotMessage);
    } else if (typeof line['mResponseType'] === 'string') {
      const { last, ...response } = line as unknown as SensorResponse & { readonly last: boolean };
      this.#responses.push(response);
      this.#hasLast = last;
    } else if (typeof line['timeStepMillis'] === 'number') {
      this.#millis = line['timeStepMillis'];
    } else if (typeof line['error'] === 'string') {
      this.#end ??= new ScoutError(`${this.name}: ${line['error']}`);
    }
    this.#wake?.();
  }

  #close(reason?: string): void {
    this.#end ??= new ScoutError(`${this.name}: the environment has ended${reason === undefined ? '' : `: ${reason}`}`);
    this.#wake?.();
  }

  async #until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      if (this.#end !== undefined) throw this.#end;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
    }
  }
}

function action(messageAction: string, messageAmount: number): ScoutRequest {
  return { type: 'ACTIONEVENT', messageAction, messageAmount };
}
