/** The main loop of an external program: it answers calls of the engine. */
import { OutsideTasks } from '@kineko/kernel';
import { explainedFailure, type Guarantees, type NekoMessage, sealed, Timer } from '@kineko/neko';
import type { ExactOutcome } from '@kineko/world';
import type { Launchable } from '../routine.js';
import { ALGORITHM_WANTED } from '../setup/algorithms.js';
import { nameOf } from '../setup/classes.js';
import { EngineLink } from './engine-link.js';
import { MessageFields } from './fields.js';
import { type LineChannel, PROTOCOL_VERSIONS, READY } from './line-channel.js';
import { OutsideRobot } from './outside-robot.js';
import { encode, ProtocolError, type WireMessage } from './wire.js';

type Exports = Readonly<Record<string, unknown>>;
/** Evaluates the text of a module; the result is called for each robot, so that robots share no variables. */
export type Evaluate = (code: string, name: string) => () => Exports;

/** A robot, its algorithm and its tasks; robots share nothing that an author could access. */
interface Member {
  readonly robot: OutsideRobot;
  readonly tasks: OutsideTasks;
  algorithm: Launchable | undefined;
}

/** A program that runs authors' classes outside the engine. */
export class OutsideProgram {
  private readonly link: EngineLink;
  private readonly members = new Map<number, Member>();
  /** Evaluates the module for another robot; undefined until it is opened. */
  private exports: (() => Exports) | undefined = undefined;
  /** The exports that `open` has evaluated, for the first robot. */
  private first: Exports | undefined = undefined;
  private hasMessages = false;

  constructor(
    private readonly channel: LineChannel,
    private readonly evaluate: Evaluate,
  ) {
    this.link = new EngineLink(channel, (call) => this.answer(call));
    // Replaces the watched functions now, since the caller may freeze them next.
    new OutsideTasks({ schedule: () => {}, cancel: () => {} }).watch();
  }

  /** Answers calls until the engine closes. */
  async serve(): Promise<void> {
    this.channel.send(`${encode({ ready: READY, version: PROTOCOL_VERSIONS.at(-1) })}\n`);
    for (let call = this.link.nextCall(); call !== undefined; call = this.link.nextCall()) {
      const present = call;
      try {
        this.link.done(await this.inTurn(present));
      } catch (error) {
        this.link.failed(this.hasMessages ? explainedFailure(error) : error);
      }
    }
  }

  /** Handles a call in the turn of its robot. */
  private async inTurn(call: WireMessage): Promise<unknown> {
    if (call['call'] === 'create') this.admit(call);
    const member = call['robot'] === undefined ? undefined : this.member(new MessageFields(call));
    return member === undefined ? this.answer(call) : member.tasks.call(() => this.answer(call));
  }

  private answer(call: WireMessage): unknown {
    const fields = new MessageFields(call);
    switch (call['call']) {
      case 'open':
        return this.open(fields.text('code'), fields.text('name'));
      case 'waiting':
        return [...this.members.values()].flatMap(({ tasks }) => tasks.waiting);
      default:
        return this.answerFor(this.member(fields), fields, call);
    }
  }

  private answerFor(member: Member, fields: MessageFields, call: WireMessage): unknown {
    const { robot, tasks } = member;
    tasks.now = fields.number('now');
    switch (call['call']) {
      case 'create':
        return this.create(member, fields.text('key'));
      case 'launch':
        return launch(member, fields.text('id'), (call['guarantees'] as Guarantees | null) ?? undefined);
      case 'fire':
        return tasks.fire(fields.id('id'));
      case 'moved':
        return robot.moved(call['outcome'] as ExactOutcome);
      case 'reading':
        return robot.reading(fields.id('id'), call['value']);
      case 'sensed':
        return robot.sensed(fields.id('id'), call['value']);
      case 'message':
        return this.deliver(robot, call['message'] as NekoMessage);
      case 'crashed':
        return robot.crashChanged(fields.flag('crashed'));
      default:
        throw new ProtocolError(`unknown call ${JSON.stringify(call['call'])}`);
    }
  }

  /** Returns the exports of the module. */
  private open(code: string, name: string): object[] {
    this.exports = this.evaluate(code, name);
    this.first = this.exports();
    const { first } = this;
    return Object.keys(first)
      .sort()
      .map((key) => {
        const exported = first[key];
        const item = ALGORITHM_WANTED.take(exported);
        return { key, name: nameOf(exported, key), kind: item?.kind ?? 'other' };
      });
  }

  /** Creates the robot before any code of the author runs. */
  private admit(call: WireMessage): void {
    const fields = new MessageFields(call);
    const id = fields.id('robot');
    const radius = call['radius'] === undefined ? undefined : fields.number('radius');
    const options = { id, n: fields.id('n'), radius, turnsShorter: fields.flag('turnsShorter') };
    const tasks = new OutsideTasks({
      schedule: (number, time, event) => {
        const isTimer = event instanceof Timer;
        const at = { do: 'at', robot: id, id: number, time, label: event.describe() };
        this.link.tell(isTimer ? { ...at, timer: true } : at);
      },
      cancel: (number) => this.link.tell({ do: 'cancel', robot: id, id: number }),
    });
    tasks.watch();
    this.members.set(id, { robot: new OutsideRobot(options, this.link, tasks), tasks, algorithm: undefined });
  }

  private create(member: Member, key: string): void {
    const exports = this.first ?? this.exports!();
    this.first = undefined;
    const item = ALGORITHM_WANTED.take(exports[key]);
    if (item === undefined) throw new ProtocolError('"create", key: expected the name of an algorithm');
    member.algorithm = new item.create(member.robot);
  }

  private deliver(robot: OutsideRobot, message: NekoMessage): void {
    this.hasMessages = true;
    robot.dispatcher.deliver(sealed(message, message.from, message.number));
  }

  private member(fields: MessageFields): Member {
    const member = this.members.get(fields.id('robot'));
    if (member === undefined) throw new ProtocolError('robot: expected one that was created');
    return member;
  }
}

function launch({ robot, algorithm }: Member, id: string, guarantees: Guarantees | undefined): void {
  if (algorithm === undefined) throw new ProtocolError('"launch": expected "create" first');
  algorithm.setId(id);
  algorithm.setSender(robot.stack(guarantees));
  algorithm.launch();
}
