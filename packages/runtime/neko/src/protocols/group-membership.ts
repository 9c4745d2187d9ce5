/**
 * Group membership with view synchrony (Birman and Joseph, 1987; by consensus as in Schiper and Sandoz, 1993, and
 * Neko's GroupMembershipLayer): the processes agree on the group as a sequence of views, and messages are broadcast
 * within a view.
 *
 * When a member is suspected, or a process wants to join, the members stop sending and send all processes the messages
 * that may not have reached every member. A process that has received these from all members that it does not suspect
 * proposes the next view: those members and the joining processes, together with all these messages. The consensus with
 * the number of the view decides; missing messages are delivered, then the new view starts. An excluded process
 * requests to join again.
 *
 * Guarantee: all processes see the same views in the same order (those that they are members of); a message is
 * delivered in the view in which it was broadcast; members that move together from one view to the next have delivered
 * the same messages in the first. Messages of one view are unordered, and an excluded process may have delivered
 * messages that no other has. With a detector of class ◇P there is a last view, which consists of all correct
 * processes.
 * Assumes: quasi-reliable channels; they may reorder and duplicate. A consensus of all n processes that is used for
 * nothing else, with its assumptions. View 0 consists of all processes.
 *
 * Wiring: `const group = new GroupMembership(process); group.setConsensus(consensus); group.setDetector(detector);
 * wire(group, 'group', link)`.
 */
import { type Guarantees, ONCE_LINK, QUASI_RELIABLE } from '../guarantees.js';
import { Layer } from '../layer.js';
import { messageId, type Outgoing, type Wrapped, wrap } from '../message.js';
import type { NekoProcess } from '../process.js';
import type { Consensus } from './consensus-protocol.js';
import { DecisionSequence } from './decision-sequence.js';
import type { FailureDetector } from './detector.js';
import { checkOption, checkSeconds } from './options.js';
import { type GroupMessage, ViewMessages } from './view-messages.js';

type GroupMembershipContents = {
  DATA: { view: number; message: GroupMessage };
  /** The number of messages of each member that the sender has delivered in the view without a gap. */
  DELIVERED: { view: number; counts: readonly number[] };
  /** From a member: the view ends, these messages may not have reached all, these processes want to join. */
  UNSTABLE: { view: number; messages: readonly GroupMessage[]; joining: readonly number[] };
  /** From a process that is not a member. */
  JOIN_REQUEST: { view: number };
};

export interface GroupMembershipOptions {
  /** Minimum seconds in a view before an earlier suspicion or join request starts the next view. Default: 1. */
  readonly pause?: number;
  /** Deliveries between two reports, which let others forget the messages that all have. Default: 16. */
  readonly reportEvery?: number;
}

/** The value of a consensus: the next view, and the messages to deliver before it. */
type NextView = { readonly members: readonly number[]; readonly messages: readonly GroupMessage[] };

export class GroupMembership extends Layer<GroupMembershipContents> {
  protected readonly handlers = {
    DATA: ({ view, message }: GroupMembershipContents['DATA']) => this.inView(view, () => this.handleData(message)),
    DELIVERED: ({ view, counts }: GroupMembershipContents['DELIVERED'], from: number) =>
      this.inView(view, () => this.messages.report(from, counts)),
    UNSTABLE: (content: GroupMembershipContents['UNSTABLE'], from: number) =>
      this.inView(content.view, () => this.handleUnstable(content, from)),
    JOIN_REQUEST: ({ view }: GroupMembershipContents['JOIN_REQUEST'], from: number) =>
      this.inView(view, () => this.handleJoinRequest(from)),
  };

  private consensus: Consensus | undefined;
  private detector: FailureDetector | undefined;
  private readonly options: Required<GroupMembershipOptions>;

  // Sending.
  private broadcasts = 0;
  /** Messages for the next view that this process is a member of. */
  private waiting: Wrapped[] = [];

