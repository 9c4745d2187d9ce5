/** Termination detection for tests; not part of the code under test. */
import { type NekoMessage, type NekoProcess, Protocol, type Receiver, type Sender, type Timer } from './library.js';

/** Between a link and the protocol above: counts messages, and makes its process crash on request. */
export class Tally implements Receiver {
  /** Copies to, and from, processes that do not crash. */
  sent = 0;
  received = 0;
  private untilCrash = Infinity;
  private readonly crash: Timer;

  constructor(
    private readonly process: NekoProcess,
    private readonly counted: readonly number[],
  ) {
    this.crash = process.timer(() => process.crash(), 'crash');
  }

  /** The sender to use in place of the link. */
  above(link: Sender): Sender {
    return {
      send: (message) => {
        this.sent += message.to.filter((id) => this.counted.includes(id)).length;
        link.send(message);
      },
    };
  }

  crashAfter(messages: number, seconds: number): void {
    this.untilCrash = messages;
    this.crash.schedule(seconds);
  }

  deliver(message: NekoMessage): void {
    if (this.counted.includes(message.from)) this.received++;
    this.process.dispatcher.deliver(message);
    // By a separate event: a process crashes between two of its actions.
    if (--this.untilCrash === 0 && !this.process.isCrashed) this.crash.reschedule(0);
  }
}

export interface EndOptions {
  /** The processes to poll. */
  readonly processes: readonly number[];
  readonly isDone: () => boolean;
  readonly tally: Readonly<Pick<Tally, 'sent' | 'received'>>;
  /** Seconds before the first poll. */
  readonly after: number;
  /** Called once, in process 0. */
  readonly end: () => void;
}

const RETRY_SECONDS = 0.05;

type Status = { readonly wave: number; readonly isDone: boolean; readonly sent: number; readonly received: number };

/**
 * Termination by counting (Mattern, Algorithms for distributed termination detection, 1987): process 0 polls all,
 * twice; if all are done, and both times as many messages were received as sent, nothing is under way. Unanswered polls
 * are repeated, so the network may be arbitrarily bad.
 */
export class EndDetection extends Protocol<{ ASK: { wave: number }; STATUS: Status }> {
  private wave = 0;
  private readonly answers = new Map<number, Status>();
  private sentBefore = -1;
  private isOver = false;
  private readonly asking = this.process.timer(() => this.ask(), 'questions');

  protected readonly handlers = {
    ASK: ({ wave }: { wave: number }, from: number) => this.handleAsk(wave, from),
    STATUS: (status: Status, from: number) => this.handleStatus(status, from),
  };

  constructor(
    process: NekoProcess,
    private readonly options: EndOptions,
  ) {
    super(process);
  }

  protected override started(): void {
    if (this.process.id === 0) this.asking.schedule(this.options.after);
  }

  private ask(): void {
    const missing = this.options.processes.filter((id) => !this.answers.has(id));
    this.sendTo(missing, 'ASK', { wave: this.wave });
    this.asking.schedule(RETRY_SECONDS);
  }

  private handleAsk(wave: number, from: number): void {
    const { isDone, tally } = this.options;
    this.sendTo([from], 'STATUS', { wave, isDone: isDone(), sent: tally.sent, received: tally.received });
  }

  private handleStatus(status: Status, from: number): void {
    if (this.isOver || status.wave !== this.wave) return;
    this.answers.set(from, status);
    if (this.answers.size === this.options.processes.length) this.judge([...this.answers.values()]);
  }

  private judge(answers: readonly Status[]): void {
    const sent = answers.reduce((sum, each) => sum + each.sent, 0);
    const received = answers.reduce((sum, each) => sum + each.received, 0);
    const isQuiet = answers.every(({ isDone }) => isDone) && sent === received;
    this.wave++;
    this.answers.clear();
    if (isQuiet && sent === this.sentBefore) {
      this.isOver = true;
      this.asking.cancel();
      this.options.end();
    }
    this.sentBefore = isQuiet ? sent : -1;
  }
}
