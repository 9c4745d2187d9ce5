/** What a program outside does from its start to its end: it answers what the engine calls. */
import { OutsideTasks, type SimEvent } from '@kineko/kernel';
import { explainedFailure, type Guarantees, type NekoMessage, sealed, Timer } from '@kineko/neko';
import type { MotionOutcome } from '@kineko/world';
import type { Launchable } from '../routine.js';
import { ALGORITHM_WANTED } from '../setup/algorithms.js';
import { nameOf } from '../setup/classes.js';
import { EngineLink } from './engine-link.js';
import { Fields } from './fields.js';
import { type LineChannel, PROTOCOL_VERSION, READY } from './line-channel.js';
import { OutsideRobot } from './outside-robot.js';
import { encode, ProtocolError } from './wire.js';

type Exports = Readonly<Record<string, unknown>>;

/** Evaluates the text of a module, and again for each robot: what one keeps in a variable is not another's. */
export type Evaluate = (code: string, name: string) => () => Exports;

/** One robot, and its algorithm. */
interface Member {
  readonly robot: OutsideRobot;
  readonly algorithm: Launchable;
}

/** A program that runs authors' classes outside the engine. */
export class OutsideProgram {
  private readonly link: EngineLink;
  private readonly tasks: OutsideTasks;
  private readonly members = new Map<number, Member>();
  /** The module for one robot more; undefined until it is opened. */
  private exports: (() => Exports) | undefined = undefined;
  /** What `open` has made of it: for the first robot. */
  private first: Exports | undefined = undefined;
  private hasMessages = false;

  constructor(
    private readonly channel: LineChannel,
    private readonly evaluate: Evaluate,
  ) {
    this.link = new EngineLink(channel, (call) => this.answer(call));
    this.tasks = new OutsideTasks({
      schedule: (id, time, event) => this.schedule(id, time, event),
      cancel: (id, { low }) => this.link.tell({ do: 'cancel', robot: low, id }),
    });
    this.tasks.watch();
  }

  /** Answers calls until the engine closes. */
  async serve(): Promise<void> {
    this.channel.send(`${encode({ ready: READY, version: PROTOCOL_VERSION })}\n`);
    for (let call = this.link.nextCall(); call !== undefined; call = this.link.nextCall()) {
      const present = call;
      try {
        this.link.done(await this.tasks.call(() => this.answer(present)));
      } catch (error) {
        this.link.failed(this.hasMessages ? explainedFailure(error) : error);
      }
    }
  }

  private schedule(id: number, time: number, event: SimEvent): void {
    const isTimer = event instanceof Timer;
    this.link.tell({ do: 'at', robot: event.low, id, time, label: event.describe(), ...(isTimer && { timer: true }) });
  }

  private answer(call: Readonly<Record<string, unknown>>): unknown {
    const fields = new Fields(call);
    this.tasks.now = fields.number('now');
    switch (call['call']) {
      case 'open':
        return this.open(fields.text('code'), fields.text('name'));
      case 'create':
        return this.create(fields, call);
      case 'launch':
        return this.launch(fields, call);
      case 'fire':
        return this.tasks.fire(fields.id('id'));
      case 'moved':
        return this.robot(fields).motionOver(call['outcome'] as MotionOutcome, fields.number('degrees'));
      case 'reading':
        return this.robot(fields).reading(fields.id('id'), call['value']);
      case 'sensed':
        return this.robot(fields).sensed(fields.id('id'), call['value']);
      case 'message':
        return this.deliver(this.robot(fields), call['message'] as NekoMessage);
      case 'crashed':
        return this.robot(fields).crashChanged(fields.flag('crashed'));
      case 'waiting':
        return this.tasks.waiting;
      default:
        throw new ProtocolError(`unknown call ${JSON.stringify(call['call'])}`);
    }
  }

  /** Returns what the module exports. */
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

  private create(fields: Fields, call: Readonly<Record<string, unknown>>): void {
    const id = fields.id('robot');
    const radius = call['radius'] === undefined ? undefined : fields.number('radius');
    const options = { id, n: fields.id('n'), radius, turnsShorter: fields.flag('turnsShorter') };
    const robot = new OutsideRobot(options, this.link, this.tasks);
    const exports = this.first ?? this.exports!();
    this.first = undefined;
    const item = ALGORITHM_WANTED.take(exports[fields.text('key')]);
    if (item === undefined) throw new ProtocolError(`"create", key: expected the name of an algorithm`);
    this.members.set(id, { robot, algorithm: new item.create(robot) });
  }

  private launch(fields: Fields, { guarantees }: Readonly<Record<string, unknown>>): void {
    const { robot, algorithm } = this.member(fields);
    algorithm.setId(fields.text('id'));
    algorithm.setSender(robot.stack((guarantees as Guarantees | null) ?? undefined));
    algorithm.launch();
  }

  private deliver(robot: OutsideRobot, message: NekoMessage): void {
    this.hasMessages = true;
    robot.dispatcher.deliver(sealed(message, message.from, message.number));
  }

  private robot(fields: Fields): OutsideRobot {
    return this.member(fields).robot;
  }

  private member(fields: Fields): Member {
    const member = this.members.get(fields.id('robot'));
    if (member === undefined) throw new ProtocolError('robot: expected one that was created');
    return member;
  }
}