  // The current view.
  private number = 0;
  private present: readonly number[] = Object.freeze(this.process.all);
  private messages = new ViewMessages(this.process.n, this.present);
  /** Whether it is about to end: only messages that are decided are still delivered in it. */
  private isEnding = false;
  private readonly flushed = new Map<number, readonly GroupMessage[]>();
  private readonly joining = new Set<number>();
  private readonly reconsider = this.process.timer(() => this.changeIfNeeded(), 'change of view');

  // The next view.
  private nextViews: DecisionSequence<NextView> | undefined;
  /** Messages of views that have not started here. */
  private early = new Map<number, (() => void)[]>();
  private isInstalling = false;
  private readonly listeners: ((view: number, members: readonly number[]) => void)[] = [];

  override get assumes(): Guarantees {
    return QUASI_RELIABLE;
  }

  override get guarantees(): Guarantees {
    return ONCE_LINK;
  }

  constructor(process: NekoProcess, { pause = 1, reportEvery = 16 }: GroupMembershipOptions = {}) {
    super(process);
    checkSeconds(this, 'pause', pause);
    checkOption(this, 'reportEvery', 'a number, 1 or more', reportEvery, reportEvery >= 1);
    this.options = { pause, reportEvery };
  }

  /** Number of the current view; views without this process count too. */
  get view(): number {
    return this.number;
  }

  get members(): readonly number[] {
    return this.present;
  }

  get isMember(): boolean {
    return this.present.includes(this.process.id);
  }

  /** Adds a listener for the start of each view that this process is a member of. */
  onView(listener: (view: number, members: readonly number[]) => void): void {
    this.listeners.push(listener);
  }

  setConsensus(consensus: Consensus): void {
    this.consensus = consensus;
  }

  setDetector(detector: FailureDetector): void {
    this.detector = detector;
  }

  /** Broadcasts in the current view, or in the next one if this one is about to end. */
  send(message: Outgoing): void {
    if (this.process.isCrashed) return;
    this.waiting.push(wrap(message));
    this.sendWaiting();
  }

  protected override parts(): Readonly<Record<string, unknown>> {
    return { ...super.parts(), consensus: this.consensus, detector: this.detector };
  }

  protected override started(): void {
    this.nextViews = new DecisionSequence<NextView>(
      this.consensus!,
      (next) => this.install(next),
      () => this.catchUp(),
    );
    this.detector!.onChange(() => {
      this.changeIfNeeded();
      this.proposeIfReady();
    });
    // A recovered process may have missed messages of this view, or its end: it needs the next one.
    this.process.onRecover(() => this.end());
    this.noteView();
    this.changeIfNeeded();
  }

  // Messages within a view.

  private sendWaiting(): void {
    while (this.waiting.length > 0 && this.isMember && !this.isEnding) {
      const inner = this.waiting.shift()!;
      const { view } = this;
      const message = { ...this.messages.nextOf(this.process.id), k: this.broadcasts++, inner };
      this.note('broadcast', { message: messageId(message.origin, message.k), view });
      const others = this.present.filter((id) => id !== this.process.id);
      if (others.length > 0) this.sendTo(others, 'DATA', { view, message });
      this.deliverMessage(message);
    }
  }

  private handleData(message: GroupMessage): void {
    if (this.isMember && !this.isEnding) this.deliverMessage(message);
  }

  private deliverMessage(message: GroupMessage): void {
    if (!this.messages.add(message)) return;
    const { origin, k, inner } = message;
    this.note('deliver', { message: messageId(origin, k), view: this.view });
    if (this.messages.delivered % this.options.reportEvery === 0) this.report();
    if (inner.to.includes(this.process.id)) this.passUp(inner, origin);
  }

  private report(): void {
    const { view, messages } = this;
    const counts = messages.counts();
    messages.report(this.process.id, counts);
    const others = this.present.filter((id) => id !== this.process.id);
    if (others.length > 0) this.sendTo(others, 'DELIVERED', { view, counts });
  }

  // The end of a view.

