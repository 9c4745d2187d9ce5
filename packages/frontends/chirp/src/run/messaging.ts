/** Messages between robots, over a Neko network: the robots are its processes, in the order of their ids. */
import type { TraceRecord } from '@kineko/formats/trace';
import type { Random, Simulator } from '@kineko/kernel';
import {
  BasicChannel,
  type Handlers,
  NekoSystem,
  type NekoProcess,
  Protocol,
  SimNetwork,
  type Traffic,
} from '@kineko/neko';

interface Contents {
  CHIRP: string;
}

export interface MessagingOptions {
  readonly simulator: Simulator;
  readonly random: Random;
  /** Ids, ascending. */
  readonly robots: readonly number[];
  /** Delay of a message in seconds. */
  readonly delay: number;
  readonly onArrival: (to: number, from: number, text: string) => void;
  readonly emit: ((record: TraceRecord) => void) | undefined;
}

export class Messaging {
  private readonly network: SimNetwork;
  private readonly protocols: MessageProtocol[] = [];
  private readonly indexes: ReadonlyMap<number, number>;

  constructor(options: MessagingOptions) {
    const { simulator, random, robots, delay, onArrival, emit } = options;
    this.indexes = new Map(robots.map((id, index) => [id, index]));
    const system = new NekoSystem({
      n: robots.length,
      simulator,
      random,
      networks: (host) => [new SimNetwork(host, new BasicChannel(host, { lambda: delay }))],
      emit: emit && ((record) => emit(withRobotIds(record, robots))),
      initializer: (process) => {
        const protocol = new MessageProtocol(process, (from, text) =>
          onArrival(robots[process.id]!, robots[from]!, text),
        );
        protocol.setId('chirp');
        protocol.setSender(process.network());
        protocol.launch();
        this.protocols[process.id] = protocol;
      },
    });
    this.network = system.networks[0] as SimNetwork;
  }

  get traffic(): Traffic {
    return this.network.traffic;
  }

  send(from: number, to: readonly number[], text: string): void {
    if (to.length === 0) return;
    this.protocols[this.indexes.get(from)!]!.send(
      to.map((id) => this.indexes.get(id)!),
      text,
    );
  }
}

class MessageProtocol extends Protocol<Contents> {
  protected readonly handlers: Handlers<Contents> = { CHIRP: (text, from) => this.arrived(from, text) };

  constructor(
    process: NekoProcess,
    private readonly arrived: (from: number, text: string) => void,
  ) {
    super(process);
  }

  send(to: readonly number[], text: string): void {
    this.sendTo(to, 'CHIRP', text);
  }
}

/** Processes are numbered from 0 on; records refer to robots by id. */
function withRobotIds(record: TraceRecord, robots: readonly number[]): TraceRecord {
  const idOf = (process: number): number => robots[process]!;
  switch (record.type) {
    case 'send':
      return { ...record, process: idOf(record.process), to: record.to.map(idOf) };
    case 'deliver':
      return { ...record, process: idOf(record.process), from: idOf(record.from), to: record.to.map(idOf) };
    case 'drop':
      return { ...record, process: idOf(record.process), from: idOf(record.from) };
    default:
      return record;
  }
}
