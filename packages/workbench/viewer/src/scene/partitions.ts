/** Cut links. There are no records of partitions, so they are inferred from lost copies, until a copy arrives again. */
import type { RecordOf } from '@kineko/formats/trace';
import { Changes } from './changes.js';
import type { SceneSink } from './scene-sink.js';

/** The reason that networks record for such a loss. */
const REASON = 'the link is cut';

export interface CutLink {
  readonly from: number;
  readonly to: number;
}

/** Reports links that turn out to be cut, or whole again. */
export class Losses {
  /** By sender and receiver. */
  private readonly cut = new Set<string>();

  constructor(private readonly sink: Pick<SceneSink, 'cut'>) {}

  take(record: RecordOf<'deliver' | 'drop'>, time: number): void {
    const { from, process: to } = record;
    const isCut = record.type === 'drop' && record.reason === REASON;
    // Other losses do not show that the link is cut.
    if (!isCut && (record.type === 'drop' || this.cut.size === 0)) return;
    const key = `${from} ${to}`;
    if (isCut === this.cut.has(key)) return;
    if (isCut) this.cut.add(key);
    else this.cut.delete(key);
    this.sink.cut(time, from, to, isCut);
  }
}

export class Partitions {
  /** By sender and receiver. */
  private readonly links = new Map<string, { readonly link: CutLink; readonly isCut: Changes<boolean> }>();

  set(time: number, from: number, to: number, isCut: boolean): void {
    const key = `${from} ${to}`;
    let known = this.links.get(key);
    if (known === undefined) this.links.set(key, (known = { link: { from, to }, isCut: new Changes(false) }));
    known.isCut.add(time, isCut);
  }

  /** The links that are cut at a time. */
  at(t: number): CutLink[] {
    if (this.links.size === 0) return [];
    return [...this.links.values()].filter(({ isCut }) => isCut.at(t)).map(({ link }) => link);
  }
}

/** Groups of processes without a cut link inside, for the processes that are cut off from others. */
export function groupsOf(cuts: readonly CutLink[]): Map<number, number> {
  const cutOff = new Map<number, Set<number>>();
  const note = (a: number, b: number): void => {
    let others = cutOff.get(a);
    if (others === undefined) cutOff.set(a, (others = new Set<number>()));
    others.add(b);
  };
  for (const { from, to } of cuts) {
    note(from, to);
    note(to, from);
  }
  const groups: number[][] = [];
  const groupOf = new Map<number, number>();
  for (const id of [...cutOff.keys()].sort((a, b) => a - b)) {
    const others = cutOff.get(id)!;
    let group = groups.findIndex((members) => !members.some((member) => others.has(member)));
    if (group < 0) group = groups.push([]) - 1;
    groups[group]!.push(id);
    groupOf.set(id, group);
  }
  return groupOf;
}
