import type { Cell } from './cells.js';
import type { Copy } from './copies.js';
import { ACT, type Input, type LocalState, type LocalStates, type LocalStep, peerOf, TIMER } from './local-states.js';
import type { Space } from './space.js';

/** More permutations cost more than they save. */
const MAX_PERMUTATIONS = 720;

/** A permutation of processes, with the images of states and copies found so far. */
interface Permutation {
  readonly index: number;
  /** The image of each process. */
  readonly of: readonly number[];
  readonly states: Map<LocalState, LocalState>;
  readonly copies: Map<Copy, Copy>;
  readonly stateSources: Map<LocalState, LocalState>;
  readonly copySources: Map<Copy, Copy>;
  readonly cells: (Cell | undefined)[];
}

/**
 * Symmetry reduction: of the states that differ only in the names of processes, one is kept. Protocols need not
 * declare that they are symmetric. Each permutation is tried: the image of a step of a process is the same step of the
 * permuted process, and the two must send and record corresponding things. A permutation for which they do not is
 * dropped; a search that has used it starts again.
 */
export class Symmetry<Stack> {
  private permutations: Permutation[];
  /** Steps whose images have been compared, and their number by state. */
  private readonly compared = new Set<LocalStep>();
  private readonly done = new Map<LocalState, number>();
  private readonly least: Int32Array;
  private readonly image: Int32Array;

  constructor(
    private readonly space: Space<Stack>,
    roles: readonly string[],
  ) {
    this.least = new Int32Array(space.n);
    this.image = new Int32Array(space.n);
    const candidates = permutationsOf(roles);
    this.permutations = (candidates.length > MAX_PERMUTATIONS ? [] : candidates).map((of, index) => ({
      index,
      of,
      states: new Map(),
      copies: new Map(),
      stateSources: new Map(),
      copySources: new Map(),
      cells: [],
    }));
  }

  /** Number of permutations, with the identity. */
  get order(): number {
    return this.permutations.length + 1;
  }

  /** Compares the launches of the processes. */
  begin(steps: readonly LocalStep[]): void {
    this.permutations = this.permutations.filter((permutation) =>
      steps.every((step, p) => isImage(permutation, step, steps[permutation.of[p]!]!)),
    );
  }

  /** Whether all steps that a state needs have been compared. */
  isCompared(state: Int32Array): boolean {
    if (this.permutations.length === 0) return true;
    for (let p = 0; p < this.space.n; p++) {
      const { local } = this.space.cellAt(state, p);
      if (this.done.get(local) !== local.steps.size) return false;
    }
    return true;
  }

  /**
   * Compares all steps that a state needs with their images. Returns whether a permutation was dropped, so that the
   * search must start again.
   */
  async compare(state: Int32Array): Promise<boolean> {
    if (this.permutations.length === 0) return false;
    const before = this.permutations.length;
    const open: LocalState[] = [];
    for (let p = 0; p < this.space.n; p++) open.push(this.space.cellAt(state, p).local);
    for (let local = open.pop(); local !== undefined; local = open.pop()) {
      for (const [input, step] of local.steps) {
        if (this.compared.has(step)) continue;
        this.compared.add(step);
        for (const permutation of this.permutations) {
          const image = await this.imageOf(permutation, local, input);
          if (image === undefined || !isImage(permutation, step, image.step)) this.drop(permutation);
          // The image has images too.
          else open.push(image.local);
        }
      }
      this.done.set(local, local.steps.size);
    }
    return this.permutations.length < before;
  }

  /** Replaces a state by the least of its images. */
  canonize(state: Int32Array): void {
    const { n } = this.space;
    const { least, image } = this;
    for (let p = 0; p < n; p++) least[p] = state[p]!;
    for (const permutation of this.permutations) {
      for (let p = 0; p < n; p++) image[permutation.of[p]!] = this.cellImage(permutation, state[p]!);
      let i = 0;
      while (i < n && image[i] === least[i]) i++;
      if (i < n && image[i]! < least[i]!) least.set(image);
    }
    for (let p = 0; p < n; p++) state[p] = least[p]!;
  }