  /** Ends the view if a member is suspected or a process wants to join. */
  private changeIfNeeded(): void {
    if (this.isInstalling) return;
    const mayJoin = !this.isMember && !this.reconsider.isScheduled;
    if (mayJoin && !this.joining.has(this.process.id)) this.join();
    if (this.isEnding) return;
    const isSuspicious = this.present.some((id) => this.detector!.isSuspected(id));
    const isWanted = [...this.joining].some((id) => !this.detector!.isSuspected(id));
    if (isSuspicious || isWanted) this.end();
  }

  private join(): void {
    this.joining.add(this.process.id);
    if (this.process.n > 1) this.sendTo(this.process.others, 'JOIN_REQUEST', { view: this.view });
    this.proposeIfReady();
  }

  private handleJoinRequest(from: number): void {
    this.joining.add(from);
    this.changeIfNeeded();
    this.proposeIfReady();
  }

  /** Stops sending and delivering in this view, and sends all processes the messages that some may lack. */
  private end(): void {
    if (this.isEnding) return;
    this.isEnding = true;
    if (this.isMember) {
      const messages = this.messages.unstable();
      this.flushed.set(this.process.id, messages);
      const joining = [...this.joining].toSorted((a, b) => a - b);
      if (this.process.n > 1) this.sendTo(this.process.others, 'UNSTABLE', { view: this.view, messages, joining });
    }
    this.proposeIfReady();
  }

  private handleUnstable({ messages, joining }: GroupMembershipContents['UNSTABLE'], from: number): void {
    this.flushed.set(from, messages);
    for (const id of joining) this.joining.add(id);
    this.end();
    this.proposeIfReady();
  }

  private proposeIfReady(): void {
    if (!this.isEnding || this.isInstalling || this.nextViews!.hasProposed) return;
    const isSuspected = (id: number): boolean => this.detector!.isSuspected(id);
    if (!this.present.every((id) => this.flushed.has(id) || isSuspected(id))) return;
    const staying = this.present.filter((id) => !isSuspected(id));
    const coming = [...this.joining].filter((id) => !isSuspected(id));
    const members = [...new Set([...staying, ...coming])].toSorted((a, b) => a - b);
    // All candidates may be suspected at the moment.
    if (members.length === 0) return;
    this.nextViews!.propose({ members, messages: unionOf([...this.flushed.values()]) });
  }

  // The next view.

  private install({ members, messages }: NextView): void {
    this.isInstalling = true;
    this.isEnding = true;
    const staysMember = this.isMember && members.includes(this.process.id);
    if (staysMember) for (const message of messages) this.deliverMessage(message);
    this.number++;
    this.present = members;
    this.messages = new ViewMessages(this.process.n, members);
    this.flushed.clear();
    this.joining.clear();
    this.isEnding = false;
    this.noteView();
    for (const listener of this.isMember ? this.listeners : []) listener(this.view, members);
  }

  private catchUp(): void {
    this.isInstalling = false;
    this.reconsider.reschedule(this.options.pause);
    const early = this.early.get(this.view) ?? [];
    for (const view of this.early.keys()) if (view <= this.view) this.early.delete(view);
    this.sendWaiting();
    const { view } = this;
    // A handler may end the view; the remaining messages are then useless.
    for (const handle of early) if (view === this.view) handle();
  }

  private inView(view: number, handle: () => void): void {
    if (view === this.view && !this.isInstalling) handle();
    else if (view >= this.view) this.early.set(view, [...(this.early.get(view) ?? []), handle]);
  }

  private noteView(): void {
    if (this.isMember) this.note('view', { view: this.view, members: this.present });
  }
}

/** The union of several lists, by origin and number. */
function unionOf(lists: readonly (readonly GroupMessage[])[]): GroupMessage[] {
  const byId = new Map(lists.flat().map((message) => [messageId(message.origin, message.k), message]));
  return [...byId.values()].toSorted((a, b) => a.origin - b.origin || a.k - b.k);
}
