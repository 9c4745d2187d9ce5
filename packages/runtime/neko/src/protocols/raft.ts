/**
 * A replicated log by Raft (Ongaro and Ousterhout, "In search of an understandable consensus algorithm", 2014): time is divided
 * into terms; a majority elects at most one leader per term, which appends commands to its log and copies them to the others.
 * An entry of its own term that a majority has is committed, with all before it; every process applies the committed entries
 * in their order. A long log is replaced by a snapshot of the state; a process that lacks older entries is sent the snapshot.
 *
 * Guarantee: all processes apply the same commands in the same order, each once (uniformly: crashed ones too). A command of a
 * process that is up is applied in the end, if a majority stays up and messages arrive within the election timeout.
 * Assumes: a network that lets through some of infinitely many attempts; it may lose, reorder and duplicate. Processes may
 * crash and lose their memory: term, vote, log and snapshot are in stable storage.
 *
 * Wiring: `const raft = wire(new Raft(process), 'raft', process.network())`; then `submit(command)` and `onApply(listener)`.
 * A process that has lost its memory applies again from its snapshot on.
 */
import type { NekoProcess } from '../process.js';
import { Protocol } from '../protocol.js';
import { checkOption } from './options.js';

/** A command, with the process that submitted it and its number there; origin -1 for the first entry of a leader. */
type Entry = { readonly term: number; readonly origin: number; readonly number: number; readonly command: unknown };

type Saved = {
  /** Index and term of the last entry that it contains. */
  readonly index: number;
  readonly term: number;
  readonly state: unknown;
  /** Number of the last command that was applied, by origin. */
  readonly applied: readonly number[];
};

type RaftContents = {
  SUBMIT: { number: number; command: unknown };
  REQUEST_VOTE: { term: number; index: number; lastTerm: number };
  VOTE: { term: number };
  APPEND: { term: number; index: number; lastTerm: number; entries: readonly Entry[]; committed: number };
  /** The follower has the entries up to an index, or lacks those above it. */
  APPENDED: { term: number; isMatch: boolean; index: number };
  INSTALL: { term: number; saved: Saved };
};

export interface RaftOptions {
  /** Minimum seconds without a leader after which a process starts an election; the maximum is twice as much. Default: 10. */
  readonly electionTimeout?: number;
  /** Seconds between two messages of a leader; commands are repeated after the same time. Default: 2. */
  readonly heartbeat?: number;
  /** Number of applied entries after which they are replaced by a snapshot. Default: 100. */
  readonly snapshotAfter?: number;
}

/** Takes and restores snapshots of the state that commands change, as plain data. */
export interface Snapshotter {
  take(): unknown;
  restore(state: unknown): void;
}

/** State of a follower, as its leader knows it. */
interface Follower {
  next: number;
  match: number;
}

export type ApplyListener = (command: unknown, origin: number, index: number) => void;

/** Maximum number of entries in one message. */
const MAX_ENTRIES = 20;

const NOTHING: Saved = { index: 0, term: 0, state: null, applied: [] };

export class Raft extends Protocol<RaftContents> {
  private readonly options: Required<RaftOptions>;
  private readonly majority = Math.floor(this.process.n / 2) + 1;
  private readonly others = this.process.others;
  private readonly listeners: ApplyListener[] = [];
  private snapshotter: Snapshotter = { take: () => null, restore() {} };

  // In stable storage.
  private term = 0;
  private votedFor: number | null = null;
  private saved = NOTHING;
  /** The entries after the snapshot. */
  private log: Entry[] = [];
  private submitted = 0;
  /** The commands that it submitted and has not applied; they are submitted one after the other. */
  private pending: { readonly number: number; readonly command: unknown }[] = [];

  private leader: number | undefined = undefined;
  private votes: Set<number> | undefined = undefined;
  private followers: Map<number, Follower> | undefined = undefined;
  private committed = 0;
  private lastApplied = 0;
  private applied: number[] = this.process.all.map(() => 0);
  private isApplying = false;

  private readonly election = this.process.timer(() => this.campaign(), 'election timeout');
  private readonly beat = this.process.timer(() => this.replicateToAll(), 'heartbeat of a leader');
  private readonly retry = this.process.timer(() => this.submitNext(), 'repeated command');

