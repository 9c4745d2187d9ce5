/** Helpers for tests of Chirp runs: records, hashes, and a controller without a socket. */
import type { ChirpRun } from '../src/run/chirp-run.js';
import { ChirpScenario } from '../src/run/scenario.js';
import type { Caller, RequestHandler } from '../src/node/request-handler.js';
import type { TraceRecord } from '@kineko/formats/trace';
import { Recording, type commandsOf, ResultHash } from '@kineko/run';
import { sourceOf } from './scenes.js';

export function scenarioOf(world: object, settings: Readonly<Record<string, string>> = {}): ChirpScenario {
  const scenario = new ChirpScenario(sourceOf(world));
  for (const [key, value] of Object.entries(settings)) scenario.set(key, value, { kind: 'set' });
  return scenario;
}

export async function openRun(world: object, settings?: Readonly<Record<string, string>>): Promise<ChirpRun> {
  return scenarioOf(world, settings).open({ seed: 7 });
}

/** Keeps records and computes their hash. */
export class Keeper {
  readonly records: TraceRecord[] = [];
  private constructor(
    private readonly recording: Recording,
    private readonly result: ResultHash,
  ) {}

  static async create(): Promise<Keeper> {
    const hash = await ResultHash.create();
    return new Keeper(new Recording([hash]), hash);
  }

  readonly emit = (record: TraceRecord): void => {
    this.records.push(record);
    this.recording.emit(record);
  };

  async hash(): Promise<string> {
    await this.recording.close();
    return this.result.digest();
  }
}

/** Replays a run up to a time; returns its hash. */
export async function replayedHash(
  world: object,
  commands: ReturnType<typeof commandsOf>,
  until: number,
  settings?: Readonly<Record<string, string>>,
): Promise<string> {
  const keeper = await Keeper.create();
  const run = await scenarioOf(world, settings).open({ seed: 7, emit: keeper.emit, commands });
  await run.advance({ until });
  return keeper.hash();
}

/** A controller that keeps the replies it gets. */
export class Talker implements Caller {
  readonly replies: string[] = [];
  private waiting: ((reply: string) => void) | undefined;

  constructor(
    private readonly handler: RequestHandler,
    readonly key = '127.0.0.1:1',
  ) {}

  send(text: string): void {
    if (this.waiting === undefined) this.replies.push(text);
    else {
      this.waiting(text);
      this.waiting = undefined;
    }
  }

  say(text: string): void {
    this.handler.receive(new TextEncoder().encode(text), this);
  }

  /** Sends a request and waits for the reply. */
  ask(text: string): Promise<string> {
    return new Promise((resolve) => {
      this.waiting = resolve;
      this.say(text);
    });
  }
}
