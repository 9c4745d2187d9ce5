/** Handles the requests of controllers: checks access and limits, executes commands, replies. */
import { CommandError } from '@kineko/run';
import { Bucket, type Clock, Lease } from '@kineko/server';
import type { ChirpRun } from '../run/chirp-run.js';
import type { ChirpCommand } from '../run/commands.js';
import { Mailbox, printMessage } from '../run/mailbox.js';
import { type ChirpRequest, MAX_REQUEST_BYTES, readRequest } from '../run/request.js';
import type { Lockstep } from './lockstep.js';
import { CHIRP_LIMITS, type ChirpLimits } from './port-limits.js';

/** The source of a request, which gets the reply. */
export interface Caller {
  /** Address and port. */
  readonly key: string;
  send(text: string): void;
}

export interface RequestHandlerOptions {
  readonly run: ChirpRun;
  readonly clock: Clock;
  /** Wakes the simulator after something was scheduled. */
  readonly poke: () => void;
  /** Whether a robot belongs to its first controller (default: true). */
  readonly owners?: boolean | undefined;
  readonly lockstep?: Lockstep | undefined;
  /** The first word of every request. */
  readonly token?: string | undefined;
  readonly limits?: Partial<ChirpLimits>;
}

/** Recorded as the source of all commands: ports differ from run to run, and results must not. */
const SOURCE = 'udp';

interface PendingRequest {
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
  /** The time of the last request for each robot with a dead-man switch. */
  private readonly lastHeard = new Map<number, number>();
  private delayed: PendingRequest[] = [];
  private readonly totals = { requests: 0, answered: 0, errors: 0, limited: 0 };

  constructor(private readonly options: RequestHandlerOptions) {
    this.limits = { ...CHIRP_LIMITS, ...options.limits };
    this.robots = new Set(options.run.robots);
  }

  /** `limited`: ignored because their source sent too many; `overflown`: messages that were dropped unread. */
  get counts() {
    let overflown = 0;
    for (const mailbox of this.mailboxes.values()) overflown += mailbox.overflown;
    return { ...this.totals, overflown };
  }

  /** Handles one datagram. */
  receive(datagram: Uint8Array, caller: Caller): void {
    this.totals.requests++;
    if (!this.bucketOf(caller.key).take()) {
      this.totals.limited++;
      return;
    }
    const bytes = this.withoutToken(datagram);
    if (bytes === undefined) return this.refuse(caller, datagram.length, 'token missing or invalid');
    const read = readRequest(bytes);
    if ('error' in read) return this.refuse(caller, datagram.length, read.error);
    const { request } = read;
    if (!this.robots.has(request.robot)) return this.refuse(caller, datagram.length, `no robot ${request.robot}`);
    this.watch(request.robot);
    this.handle({ request, caller, bytes: datagram.length });
  }

  /** A message has arrived at a robot. */
  messageArrived(to: number, from: number, text: string): void {
    const subscribers = this.subscribers.get(to);
    if (subscribers === undefined || subscribers.size === 0) this.mailboxOf(to).put(from, text);
    else for (const caller of subscribers.values()) caller.send(`message ${printMessage({ from, text })}`);
  }

  /** A tick has ended: delayed requests are handled again, in order of arrival. */
  tickEnded(): void {
    const { delayed } = this;
    this.delayed = [];
    for (const each of delayed) this.handle(each);
  }

  private handle(pending: PendingRequest): void {
    const { request, caller, bytes } = pending;
    if (this.options.lockstep?.mustWait(request.robot) === true) return this.delay(pending);
    switch (request.kind) {
      case 'setspeed':
      case 'sendmessage':
        return this.execute(request, caller, bytes);
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

  private execute(command: ChirpCommand & { readonly robot: number }, caller: Caller, bytes: number): void {
    const { lockstep, run, owners = true } = this.options;
    if (owners && !this.leaseOf(command.robot).take(caller.key)) {
      return this.refuse(caller, bytes, `robot ${command.robot} has another controller`);
    }
    try {
      if (lockstep === undefined) run.command(command, SOURCE);
      else lockstep.command(command, SOURCE);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      return this.refuse(caller, bytes, 'too many pending commands');
    }
    this.answer(caller, 'ok');
    this.options.poke();
    if (command.kind === 'setspeed') lockstep?.speedsGiven(command.robot);
  }

  private sense({ robot, sensors }: ChirpRequest & { readonly kind: 'getsensors' }, caller: Caller): void {
    const { run } = this.options;
    run.look(() => {
      let text = 'ok';
      // Faster than joining them.
      for (const value of run.read(robot, sensors)) text += ` ${value}`;
      this.answer(caller, text);
    });
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

  private delay(pending: PendingRequest): void {
    const { robot } = pending.request;
    const waiting = this.delayed.filter(({ request }) => request.robot === robot).length;
    if (waiting >= this.limits.held) return this.refuse(pending.caller, pending.bytes, 'wait for the other robots');
    this.delayed.push(pending);
  }

  /** Stops a robot if its next request does not come in time. */
  private watch(robot: number): void {
    const { run } = this.options;
    const deadman = run.deadmanOf(robot);
    if (!(deadman > 0)) return;
    const isWatched = this.lastHeard.has(robot);
    this.lastHeard.set(robot, run.present);
    if (isWatched) return;
    const check = (at: number): void =>
      run.look((now) => {
        const due = this.lastHeard.get(robot)! + deadman;
        if (due > now) return check(due);
        this.lastHeard.delete(robot);
        run.command({ kind: 'setspeed', robot, left: 0, right: 0 }, 'dead-man');
      }, at);
    check(run.present + deadman);
  }

  private answer(caller: Caller, text: string): void {
    this.totals.answered++;
    caller.send(text);
  }

  private refuse(caller: Caller, requestBytes: number, reason: string): void {
    this.totals.errors++;
    const maxBytes = Math.max(this.limits.replyBytes, 2 * Math.min(requestBytes, MAX_REQUEST_BYTES));
    this.answer(caller, `error ${reason}`.slice(0, maxBytes));
  }

  /** Undefined if the datagram does not begin with the token. */
  private withoutToken(datagram: Uint8Array): Uint8Array | undefined {
    const { token } = this.options;
    if (token === undefined) return datagram;
    let differences = datagram.length > token.length && datagram[token.length] === 0x20 ? 0 : 1;
    // Compares all of it, so that the time reveals nothing.
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
