import type { RecordOf, TraceRecord } from '@kineko/formats/trace';
import { BoundedList } from './bounded-list.js';
import { Copies } from './copies.js';
import { spaceTimeSvg, type SpaceTimeSvgOptions } from './present/space-time-svg.js';
import type { ArrowReport, CrashReport, SpaceTimeReport } from './report.js';

export interface SpaceTimeOptions {
  /** The time interval that is shown, in simulated seconds. Default: the whole log. */
  readonly fromSeconds?: number | undefined;
  readonly toSeconds?: number | undefined;
  /** Number of messages shown, counted per destination, from the first on. Default: 500. */
  readonly maxMessages?: number | undefined;
}

const MAX_CRASHES = 500;

interface Sending {
  readonly record: RecordOf<'send'>;
  /** Number of messages sent before. */
  readonly serial: number;
  /** Whether it was sent before the shown interval: its copies are shown only if they end later. */
  readonly isEarly: boolean;
}

interface Drawn {
  readonly serial: number;
  readonly arrow: ArrowReport;
}

/**
 * The messages of a run over time: a line for each process, an arrow for each message, a cross where one is lost. Takes the
 * records one by one; the picture can be created at any time.
 */
export class SpaceTimeDiagram {
  private readonly from: number;
  private readonly to: number;
  private readonly most: number;
  /** Copies whose end is known. */
  private readonly ended: Drawn[] = [];
  private readonly underWay = new Copies<Sending>();
  /** Number of arrows in use, by copies that have ended and by those that will. */
  private taken = 0;
  private leftOut = 0;
  private serial = 0;
  private readonly crashes = new BoundedList<CrashReport>(MAX_CRASHES);

  constructor(options: SpaceTimeOptions = {}) {
    this.from = options.fromSeconds ?? -Infinity;
    this.to = options.toSeconds ?? Infinity;
    this.most = options.maxMessages ?? 500;
  }

  add(record: TraceRecord): void {
    if (!Number.isFinite(record.time)) return;
    switch (record.type) {
      case 'send':
        this.send(record);
        break;
      case 'deliver':
      case 'drop':
        if (this.underWay.size > 0) this.arrive(record);
        break;
      case 'crash':
      case 'recover':
        this.crash(record);
        break;
      default:
    }
  }

  report(): SpaceTimeReport {
    const { arrows, leftOut } = this.drawn();
    const { first, count } = this.crashes.report();
    const stretch = this.stretchOf(arrows, first, leftOut > 0);
    const crashes = first.filter(({ timeSeconds: t }) => t >= stretch.fromSeconds && t <= stretch.toSeconds);
    return {
      ...stretch,
      processes: processesOf(arrows, crashes),
      arrows,
      copiesLeftOut: leftOut,
      crashes,
      crashesLeftOut: count - first.length,
    };
  }

  /** The picture, as the text of an SVG file. */
  svg(options: SpaceTimeSvgOptions = {}): string {
    return spaceTimeSvg(this.report(), options);
  }

  private send(record: RecordOf<'send'>): void {
    const { time, process, message, to } = record;
    if (!(time <= this.to)) return;
    const isEarly = time < this.from;
    const shown = isEarly ? to : to.slice(0, this.most - this.taken);
    if (!isEarly) {
      this.taken += shown.length;
      this.leftOut += to.length - shown.length;
    }
    if (shown.length > 0) this.underWay.put(process, message, shown, { record, serial: this.serial++, isEarly });
  }

  private arrive(record: RecordOf<'deliver' | 'drop'>): void {
    const sending = this.underWay.take(record.from, record.message, record.process);
    if (sending === undefined) return;
    if (sending.isEarly) {
      if (!(record.time >= this.from)) return;
      if (this.taken >= this.most) {
        this.leftOut++;
        return;
      }
      this.taken++;
    }
    const fate = record.type === 'deliver' ? 'delivered' : 'dropped';
    const arrow = { ...arrowOf(sending.record, record.process), endSeconds: record.time, fate } as const;
    this.ended.push({ serial: sending.serial, arrow });
  }

  private crash({ time, process, type }: RecordOf<'crash' | 'recover'>): void {
    if (time >= this.from && time <= this.to) this.crashes.add({ timeSeconds: time, process, event: type });
  }

  /** The arrows of the picture in the order of sending, and the number of copies left out. */
  private drawn(): { readonly arrows: ArrowReport[]; readonly leftOut: number } {
    const drawn = [...this.ended];
    let { leftOut } = this;
    let places = this.most - this.taken;
    for (const { to, what } of this.underWay.remaining()) {
      if (what.isEarly && --places < 0) leftOut++;
      else drawn.push({ serial: what.serial, arrow: arrowOf(what.record, to) });
    }
    drawn.sort((a, b) => a.serial - b.serial);
    return { arrows: drawn.map(({ arrow }) => arrow), leftOut };
  }

  /** The requested interval, or else that of the events. */
  private stretchOf(
    arrows: readonly ArrowReport[],
    crashes: readonly CrashReport[],
    isCut: boolean,
  ): { readonly fromSeconds: number; readonly toSeconds: number } {
    let first = Infinity;
    let last = -Infinity;
    for (const { sentSeconds, endSeconds } of arrows) {
      first = Math.min(first, sentSeconds);
      last = Math.max(last, sentSeconds, endSeconds ?? sentSeconds);
    }
    // Crashes long after the last message that is shown would squeeze the others.
    if (!isCut || arrows.length === 0) {
      for (const { timeSeconds } of crashes) {
        first = Math.min(first, timeSeconds);
        last = Math.max(last, timeSeconds);
      }
    }
    const fromSeconds = Number.isFinite(this.from) ? this.from : first < Infinity ? first : 0;
    const toSeconds = Number.isFinite(this.to) ? this.to : Math.max(last, fromSeconds);
    return { fromSeconds, toSeconds };
  }
}

function arrowOf({ process, message, messageType, time }: RecordOf<'send'>, to: number): ArrowReport {
  return { from: process, to, message, messageType, sentSeconds: time, endSeconds: null, fate: 'underWay' };
}

function processesOf(arrows: readonly ArrowReport[], crashes: readonly CrashReport[]): number[] {
  const ids = new Set<number>();
  for (const { from, to } of arrows) ids.add(from).add(to);
  for (const { process } of crashes) ids.add(process);
  return [...ids].sort((a, b) => a - b);
}
