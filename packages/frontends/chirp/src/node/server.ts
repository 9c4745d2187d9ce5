/** A Chirp world with its port open: the run, its pace, and the handler of requests. */
import { Pacer } from '@kineko/kernel/pacing';
import type { OpenOptions } from '@kineko/run';
import { type Clock, wallClock } from '@kineko/server';
import type { ChirpRun } from '../run/chirp-run.js';
import type { ChirpScenario } from '../run/scenario.js';
import { Lockstep } from './lockstep.js';
import { CHIRP_LIMITS, type ChirpLimits } from './port-limits.js';
import { RequestHandler } from './request-handler.js';
import { UdpPort } from './udp-port.js';

export interface ChirpServerOptions extends Pick<OpenOptions, 'seed' | 'emit'> {
  /** A pacer with continuous time (default: one simulated second per second). */
  readonly pacer?: Pacer | undefined;
  /** Simulated seconds per tick, for lock-step; without it, the pacer sets the pace. */
  readonly lockstep?: number | undefined;
  readonly address?: string | undefined;
  readonly port?: number | undefined;
  readonly owners?: boolean;
  readonly token?: string | undefined;
  readonly limits?: Partial<ChirpLimits>;
  readonly clock?: Clock;
  readonly onError?: (error: Error) => void;
  /** In lock-step: a robot without a command in time is left out. */
  readonly onAbsent?: (robot: number) => void;
}

export class ChirpServer {
  private constructor(
    readonly run: ChirpRun,
    readonly handler: RequestHandler,
    readonly port: UdpPort,
    private readonly pacer: Pacer,
    private readonly lockstep: Lockstep | undefined,
  ) {}

  /** Throws an `InputError` if the world is invalid, and a system error if the port cannot be opened. */
  static async open(scenario: ChirpScenario, options: ChirpServerOptions): Promise<ChirpServer> {
    const { run, handler, pacer, lockstep } = await openHandler(scenario, options);
    const port = await UdpPort.open({ ...options, handler });
    return new ChirpServer(run, handler, port, pacer, lockstep);
  }

  /** Wakes the simulator after something was scheduled from outside. */
  poke(): void {
    this.pacer.poke();
  }

  async close(): Promise<void> {
    this.lockstep?.close();
    await this.port.close();
    await this.run.close();
  }
}

/** Everything but the socket. */
export async function openHandler(scenario: ChirpScenario, options: ChirpServerOptions) {
  const { clock = wallClock, seed, emit, lockstep: tick, owners, token, onAbsent } = options;
  const limits = { ...CHIRP_LIMITS, ...options.limits };
  const parts: { run?: ChirpRun; handler?: RequestHandler } = {};
  const pacer = options.pacer ?? new Pacer({ continuous: true, paused: tick !== undefined, wallClock: clock });
  const lockstep =
    tick === undefined
      ? undefined
      : new Lockstep({
          tick,
          clock,
          pacer,
          robots: scenario.world?.robots.map(({ id }) => id) ?? [],
          deadlineMs: limits.deadlineMs,
          execute: (command, source) => parts.run!.command(command, source),
          onTick: () => parts.handler?.tickEnded(),
          onAbsent,
        });
  const run = await scenario.openLive(
    { seed, emit, gate: lockstep ?? pacer },
    {
      present: () => pacer.present,
      onMessage: (to, from, text) => parts.handler!.messageArrived(to, from, text),
    },
  );
  const handler = new RequestHandler({ run, clock, owners, token, lockstep, limits, poke: oncePerTurn(pacer.poke) });
  Object.assign(parts, { run, handler });
  return { run, handler, pacer, lockstep };
}

/** Runs an action once after all pending input, however often it is requested before. */
function oncePerTurn(action: () => void): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      action();
    });
  };
}
