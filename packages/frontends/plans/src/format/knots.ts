/** Knots of many agents, checked and grouped by agent. */
import { MAX_COORDINATE, MAX_SPEED, MAX_TIME } from '@kineko/geometry';
import { MAX_AGENTS, MAX_KNOTS, type PathPlan } from './plan.js';
import { Column } from '../audit/pair-table.js';
import type { TextReader } from './text-reader.js';

/** Reports a time outside of the simulated ones. */
export function checkTime(reader: TextReader, t: number, offset: number): void {
  if (!(t >= 0 && t <= MAX_TIME)) reader.error(`t: expected a time from 0 to 2^31 s, got ${t}`, offset);
}

/** Reports a move that is faster than the limit. @param seconds Its duration. */
export function checkSpeed(reader: TextReader, agent: number, length: number, seconds: number, offset: number): void {
  if (length <= MAX_SPEED * seconds) return;
  reader.error(`agent ${agent}: expected a speed of at most 2^30, got a move in ${seconds} s`, offset);
}

/** Rows in the order of a file: agents may be interleaved. */
export class KnotRows {
  readonly agent = new Column();
  readonly t = new Column();
  readonly x = new Column();
  readonly y = new Column();
  /** Position of each row in the file. */
  private readonly offsets = new Column();
  private agents = 0;

  constructor(private readonly reader: TextReader) {}

  get length(): number {
    return this.t.length;
  }

  /** @param offset Position of the row in the file. */
  add(agent: number, t: number, x: number, y: number, offset: number): void {
    const { reader } = this;
    if (agent >= MAX_AGENTS) reader.stop(`expected at most ${MAX_AGENTS} agents`, offset);
    if (this.length >= MAX_KNOTS) reader.stop(`expected at most ${MAX_KNOTS} knots`, offset);
    checkTime(reader, t, offset);
    for (const [name, value] of [
      ['x', x],
      ['y', y],
    ] as const) {
      if (!(Math.abs(value) <= MAX_COORDINATE)) {
        reader.error(`${name}: expected a coordinate from -2^30 to 2^30, got ${value}`, offset);
      }
    }
    this.agents = Math.max(this.agents, agent + 1);
    this.agent.push(agent);
    this.t.push(t);
    this.x.push(x);
    this.y.push(y);
    this.offsets.push(offset);
  }

  /**
   * Groups the rows by agent; two rows at the same time and place become one.
   * @param headings One per row, grouped in the same way.
   */
  grouped(headings?: Column): Pick<PathPlan, 'paths' | 'headings'> {
    const { agents, length, agent } = this;
    const counts = new Int32Array(agents + 1);
    for (let k = 0; k < length; k++) counts[agent.at(k) + 1]!++;
    for (let i = 0; i < agents; i++) counts[i + 1]! += counts[i]!;
    const order = new Int32Array(length);
    const places = counts.slice();
    for (let k = 0; k < length; k++) order[places[agent.at(k)]!++] = k;
    const starts = new Int32Array(agents + 1);
    const [t, x, y] = [new Float64Array(length), new Float64Array(length), new Float64Array(length)];
    const turned = headings === undefined ? undefined : new Float64Array(length);
    let kept = 0;
    for (let i = 0; i < agents; i++) {
      if (counts[i] === counts[i + 1]) this.reader.stop(`agent ${i}: expected at least one knot, got none`, 0);
      for (let n = counts[i]!; n < counts[i + 1]!; n++) {
        const row = order[n]!;
        if (n > counts[i]! && !this.isNext(i, row, t[kept - 1]!, x[kept - 1]!, y[kept - 1]!)) continue;
        t[kept] = this.t.at(row);
        x[kept] = this.x.at(row);
        y[kept] = this.y.at(row);
        if (turned !== undefined) turned[kept] = headings!.at(row);
        kept++;
      }
      starts[i + 1] = kept;
    }
    const paths = { starts, t: t.subarray(0, kept), x: x.subarray(0, kept), y: y.subarray(0, kept) };
    return { paths, headings: turned?.subarray(0, kept) };
  }

  /** Whether a row is a knot after the last one, rather than the same one again. */
  private isNext(agent: number, row: number, t: number, x: number, y: number): boolean {
    const { reader } = this;
    const [time, dx, dy] = [this.t.at(row), this.x.at(row) - x, this.y.at(row) - y];
    const offset = this.offsets.at(row);
    if (time === t && dx === 0 && dy === 0) return false;
    if (time === t) {
      reader.error(`agent ${agent}: expected one place at t = ${t}, got two: a jump`, offset);
    } else if (time < t) {
      reader.error(`agent ${agent}: expected a time after ${t}, got ${time}`, offset);
    } else checkSpeed(reader, agent, Math.sqrt(dx * dx + dy * dy), time - t, offset);
    return true;
  }
}
