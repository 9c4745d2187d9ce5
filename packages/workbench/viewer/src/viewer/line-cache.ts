/** Log lines around the cursor, requested from the reader: those that pass a filter. */
import { signal } from '@preact/signals';
import type { LineFilter } from '../reading/line-filter.js';
import type { LogLine } from '../reading/owned-lines.js';
import type { LinesAround, ToReader } from '../reading/protocol.js';
import { Biography } from './biography.js';

/** Lines requested on either side: more than are shown, so that not every step needs a request. */
const COUNT = 120;
/** Lines beyond the cursor that must be known. */
const MARGIN = 60;

interface Known extends LinesAround {
  /** The filter, as text. */
  readonly id: string;
  /** The requested time, and the end of the scene at the request. */
  readonly time: number;
  readonly end: number;
}

export class LineCache {
  /** Increases when an answer arrives; views of lines depend on it. */
  readonly version = signal(0);
  private known: Known | undefined;
  private asked:
    | { readonly question: number; readonly id: string; readonly time: number; readonly end: number }
    | undefined;
  private told: { readonly lines: readonly LogLine[]; readonly biography: Biography } | undefined;

  /** `post` sends a request; `questions` numbers those of all caches of a reader. */
  constructor(
    private readonly post: (message: ToReader) => void,
    private readonly questions: { last: number },
  ) {}

  get isAsking(): boolean {
    void this.version.value;
    return this.asked !== undefined;
  }

  /** The lines known so far, in order of time; `end` is the end of the scene. */
  around(filter: LineFilter, time: number, end: number): readonly LogLine[] {
    void this.version.value;
    const { known } = this;
    const id = JSON.stringify(filter);
    if (known === undefined || !covers(known, id, time, end)) this.ask(filter, id, time, end);
    return known?.id === id ? known.lines : [];
  }

  /** A biography from the same lines. */
  biographyOf(owner: number, time: number, end: number): Biography {
    const filter = { owner };
    const lines = this.around(filter, time, end);
    if (this.told?.lines !== lines) {
      const records = lines.flatMap(({ record }, k) =>
        record === undefined || record === lines[k - 1]?.record ? [] : record,
      );
      this.told = {
        lines,
        biography: new Biography(records, this.known?.id === JSON.stringify(filter) && this.known.isFirst),
      };
    }
    return this.told.biography;
  }

  hear(question: number, answer: LinesAround): void {
    const { asked } = this;
    if (asked?.question !== question) return;
    this.asked = undefined;
    this.known = { ...answer, id: asked.id, time: asked.time, end: asked.end };
    this.version.value++;
  }

  /** One request at a time, because the cursor may move until the answer arrives. */
  private ask(filter: LineFilter, id: string, time: number, end: number): void {
    if (this.asked?.id === id) return;
    const question = ++this.questions.last;
    this.asked = { question, id, time, end };
    this.post({ type: 'lines', question, filter, time, count: COUNT });
  }
}

function covers(known: Known, id: string, time: number, end: number): boolean {
  const { lines, isFirst, isLast } = known;
  if (known.id !== id) return false;
  if (time === known.time) return !isLast || end === known.end || lines.length >= COUNT;
  let present = lines.findIndex((line) => line.time > time);
  if (present < 0) present = lines.length;
  // In a growing log there may be lines after the last known ones.
  const isEnd = isLast && end === known.end;
  return (isFirst || present >= MARGIN) && (isEnd || lines.length - present >= MARGIN);
}
