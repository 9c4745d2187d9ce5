/** Where controllers' requests are looked at, whatever carries them: who may ask what, and what is answered. */
import { CommandError } from '@kineko/run';
import { Bucket, type Clock, Lease } from '@kineko/server';
import type { ChirpRun } from '../run/chirp-run.js';
import { Mailbox, printMessage } from '../run/mailbox.js';
import type { ChirpCommand } from '../run/commands.js';
import { type ChirpRequest, MAX_REQUEST_BYTES, readRequest } from '../run/request.js';
import { CHIRP_LIMITS, type ChirpLimits } from './port-limits.js';
import type { Lockstep } from './lockstep.js';

/** Where a request came from, and its reply goes. */
export interface Caller {
  /** Address and port. */
  readonly key: string;
  send(text: string): void;
}

export interface RequestHandlerOptions {
  readonly run: ChirpRun;
  readonly clock: Clock;
  /** Wakes the simulator: something was scheduled. */
  readonly poke: () => void;
  /** Whether a robot belongs to whoever steered it first. Default: true. */
  readonly owners?: boolean;
  readonly lockstep?: Lockstep | undefined;
  /** Simulated seconds after which a robot that is not heard of is stopped, by robot; 0 for never. */
  readonly deadman?: (robot: number) => number;
  /** A word that every request has to begin with. */
  readonly token?: string | undefined;
  readonly limits?: Partial<ChirpLimits>;
}

/** What has come in, and what became of it. */
export interface RequestCounts {
  readonly requests: number;
  readonly answered: number;
  readonly errors: number;
  /** Dropped without an answer, since their source sent too many. */
  readonly limited: number;
  /** Messages that made room unread for newer ones. */
  readonly overflown: number;
}

/** On record orders of all controllers look alike: ports change from run to run, and results must not. */
const SOURCE = 'udp';

interface Held {
  readonly request: ChirpRequest;
  readonly caller: Caller;
  readonly bytes: number;
}

export class RequestHandler {
  private readonly limits: ChirpLimits;
  private readonly robots: ReadonlySet<number>;
  private readonly buckets = new Map<string, Bucket>();
  private readonly leases = new Map<number, Lease<string>>();
  private readonly mailboxes = new Map<number, Mailbox>();
  private readonly subscribers = new Map<number, Map<string, Caller>>();
  private readonly heard = new Map<number, number>();
  private held: Held[] = [];
  private requests = 0;
  private answered = 0;
  private errors = 0;
  private limited = 0;

  constructor(private readonly options: RequestHandlerOptions) {
    this.limits = { ...CHIRP_LIMITS, ...options.limits };
    this.robots = new Set(options.run.robots);
  }

  get counts(): RequestCounts {
    const { requests, answered, errors, limited } = this;
    let overflown = 0;
    for (const mailbox of this.mailboxes.values()) overflown += mailbox.overflown;
    return { requests, answered, errors, limited, overflown };
  }

  /** One datagram. */
  receive(datagram: Uint8Array, caller: Caller): void {
    this.requests++;
    if (!this.bucketOf(caller.key).take()) {
      this.limited++;
      return;
    }
    const bytes = this.withoutToken(datagram);
    if (bytes === undefined) return this.refuse(caller, datagram.length, 'a token is needed');
    const read = readRequest(bytes);
    if ('error' in read) return this.refuse(caller, datagram.length, read.error);
    const { request } = read;
    if (!this.robots.has(request.robot)) return this.refuse(caller, datagram.length, `no robot ${request.robot}`);
    this.heardOf(request.robot);
    this.consider({ request, caller, bytes: datagram.length });
  }

  /** A message has arrived at a robot. */
  messageArrived(to: number, from: number, text: string): void {
    const subscribers = this.subscribers.get(to);
    if (subscribers === undefined || subscribers.size === 0) this.mailboxOf(to).put(from, text);
    else for (const caller of subscribers.values()) caller.send(`message ${printMessage({ from, text })}`);
  }

  /** A tick is over: those who were held back are looked at again, in the order in which they came. */
  tickEnded(): void {
    const held = this.held;
    this.held = [];
    for (const each of held) this.consider(each);
  }

  private consider(held: Held): void {
    const { request, caller, bytes } = held;
    if (this.options.lockstep?.mustWait(request.robot) === true) return this.hold(held);
    switch (request.kind) {
      case 'setspeed':
      case 'sendmessage':
        return this.steer(request, caller, bytes);
      case 'getsensors':
        return this.sense(request, caller);
      case 'getmessages':
        return this.answer(caller, this.mailboxOf(request.robot).takePage());
      case 'subscribe':
        return this.subscribe(request.robot, caller, bytes);
      case 'unsubscribe':
        this.subscribers.get(request.robot)?.delete(caller.key);
        return this.answer(caller, 'ok');
    }
  }