  protected readonly handlers = {
    SUBMIT: ({ number, command }: RaftContents['SUBMIT'], from: number) => this.append(from, number, command),
    REQUEST_VOTE: (content: RaftContents['REQUEST_VOTE'], from: number) => this.handleRequest(content, from),
    VOTE: ({ term }: RaftContents['VOTE'], from: number) => {
      if (term === this.term) this.countVote(from);
    },
    APPEND: (content: RaftContents['APPEND'], from: number) => this.handleAppend(content, from),
    APPENDED: (content: RaftContents['APPENDED'], from: number) => this.handleAppended(content, from),
    INSTALL: ({ term, saved }: RaftContents['INSTALL'], from: number) => {
      if (!this.follow(term, from)) return;
      if (saved.index > this.committed) this.install(saved);
      this.sendTo([from], 'APPENDED', { term, isMatch: true, index: saved.index });
    },
  };

  constructor(process: NekoProcess, { electionTimeout = 10, heartbeat = 2, snapshotAfter = 100 }: RaftOptions = {}) {
    super(process);
    const isTime = (value: number): boolean => value > 0 && value < Infinity;
    checkOption(this, 'electionTimeout', 'a number of seconds above 0', electionTimeout, isTime(electionTimeout));
    checkOption(this, 'heartbeat', 'a number of seconds above 0', heartbeat, isTime(heartbeat));
    checkOption(this, 'snapshotAfter', 'a number of entries, 1 or more', snapshotAfter, snapshotAfter >= 1);
    this.options = { electionTimeout, heartbeat, snapshotAfter };
  }

  /** Adds a listener for the commands, in the order in which all processes apply them. */
  onApply(listener: ApplyListener): void {
    this.listeners.push(listener);
  }

  /** Sets where the snapshots come from, before the first command is applied. */
  setSnapshotter(snapshotter: Snapshotter): void {
    this.snapshotter = snapshotter;
    if (this.saved.index > 0) snapshotter.restore(this.saved.state);
  }

  /** Submits a command, as plain data; it is applied once, after the earlier ones of this process. Returns its number. */
  submit(command: unknown): number {
    const number = ++this.submitted;
    const { stable } = this.process;
    stable.write(`${this.id} submitted`, number);
    stable.write(`${this.id} pending ${number}`, [command]);
    stable.sync();
    this.note('submit', { message: `${this.process.id};${number}` });
    this.pending.push({ number, command });
    if (this.pending.length === 1) this.submitNext();
    return number;
  }

  /** The leader that this process follows, itself if it leads; undefined if it knows none. */
  get leaderId(): number | undefined {
    return this.leader;
  }

  /** Number of entries in memory. */
  get logLength(): number {
    return this.log.length;
  }

  protected override started(): void {
    const { stable } = this.process;
    const vote = stable.read(`${this.id} vote`) as { term: number; votedFor: number | null } | undefined;
    if (vote !== undefined) ({ term: this.term, votedFor: this.votedFor } = vote);
    const saved = stable.read(`${this.id} snapshot`) as Saved | undefined;
    if (saved !== undefined) this.restore(saved);
    // A process that has lost its memory applies from here on again.
    this.note('install', { index: this.saved.index });
    for (let index = this.saved.index + 1; ; index++) {
      const entry = stable.read(`${this.id} log ${index}`) as Entry | undefined;
      if (entry === undefined) break;
      this.log.push(entry);
    }
    this.submitted = Number(stable.read(`${this.id} submitted`) ?? 0);
    const pending = stable.entries(`${this.id} pending `).map(([number, value]) => ({
      number: Number(number),
      command: (value as readonly [unknown])[0],
    }));
    // Commands that the snapshot contains are not applied again; that they were may not be on record.
    const applied = this.applied[this.process.id]!;
    this.pending = pending.filter(({ number }) => number > applied).toSorted((a, b) => a.number - b.number);
    if (this.pending.length > 0) this.submitNext();
    this.waitForLeader();
  }

  // Commands.

  private submitNext(): void {
    const [next] = this.pending;
    if (next === undefined) return;
    const { id } = this.process;
    if (this.leader === id) this.append(id, next.number, next.command);
    else if (this.leader !== undefined) this.sendTo([this.leader], 'SUBMIT', next);
    // It may have been applied at once.
    if (this.pending[0] === next) this.retry.reschedule(this.options.heartbeat);
  }

  /** Appends a command as the leader, unless its log has it. */
  private append(origin: number, number: number, command: unknown): void {
    if (this.leader !== this.process.id || (origin >= 0 && this.has(origin, number))) return;
    this.write(this.lastIndex + 1, [{ term: this.term, origin, number, command }]);
    this.replicateToAll();
  }