  private cellImage(permutation: Permutation, id: number): number {
    let image = permutation.cells[id];
    if (image === undefined) {
      const { local, inbox } = this.space.cells.all[id]!;
      const copies = inbox.map((copy) => permutation.copies.get(copy)!);
      image = this.space.cells.of(permutation.states.get(local)!, this.space.cells.sorted(copies));
      permutation.cells[id] = image;
    }
    return image.id;
  }

  private async imageOf(permutation: Permutation, local: LocalState, input: Input) {
    const image = permutation.states.get(local);
    const imageInput = inputImage(permutation, input, this.space.locals);
    if (image === undefined || imageInput === undefined) return undefined;
    if (input === ACT && image.action === undefined) return undefined;
    if (input === TIMER && !image.hasTimer) return undefined;
    return { local: image, step: await this.space.locals.step(image, imageInput) };
  }

  private drop(permutation: Permutation): void {
    this.permutations = this.permutations.filter((each) => each !== permutation);
  }
}

function inputImage<Stack>({ copies, of }: Permutation, input: Input, locals: LocalStates<Stack>): Input | undefined {
  if (input >= 0) return copies.get(locals.copies.all[input]!)?.id;
  const peer = peerOf(input);
  return peer === undefined ? input : input + peer - of[peer]!;
}

/** Whether two steps correspond to each other under a permutation, which is extended by what they send. */
function isImage(permutation: Permutation, step: LocalStep, image: LocalStep): boolean {
  const { next, sent, events, error } = step;
  if ((error === undefined) !== (image.error === undefined)) return false;
  if (sent.length !== image.sent.length || events.length !== image.events.length) return false;
  for (const [i, event] of events.entries()) if (kindOf(event) !== kindOf(image.events[i]!)) return false;
  for (const [i, copies] of sent.entries()) {
    const images = image.sent[i]!;
    if (copies.length !== images.length) return false;
    for (const copy of copies) {
      const other = images.find(({ to }) => to === permutation.of[copy.to]);
      if (
        other === undefined ||
        !isSameKind(copy, other) ||
        !pair(permutation.copies, permutation.copySources, copy, other)
      )
        return false;
    }
  }
  const to = image.next;
  const isAlike =
    next.isCrashed === to.isCrashed &&
    next.crashes === to.crashes &&
    next.unsynced === to.unsynced &&
    (next.action === undefined) === (to.action === undefined) &&
    next.hasTimer === to.hasTimer &&
    next.timersFired === to.timersFired;
  return isAlike && pair(permutation.states, permutation.stateSources, next, to);
}

function kindOf(event: LocalStep['events'][number]): string {
  return event.type === 'protocolEvent' ? `${event.protocol} ${event.event}` : event.type;
}

function isSameKind({ message: a }: Copy, { message: b }: Copy): boolean {
  return a.protocol === b.protocol && a.type === b.type;
}

/** Adds a pair to a bijection; returns whether it is one still. */
function pair<T>(images: Map<T, T>, sources: Map<T, T>, item: T, image: T): boolean {
  const known = images.get(item);
  const source = sources.get(image);
  if (known === undefined && source === undefined) {
    images.set(item, image);
    sources.set(image, item);
    return true;
  }
  return known === image && source === item;
}

/** All permutations but the identity that map every process to one of the same role. */
function permutationsOf(roles: readonly string[]): number[][] {
  const found: number[][] = [];
  const extend = (chosen: number[]): void => {
    if (found.length > MAX_PERMUTATIONS) return;
    if (chosen.length === roles.length) {
      if (chosen.some((image, p) => image !== p)) found.push(chosen);
      return;
    }
    for (const [image, role] of roles.entries())
      if (role === roles[chosen.length] && !chosen.includes(image)) extend([...chosen, image]);
  };
  extend([]);
  return found;
}