  private steer(command: ChirpCommand & { readonly robot: number }, caller: Caller, bytes: number): void {
    const { lockstep, run, owners = true } = this.options;
    if (owners && !this.leaseOf(command.robot).take(caller.key)) {
      return this.refuse(caller, bytes, `robot ${command.robot} is steered by another`);
    }
    try {
      if (lockstep === undefined) run.command(command, SOURCE);
      else lockstep.command(command, SOURCE);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      return this.refuse(caller, bytes, 'not now: too much waits to be done');
    }
    this.answer(caller, 'ok');
    this.options.poke();
    if (command.kind === 'setspeed') lockstep?.commandGiven(command.robot);
  }

  private sense({ robot, sensors }: ChirpRequest & { readonly kind: 'getsensors' }, caller: Caller): void {
    const { run } = this.options;
    run.look(() => this.answer(caller, `ok ${run.read(robot, sensors).join(' ')}`));
    this.options.poke();
  }

  private subscribe(robot: number, caller: Caller, bytes: number): void {
    let subscribers = this.subscribers.get(robot);
    if (subscribers === undefined) this.subscribers.set(robot, (subscribers = new Map<string, Caller>()));
    if (!subscribers.has(caller.key) && subscribers.size >= this.limits.subscribers) {
      return this.refuse(caller, bytes, `robot ${robot} has ${subscribers.size} subscribers`);
    }
    subscribers.set(caller.key, caller);
    this.answer(caller, 'ok');
  }

  private hold(held: Held): void {
    const { robot } = held.request;
    const waiting = this.held.filter(({ request }) => request.robot === robot).length;
    if (waiting >= this.limits.held) return this.refuse(held.caller, held.bytes, 'wait for the others');
    this.held.push(held);
  }

  /** Has a robot stopped if it is not heard of again in time. */
  private heardOf(robot: number): void {
    const deadman = this.options.deadman?.(robot) ?? 0;
    if (!(deadman > 0)) return;
    const { run } = this.options;
    const isWatched = this.heard.has(robot);
    this.heard.set(robot, run.present);
    if (isWatched) return;
    const watch = (at: number): void =>
      run.look((now) => {
        const due = this.heard.get(robot)! + deadman;
        if (due > now) return watch(due);
        this.heard.delete(robot);
        run.command({ kind: 'setspeed', robot, left: 0, right: 0 }, 'dead-man');
      }, at);
    watch(run.present + deadman);
  }

  private answer(caller: Caller, text: string): void {
    this.answered++;
    caller.send(text);
  }

  private refuse(caller: Caller, requestBytes: number, reason: string): void {
    this.errors++;
    const most = Math.max(this.limits.replyBytes, 2 * Math.min(requestBytes, MAX_REQUEST_BYTES));
    this.answer(caller, `error ${reason}`.slice(0, most));
  }

  /** Undefined if it does not begin with the token. */
  private withoutToken(datagram: Uint8Array): Uint8Array | undefined {
    const { token } = this.options;
    if (token === undefined) return datagram;
    let differences = datagram.length > token.length && datagram[token.length] === 0x20 ? 0 : 1;
    // All of it, whatever its beginning: the time tells nothing.
    for (let i = 0; i < token.length; i++) if (datagram[i] !== token.charCodeAt(i)) differences++;
    return differences === 0 ? datagram.subarray(token.length + 1) : undefined;
  }

  private bucketOf(source: string): Bucket {
    let bucket = this.buckets.get(source);
    if (bucket === undefined) {
      const { perSecond, burst, sources } = this.limits;
      if (this.buckets.size >= sources) this.buckets.delete(this.buckets.keys().next().value!);
      this.buckets.set(source, (bucket = new Bucket(perSecond, burst, this.options.clock)));
    }
    return bucket;
  }

  private leaseOf(robot: number): Lease<string> {
    let lease = this.leases.get(robot);
    if (lease === undefined) this.leases.set(robot, (lease = new Lease(this.limits.leaseMs, this.options.clock)));
    return lease;
  }

  private mailboxOf(robot: number): Mailbox {
    let mailbox = this.mailboxes.get(robot);
    if (mailbox === undefined) this.mailboxes.set(robot, (mailbox = new Mailbox()));
    return mailbox;
  }
}