  private has(origin: number, number: number): boolean {
    if (this.applied[origin]! >= number) return true;
    return this.log.some((entry) => entry.origin === origin && entry.number === number);
  }

  // Terms.

  /** Takes part in no term below a higher one. */
  private enter(term: number): void {
    // A leader has no election timeout; now it needs one, since it may have the only complete log.
    if (this.followers !== undefined) this.waitForLeader();
    this.term = term;
    this.vote(null);
    this.leader = this.votes = this.followers = undefined;
    this.beat.cancel();
  }

  private vote(process: number | null): void {
    this.votedFor = process;
    this.persistVote();
  }

  protected persistVote(): void {
    const { stable } = this.process;
    stable.write(`${this.id} vote`, { term: this.term, votedFor: this.votedFor });
    stable.sync();
  }

  private waitForLeader(): void {
    this.election.reschedule(this.options.electionTimeout * (1 + this.random()));
  }

  private campaign(): void {
    this.enter(this.term + 1);
    this.vote(this.process.id);
    this.votes = new Set();
    this.waitForLeader();
    const { term, lastIndex: index } = this;
    if (this.others.length > 0) this.sendTo(this.others, 'REQUEST_VOTE', { term, index, lastTerm: this.termOf(index) });
    this.countVote(this.process.id);
  }

  private handleRequest({ term, index, lastTerm }: RaftContents['REQUEST_VOTE'], from: number): void {
    if (term > this.term) this.enter(term);
    if (term < this.term || (this.votedFor !== null && this.votedFor !== from)) return;
    if (!this.isUpToDate(index, lastTerm)) return;
    this.vote(from);
    this.waitForLeader();
    this.sendTo([from], 'VOTE', { term });
  }

  /** Whether a log that ends with an entry lacks nothing that this one might have committed. */
  protected isUpToDate(index: number, lastTerm: number): boolean {
    const ownTerm = this.termOf(this.lastIndex);
    return lastTerm > ownTerm || (lastTerm === ownTerm && index >= this.lastIndex);
  }

  private countVote(from: number): void {
    if (this.votes === undefined || this.votes.add(from).size < this.majority) return;
    this.votes = undefined;
    const { id } = this.process;
    this.followers = new Map(this.others.map((other) => [other, { next: this.lastIndex + 1, match: 0 }]));
    this.elect(id);
    this.election.cancel();
    // Entries of earlier terms are committed together with one of its own.
    this.append(-1, 0, null);
    this.submitNext();
  }

  private elect(leader: number): void {
    this.leader = leader;
    this.note('elect', { term: this.term, leader });
  }

  /** Follows the leader of a term; false if the term is over. */
  private follow(term: number, leader: number): boolean {
    if (term > this.term) this.enter(term);
    if (term < this.term) return false;
    this.votes = undefined;
    this.waitForLeader();
    if (this.leader !== undefined) return true;
    this.elect(leader);
    this.submitNext();
    return true;
  }

  // The log.

  private get lastIndex(): number {
    return this.saved.index + this.log.length;
  }

  private termOf(index: number): number {
    return index === this.saved.index ? this.saved.term : (this.log[index - this.saved.index - 1]?.term ?? -1);
  }

  /** Replaces the log from an index on. */
  private write(from: number, entries: readonly Entry[]): void {
    const { stable } = this.process;
    for (let index = from + entries.length; index <= this.lastIndex; index++)
      stable.write(`${this.id} log ${index}`, undefined);
    this.log.length = from - this.saved.index - 1;
    for (const entry of entries) {
      this.log.push(entry);
      stable.write(`${this.id} log ${this.lastIndex}`, entry);
    }
    stable.sync();
  }

  private replicateToAll(): void {
    this.beat.reschedule(this.options.heartbeat);
    for (const [to, follower] of this.followers!) this.replicate(to, follower);
    this.commit();
  }

  private replicate(to: number, { next }: Follower): void {
    const { term, saved, committed } = this;
    if (next <= saved.index) return this.sendTo([to], 'INSTALL', { term, saved });
    const start = next - saved.index - 1;
    const entries = this.log.slice(start, start + MAX_ENTRIES);
    this.sendTo([to], 'APPEND', { term, index: next - 1, lastTerm: this.termOf(next - 1), entries, committed });
  }

