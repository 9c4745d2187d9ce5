import { type LeaderElection, type NekoProcess, Protocol } from 'kineko';

interface Order {
  readonly term: number;
  readonly text: string;
}

/**
 * An application: the leader issues commands, and all processes execute them in the same sequence. A command of an earlier term is not
 * executed; all processes agree on that, since the first command of a new term has a position in the sequence too.
 */
export class Orders extends Protocol<{ ORDER: Order }> {
  readonly done: string[] = [];
  private lastTerm = 0;
  protected readonly handlers = { ORDER: (order: Order, from: number) => this.handleOrder(order, from) };

  constructor(
    process: NekoProcess,
    private readonly election: LeaderElection,
    log: (line: string) => void,
  ) {
    super(process);
    election.onElect((term, leader) => {
      if (leader !== process.id) return;
      log(`t = ${process.now.toFixed(1)}: p${leader} leads term ${term}`);
      this.give('begin');
    });
  }

  /** Issues a command, if this process is the leader. */
  give(text: string): void {
    if (this.election.isLeader) this.sendTo(this.process.all, 'ORDER', { term: this.election.term, text });
  }

  private handleOrder({ term, text }: Order, from: number): void {
    if (term < this.lastTerm) return;
    this.lastTerm = term;
    this.done.push(`${text} of p${from}`);
  }
}
