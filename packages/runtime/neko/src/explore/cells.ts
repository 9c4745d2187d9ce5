import type { Copy } from './copies.js';
import { lieAbout, mayLie } from './lies.js';
import {
  ACT,
  CRASH,
  type Input,
  type LocalState,
  type LocalStates,
  type LocalStep,
  PEER_CRASH,
  PEER_RECOVER,
  RECOVER,
  TIMER,
} from './local-states.js';

/** Whether the copies of a link arrive in the order sent. */
export type LinkOrder = 'fifo' | 'any';

export interface Limits {
  readonly links: LinkOrder;
  /** How many timers of each process may fire. */
  readonly maxTimers: number;
  readonly maxLosses: number;
}

/** A step of one process, or the loss of a copy to it, with all its consequences. */
export interface Move {
  readonly kind: 'act' | 'deliver' | 'timer' | 'lie' | 'lose';
  readonly copy: Copy | undefined;
  /** Whether it is a loss that its sender causes, so that it is not counted. */
  readonly isOmission?: boolean;
  /** Its own cell afterwards. */
  readonly next: Cell;
  /** Undefined for a loss. */
  readonly step: LocalStep | undefined;
  /** Packets to other processes, and their receivers. */
  readonly to: readonly number[];
  readonly packets: readonly Packet[];
}

/** The copies that one step sends to one process, in order. */
export interface Packet {
  readonly id: number;
  readonly copies: readonly Copy[];
}

/** The crash of a process, or its recovery: a number for each. */
export type ProcessFault = number;

/** At least the number of processes. */
const RECOVERY = 16;

export function recoveryOf(process: number): ProcessFault {
  return process + RECOVERY;
}

export function isRecovery(fault: ProcessFault): boolean {
  return fault >= RECOVERY;
}

export function processOfFault(fault: ProcessFault): number {
  return fault % RECOVERY;
}

/** A cell after a crash or a recovery, with the copies from the crashed process that were lost. */
export interface AfterFault extends Pick<Move, 'next' | 'to' | 'packets'> {
  readonly step: LocalStep;
  readonly lost: readonly Copy[];
  /** Number of writes since the last sync that survive its own crash. */
  readonly kept: number;
}

/** A process with the copies under way to it. A state of the system is one cell for each process. */
export class Cell {
  moves: readonly Move[] | undefined = undefined;
  readonly after = new Map<Packet, Cell>();
  readonly faults: (readonly AfterFault[] | undefined)[] = [];

  constructor(
    readonly id: number,
    readonly local: LocalState,
    /** Sorted by id; on FIFO links by sender, and for each sender in the order sent. */
    readonly inbox: readonly Copy[],
  ) {}
}

/** All cells of a search, numbered; their moves are computed when they are first needed. */
export class Cells<Stack> {
  readonly all: Cell[] = [];
  private readonly known = new Map<string, Cell>();
  private readonly packets = new Map<string, Packet>();
  /** The copies that may arrive in place of others. */
  private readonly lies = new Map<Copy, Copy | undefined>();

  constructor(
    private readonly locals: LocalStates<Stack>,
    private readonly limits: Limits,
  ) {}

  of(local: LocalState, inbox: readonly Copy[]): Cell {
    // A process that is crashed for good receives nothing.
    const copies = local.isCrashed && !this.locals.recovers ? [] : inbox;
    const key = `${local.id}:${copies.map(({ id }) => id).join()}`;
    let cell = this.known.get(key);
    if (cell === undefined) {
      cell = new Cell(this.all.length, local, copies);
      this.all.push(cell);
      this.known.set(key, cell);
    }
    return cell;
  }

  /** The copies in the order of a cell. */
  sorted(copies: readonly Copy[]): readonly Copy[] {
    return this.limits.links === 'fifo'
      ? copies.toSorted((a, b) => a.message.from - b.message.from)
      : copies.toSorted((a, b) => a.id - b.id);
  }

  add(cell: Cell, packet: Packet): Cell {
    let after = cell.after.get(packet);
    if (after === undefined) {
      after = this.of(cell.local, this.sorted([...cell.inbox, ...packet.copies]));
      cell.after.set(packet, after);
    }
    return after;
  }

  /** The packets of a step to other processes, and the copies to the process itself. */
  sentBy({ sent }: LocalStep, process: number): { to: number[]; packets: Packet[]; own: Copy[] } {
    const byReceiver = new Map<number, Copy[]>();
    for (const copy of sent.flat()) {
      const copies = byReceiver.get(copy.to);
      if (copies === undefined) byReceiver.set(copy.to, [copy]);
      else copies.push(copy);
    }
    const own = byReceiver.get(process) ?? [];
    byReceiver.delete(process);
    const to = [...byReceiver.keys()].sort((a, b) => a - b);
    return { to, packets: to.map((each) => this.packetOf(byReceiver.get(each)!)), own };
  }

  /** Computes the steps that the moves of a cell need, and those at some faults of processes. */
  async prepare(cell: Cell, faults: readonly ProcessFault[]): Promise<void> {
    const { local } = cell;
    for (const { input } of this.inputsOf(cell)) await this.locals.step(local, input);
    if (local.isCrashed && !this.locals.recovers) return;
    for (const fault of faults) for (const input of inputsOfFault(local, fault)) await this.locals.step(local, input);
  }

