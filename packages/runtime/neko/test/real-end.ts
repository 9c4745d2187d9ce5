/** When is a distributed run over? For tests: nothing of this is part of what is tested. */
import { type NekoMessage, type NekoProcess, Protocol, type Receiver, type Sender, type Timer } from './library.js';

/** Between a link and who stands on it: counts what goes through, and has its process crash when it is told to. */
export class Tally implements Receiver {
  /** Copies for, and of, those that do not crash. */
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

  /** What stands on the link in its place. */
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
    // By an event of its own: a process crashes between two things that it does.
    if (--this.untilCrash === 0 && !this.process.isCrashed) this.crash.reschedule(0);
  }
}

export interface EndOptions {
  /** Who is asked. */
  readonly processes: readonly number[];
  readonly isDone: () => boolean;
  readonly tally: Readonly<Pick<Tally, 'sent' | 'received'>>;
  /** Seconds before the first question. */
  readonly after: number;
  /** Called once, in process 0. */
  readonly end: () => void;
}

const RETRY_SECONDS = 0.05;

type Status = { readonly wave: number; readonly isDone: boolean; readonly sent: number; readonly received: number };

/**
 * Termination by counting (Mattern, Algorithms for distributed termination detection, 1987): process 0 asks all, twice; if
 * all are done, and both times the same number of messages was sent as had been received, nothing is under way. It asks
 * again what was not answered, so that the network may be as bad as it likes.
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
