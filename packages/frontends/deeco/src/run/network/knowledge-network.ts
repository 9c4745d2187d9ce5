/**
 * Ensembles over a network: components learn about each other from messages, which take time and may be lost. Each component
 * regularly broadcasts the knowledge that the scenario's ensembles exchange, and uses the last message of each other component,
 * however old. The coordinator is exempt: it always reads, and offers, current knowledge.
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

interface NetworkOptions {
  readonly kind: 'basic' | 'random';
  /** Message delay in cycles; the mean for `random`. */
  readonly lambda: number;
  /** Probability that a copy is lost. */
  readonly loss: number;
  /** Range of a component in pixels. */
  readonly reach: number;
  /** Milliseconds between two messages of a component. */
  readonly period: number;
}

interface NetworkParts {
  readonly simulator: Simulator;
  readonly random: Random;
  readonly positions: Positions;
  readonly deployment: Deployment;
  readonly emit: ((record: TraceRecord) => void) | undefined;
}

export class KnowledgeNetwork {
  /** The tasks that broadcast the knowledge of each component. */
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
      run: () => speakers[owner.index]!.broadcast(owner.knowledge.snapshot(names)),
      describe: () => `broadcast of ${owner.knowledge.id}`,
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

/** Names of all knowledge that ensembles read from others. */
function namesExchanged(ensembles: readonly AnyEnsemble[]): readonly string[] {
  const names = ensembles.flatMap(({ roles, exchanged }) => [
    ...roles.coord,
    ...roles.member,
    ...[exchanged.coord, exchanged.member].flatMap((side) => [...(side?.in ?? []), ...(side?.inout ?? [])]),
  ]);
  return [...new Set(names)].sort();
}

type SpeakerContents = { KNOWLEDGE: { readonly number: number } };

/** Broadcasts its component's knowledge, and keeps the newest knowledge received from each other component. */
class Speaker extends Protocol<SpeakerContents> {
  protected readonly handlers = {
    KNOWLEDGE: (content: SpeakerContents['KNOWLEDGE'], from: number) => this.hear(content, from),
  };
  private readonly heard = new Map<number, { readonly number: number; readonly knowledge: Knowledge }>();
  private sent = 0;

  constructor(process: NekoProcess) {
    super(process);
  }

  broadcast(knowledge: Knowledge): void {
    if (this.process.n === 1) return;
    const content = { number: ++this.sent };
    SNAPSHOTS.set(content, knowledge);
    this.sendTo(this.process.others, 'KNOWLEDGE', content);
  }

  heardOf(other: number): Knowledge | undefined {
    return this.heard.get(other)?.knowledge;
  }

  /** Messages may overtake each other, so older ones are ignored. */
  private hear(content: SpeakerContents['KNOWLEDGE'], from: number): void {
    const { number } = content;
    if (number > (this.heard.get(from)?.number ?? 0))
      this.heard.set(from, { number, knowledge: SNAPSHOTS.get(content)! });
  }
}

/** Messages carry plain data only, but knowledge may be of any class, so it is attached to the content here. */
const SNAPSHOTS = new WeakMap<object, Knowledge>();
