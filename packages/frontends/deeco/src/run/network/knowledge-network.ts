/**
 * Ensembles over a network: what components know of each other is what they were told by messages, which take their time and
 * may be lost. Everybody tells everybody else regularly what the scenario's ensembles are about, and goes by the last that
 * it has heard, however old that is. The coordinator is no robot: what it knows, and what is known of it, is always so.
 */
import type { TraceRecord } from '@kineko/formats/trace';
import type { Random, Simulator } from '@kineko/kernel';
import {
  BasicChannel,
  type Channel,
  LossChannel,
  type NekoHost,
  type NekoProcess,
  NekoSystem,
  type Positions,
  Protocol,
  RandomChannel,
  RangeChannel,
  SimNetwork,
  type Traffic,
  wire,
} from '@kineko/neko';
import type { Component, KnowledgeOf, Task } from '../runtime/tasks.js';
import type { Deployment } from '../runtime/deployment.js';
import type { AnyEnsemble } from '../runtime/ensemble.js';
import type { Knowledge } from '../runtime/knowledge.js';

export interface NetworkOptions {
  readonly kind: 'basic' | 'random';
  /** Cycles that a message takes; with `random`, on average. */
  readonly lambda: number;
  /** How likely a copy is to be lost. */
  readonly loss: number;
  /** Pixels within which a component is heard. */
  readonly reach: number;
  /** Milliseconds between two messages of a component. */
  readonly period: number;
}

export interface NetworkParts {
  readonly simulator: Simulator;
  readonly random: Random;
  readonly positions: Positions;
  readonly deployment: Deployment;
  readonly emit: ((record: TraceRecord) => void) | undefined;
}

export class KnowledgeNetwork {
  /** What each component tells the others, as tasks. */
  readonly tasks: readonly Task[];
  private readonly network: SimNetwork;

  constructor(options: NetworkOptions, { simulator, random, positions, deployment, emit }: NetworkParts) {
    const components = [...deployment.robots, ...deployment.objects];
    const names = namesExchanged(deployment.ensembles.map(({ ensemble }) => ensemble));
    const speakers: Speaker[] = [];
    const system = new NekoSystem({
      n: Math.max(components.length, 1),
      networks: (host) => [new SimNetwork(host, channelOf(host, positions, options))],
      initializer: (process) => speakers.push(wire(new Speaker(process), 'knowledge', process.network())),
      emit,
      simulator,
      random,
    });
    this.network = system.networks[0] as SimNetwork;
    this.tasks = components.map((owner): Task => ({
      owner,
      schedule: { period: options.period },
      run: () => speakers[owner.index]!.tell(owner.knowledge.snapshot(names)),
      describe: () => `what ${owner.knowledge.id} tells the others`,
    }));
    this.knowledgeOf = (owner, other) =>
      isPeer(owner) && isPeer(other) ? speakers[owner.index]!.heardOf(other.index) : other.knowledge;
  }

  readonly knowledgeOf: KnowledgeOf;

  get traffic(): Traffic {
    return this.network.traffic;
  }
}

function isPeer({ isEssential }: Component): boolean {
  return !isEssential;
}

function channelOf(host: NekoHost, positions: Positions, { kind, lambda, loss, reach }: NetworkOptions): Channel {
  let channel: Channel = kind === 'basic' ? new BasicChannel(host, { lambda }) : new RandomChannel(host, { lambda });
  if (loss > 0) channel = new LossChannel(host, channel, { probability: loss });
  if (reach < Infinity) channel = new RangeChannel(host, channel, positions, { reach });
  return channel;
}

/** All that ensembles read of others. */
function namesExchanged(ensembles: readonly AnyEnsemble[]): readonly string[] {
  const names = ensembles.flatMap(({ roles, exchanged }) => [
    ...roles.coord,
    ...roles.member,
    ...[exchanged.coord, exchanged.member].flatMap((side) => [...(side?.in ?? []), ...(side?.inout ?? [])]),
  ]);
  return [...new Set(names)].sort();
}

type SpeakerContents = { KNOWLEDGE: { readonly number: number } };

/** Tells the others what its component knows, and remembers the newest that it heard of each of them. */
class Speaker extends Protocol<SpeakerContents> {
  protected readonly handlers = {
    KNOWLEDGE: (content: SpeakerContents['KNOWLEDGE'], from: number) => this.hear(content, from),
  };
  private readonly heard = new Map<number, { readonly number: number; readonly knowledge: Knowledge }>();
  private told = 0;

  constructor(process: NekoProcess) {
    super(process);
  }

  tell(knowledge: Knowledge): void {
    if (this.process.n === 1) return;
    const content = { number: ++this.told };
    SNAPSHOTS.set(content, knowledge);
    this.sendTo(this.process.others, 'KNOWLEDGE', content);
  }

  heardOf(other: number): Knowledge | undefined {
    return this.heard.get(other)?.knowledge;
  }

  /** Messages may overtake each other: what is older than what is known is no news. */
  private hear(content: SpeakerContents['KNOWLEDGE'], from: number): void {
    const { number } = content;
    if (number > (this.heard.get(from)?.number ?? 0))
      this.heard.set(from, { number, knowledge: SNAPSHOTS.get(content)! });
  }
}

/** A message carries plain data, and knowledge may be of any class: it goes beside the message, as long as that exists. */
const SNAPSHOTS = new WeakMap<object, Knowledge>();