  /** The moves of a prepared cell: actions first, then deliveries, timers and losses, always in the same order. */
  movesOf(cell: Cell): readonly Move[] {
    if (cell.moves !== undefined) return cell.moves;
    const { local, inbox } = cell;
    const moves = this.inputsOf(cell).map(({ kind, input, copy }): Move => {
      const step = local.steps.get(input)!;
      const { to, packets, own } = this.sentBy(step, local.process);
      const left = copy === undefined ? inbox : without(inbox, copy);
      return { kind, copy, step, to, packets, next: this.of(step.next, this.sorted([...left, ...own])) };
    });
    if (!local.isCrashed) {
      for (const copy of this.nextCopies(cell)) {
        const isOmission = mayLie(this.locals.system, copy.message, copy.to);
        if (isOmission || this.limits.maxLosses > 0) moves.push(this.loss(cell, copy, isOmission));
      }
    }
    return (cell.moves = moves);
  }

  /** The possible cells after a fault of a process, for a prepared cell: some of the copies from a crashed peer may be lost. */
  faultsOf(cell: Cell, fault: ProcessFault): readonly AfterFault[] {
    const known = cell.faults[fault];
    if (known !== undefined) return known;
    const { local, inbox } = cell;
    const process = processOfFault(fault);
    const nothing: LocalStep = { next: local, sent: [], events: [] };
    const isGone = local.isCrashed && !this.locals.recovers;
    const steps = isGone ? [nothing] : inputsOfFault(local, fault).map((input) => local.steps.get(input)!);
    const isOther = local.process !== process;
    const losable = isOther && !isRecovery(fault) ? inbox.filter(({ message }) => message.from === process) : [];
    const sets = losable.length === 0 ? [[]] : this.losses(losable);
    const after = steps.flatMap((step, kept) => {
      const { to, packets, own } = this.sentBy(step, local.process);
      return sets.map((lost): AfterFault => {
        const left = lost.reduce((copies, copy) => without(copies, copy, true), inbox);
        return { next: this.of(step.next, this.sorted([...left, ...own])), lost, step, to, packets, kept };
      });
    });
    return (cell.faults[fault] = after);
  }

  private inputsOf(cell: Cell): { kind: Move['kind']; input: Input; copy?: Copy }[] {
    const { local } = cell;
    const mayFire = local.hasTimer && local.timersFired < this.limits.maxTimers;
    const copies = this.nextCopies(cell);
    const lies = local.isCrashed ? [] : copies.map((copy) => ({ copy, lie: this.lieAbout(copy) }));
    return [
      ...(local.action === undefined ? [] : [{ kind: 'act' as const, input: ACT }]),
      ...copies.map((copy) => ({ kind: 'deliver' as const, input: copy.id, copy })),
      ...lies.flatMap(({ copy, lie }) => (lie === undefined ? [] : [{ kind: 'lie' as const, input: lie.id, copy }])),
      ...(mayFire ? [{ kind: 'timer' as const, input: TIMER }] : []),
    ];
  }

  private lieAbout(copy: Copy): Copy | undefined {
    if (this.lies.has(copy)) return this.lies.get(copy);
    const { system, copies } = this.locals;
    const lie = lieAbout(system, copy.message, copy.to);
    const changed = lie && copies.of(lie, copy.to);
    this.lies.set(copy, changed);
    return changed;
  }

  private loss(cell: Cell, copy: Copy, isOmission: boolean): Move {
    const next = this.of(cell.local, without(cell.inbox, copy));
    return { kind: 'lose', copy, step: undefined, to: [], packets: [], next, isOmission };
  }

  /** The copies that could arrive next, equal ones once. */
  private nextCopies({ inbox }: Cell): Copy[] {
    if (this.limits.links === 'any') return [...new Set(inbox)];
    return inbox.filter((copy, i) => inbox[i - 1]?.message.from !== copy.message.from);
  }

  /**
   * The sets of copies that may be lost with their sender, which may have crashed before they were out: only links
   * between correct processes lose nothing. A FIFO link loses the last copies sent.
   */
  private losses(copies: readonly Copy[]): readonly Copy[][] {
    if (this.limits.links === 'fifo') return [...copies, undefined].map((_, i) => copies.slice(copies.length - i));
    let sets: Copy[][] = [[]];
    for (const copy of new Set(copies)) {
      const times = copies.filter((each) => each === copy).length;
      const more = Array.from({ length: times + 1 }, (_, i) => Array.from({ length: i }, () => copy));
      sets = sets.flatMap((set) => more.map((each) => [...set, ...each]));
    }
    return sets;
  }

  private packetOf(copies: readonly Copy[]): Packet {
    const key = copies.map(({ id }) => id).join();
    let packet = this.packets.get(key);
    if (packet === undefined) {
      packet = { id: this.packets.size, copies };
      this.packets.set(key, packet);
    }
    return packet;
  }
}

function without(copies: readonly Copy[], copy: Copy, fromTheEnd = false): readonly Copy[] {
  const at = fromTheEnd ? copies.lastIndexOf(copy) : copies.indexOf(copy);
  return copies.toSpliced(at, 1);
}

/** The inputs of a process at a fault: one, or one for each number of writes that survive its own crash. */
function inputsOfFault({ process, unsynced }: LocalState, fault: ProcessFault): Input[] {
  const faulty = processOfFault(fault);
  if (faulty !== process) return [(isRecovery(fault) ? PEER_RECOVER : PEER_CRASH) - faulty];
  return isRecovery(fault) ? [RECOVER] : Array.from({ length: unsynced + 1 }, (_, kept) => CRASH - kept);
}