  private handleAppend({ term, index, lastTerm, entries, committed }: RaftContents['APPEND'], from: number): void {
    if (!this.follow(term, from)) return;
    // Entries of the snapshot are committed, and so are the same at the leader.
    const isMatch = index <= this.saved.index || (index <= this.lastIndex && this.termOf(index) === lastTerm);
    if (!isMatch) {
      const known = Math.min(index - 1, this.lastIndex);
      return this.sendTo([from], 'APPENDED', { term, isMatch, index: known });
    }
    const first = entries.findIndex(
      (entry, i) => index + 1 + i > this.saved.index && this.termOf(index + 1 + i) !== entry.term,
    );
    if (first >= 0) this.write(index + 1 + first, entries.slice(first));
    const last = index + entries.length;
    this.sendTo([from], 'APPENDED', { term, isMatch, index: last });
    this.apply(Math.min(committed, last));
  }

  private handleAppended({ term, isMatch, index }: RaftContents['APPENDED'], from: number): void {
    if (term > this.term) this.enter(term);
    const follower = term === this.term ? this.followers?.get(from) : undefined;
    if (follower === undefined) return;
    if (isMatch) follower.match = Math.max(follower.match, index);
    follower.next = Math.max(follower.match, isMatch ? follower.next - 1 : index) + 1;
    // At once, if it lacks more than one message can carry.
    if (!isMatch || this.lastIndex - follower.match > MAX_ENTRIES) this.replicate(from, follower);
    this.commit();
  }

  /** Commits the entries of its term that a majority has, with all before them. */
  private commit(): void {
    const matches = [this.lastIndex, ...[...this.followers!.values()].map(({ match }) => match)];
    const index = matches.toSorted((a, b) => b - a)[this.majority - 1]!;
    if (this.mayCommit(index)) this.apply(index);
  }

  /** An entry of an earlier term could still be replaced, though a majority has it. */
  protected mayCommit(index: number): boolean {
    return this.termOf(index) === this.term;
  }

  private apply(upTo: number): void {
    this.committed = Math.max(this.committed, upTo);
    // A listener may submit the next command.
    if (this.isApplying) return;
    this.isApplying = true;
    while (this.lastApplied < this.committed) this.applyEntry(this.log[this.lastApplied++ - this.saved.index]!);
    this.isApplying = false;
    if (this.lastApplied - this.saved.index >= this.options.snapshotAfter) this.takeSnapshot();
  }

  private applyEntry({ origin, number, command }: Entry): void {
    const index = this.lastApplied;
    const isNew = origin >= 0 && this.applied[origin]! < number;
    this.note('apply', { index, message: isNew ? `${origin};${number}` : null });
    if (!isNew) return;
    this.applied[origin] = number;
    for (const listener of this.listeners) listener(command, origin, index);
    if (origin === this.process.id) this.settled(number);
  }

  /** Its command has been applied. */
  private settled(number: number): void {
    const { stable } = this.process;
    for (const each of this.pending.filter((pending) => pending.number <= number))
      stable.write(`${this.id} pending ${each.number}`, undefined);
    this.pending = this.pending.filter((each) => each.number > number);
    this.retry.cancel();
    this.submitNext();
  }

  // Snapshots.

  private takeSnapshot(): void {
    const index = this.lastApplied;
    this.keep({ index, term: this.termOf(index), state: this.snapshotter.take(), applied: [...this.applied] });
  }

  /** Replaces the entries of a snapshot by it. */
  private keep(saved: Saved): void {
    const { stable } = this.process;
    const isMatch = this.termOf(saved.index) === saved.term;
    const last = isMatch ? saved.index : this.lastIndex;
    stable.write(`${this.id} snapshot`, saved);
    for (let index = this.saved.index + 1; index <= last; index++) stable.write(`${this.id} log ${index}`, undefined);
    stable.sync();
    this.log = isMatch ? this.log.slice(saved.index - this.saved.index) : [];
    this.saved = saved;
  }

  /** Takes over the state of a snapshot, from the leader. */
  private install(saved: Saved): void {
    this.keep(saved);
    this.note('install', { index: saved.index });
    this.restore(saved);
    const own = saved.applied[this.process.id]!;
    if (this.pending.some(({ number }) => number <= own)) this.settled(own);
  }

  private restore(saved: Saved): void {
    this.saved = saved;
    this.committed = this.lastApplied = saved.index;
    this.applied = [...saved.applied];
    this.snapshotter.restore(saved.state);
  }
}
