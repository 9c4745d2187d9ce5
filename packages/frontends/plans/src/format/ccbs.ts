/** XML files of Continuous-CBS: maps, roadmaps, tasks, configurations and solution logs. */
import { expected } from '@kineko/formats/problem';
import { addExactly, roundedSum } from '@kineko/geometry';
import { KnotRows } from './knots.js';
import type { Assignment, Grid, PathPlan, PlanContent, PlanReading, Roadmap, RoadmapEdge } from './plan.js';
import { MAX_AGENTS } from './plan.js';
import { TextReader } from './text-reader.js';
import { type XmlTag, xmlTags } from './xml-tags.js';

/** The root of configurations, maps, tasks and logs. */
export function readCcbs(bytes: Uint8Array, file: string, roadmap?: Roadmap): PlanReading {
  const reader = new TextReader(bytes, file);
  const found = new CcbsFile(reader, roadmap);
  const content = reader.reading((): PlanContent => {
    for (const tag of xmlTags(reader)) found.add(tag);
    if (reader.hasErrors) return {};
    return {
      grid: found.grid(),
      radius: found.radius,
      assignments: found.isRoadmap ? undefined : found.assignments,
      places: found.isRoadmap ? found.places() : undefined,
      plan: found.plan(),
    };
  });
  return { content: content ?? {}, problems: reader.problems };
}

type Point = readonly [number, number];

class CcbsFile {
  radius: number | undefined;
  readonly assignments: Assignment[] = [];
  isRoadmap = false;
  private readonly starts: (Point | undefined)[] = [];
  private readonly goals: (Point | undefined)[] = [];
  private readonly rows: string[] = [];
  private readonly rowsAt: number[] = [];
  private readonly sizes = { width: NaN, height: NaN };
  private readonly knots: KnotRows;
  private hasLog = false;
  private inLog = false;
  /** The agent of the log whose path is read, its place and the exact sum of its durations. */
  private agent = -1;
  private place: Point | undefined;
  private elapsed: number[] = [];
  private readonly moved = new Set<number>();

  constructor(
    private readonly reader: TextReader,
    private readonly roadmap: Roadmap | undefined,
  ) {
    this.knots = new KnotRows(reader);
  }

  add(tag: XmlTag): void {
    const { name, kind, before } = tag;
    if (kind === 'close') {
      if (name === 'log') this.inLog = false;
      if (name === 'width' || name === 'height') this.sizes[name] = this.numberOf(before, name, tag);
      if (name === 'agent_size') this.radius = this.numberOf(before, 'agent_size', tag);
      if (name === 'row') {
        this.rows.push(before.trim());
        this.rowsAt.push(tag.offset);
      }
      return;
    }
    if (name === 'log') this.hasLog = this.inLog = true;
    else if (name === 'agent' && this.inLog) this.beginAgent(tag);
    else if (name === 'agent') this.addTask(tag);
    else if (name === 'section') this.addSection(tag);
  }

  /** The knots of all agents; undefined if the file has no log. */
  plan(): PathPlan | undefined {
    if (!this.hasLog) return undefined;
    for (const [agent, start] of this.starts.entries()) {
      if (this.moved.has(agent)) continue;
      // A path without sections: the agent rests at its start.
      if (start === undefined) {
        this.reader.stop(`agent ${agent} does not move: name its roadmap with --map, to know where it rests`, 0);
      }
      this.knots.add(agent, 0, start[0], start[1], 0);
    }
    if (this.knots.length === 0) this.reader.stop('expected at least one agent in the log, got none', 0);
    return {
      kind: 'paths',
      ...this.knots.grouped(),
      isSampled: false,
      goals: this.goals,
      isRowFirst: !this.isRoadmap,
    };
  }

  /** The starts on a roadmap; none if it was not named. */
  places(): Point[] {
    return this.starts.filter((place) => place !== undefined);
  }

  grid(): Grid | undefined {
    if (this.rows.length === 0) return undefined;
    const { width, height } = this.sizes;
    const { reader, rows } = this;
    if (!(width >= 1 && height >= 1)) reader.stop('expected <width> and <height>, each at least 1', this.rowsAt[0]);
    if (rows.length !== height) reader.stop(`expected ${height} rows, got ${rows.length}`, this.rowsAt.at(-1));
    const blocked = new Uint8Array(rows.length * (rows[0]!.length + 1));
    for (const [row, text] of rows.entries()) {
      const cells = text.split(/\s+/);
      if (cells.length !== width)
        reader.error(`row ${row}: expected ${width} cells, got ${cells.length}`, this.rowsAt[row]);
      for (const [column, cell] of cells.slice(0, width).entries()) {
        if (cell === '1') blocked[row * width + column] = 1;
        else if (cell !== '0') {
          reader.error(`row ${row}, column ${column}: ${expected('0 or 1', cell)}`, this.rowsAt[row]);
        }
      }
    }
    return { width, height, blocked: blocked.subarray(0, width * height) };
  }

  private addTask(tag: XmlTag): void {
    if (this.starts.length >= MAX_AGENTS) this.reader.stop(`expected at most ${MAX_AGENTS} agents`, tag.offset);
    if (tag.attributes.has('start_id')) {
      this.isRoadmap = true;
      this.starts.push(this.roadmap?.nodes[this.number(tag, 'start_id')]);
      this.goals.push(this.roadmap?.nodes[this.number(tag, 'goal_id')]);
      return;
    }
    const start = this.point(tag, 'start');
    const goal = this.point(tag, 'goal');
    this.starts.push(start);
    this.goals.push(goal);
    this.assignments.push({
      start: { row: start[0], column: start[1] },
      goals: [{ row: goal[0], column: goal[1] }],
    });
  }

  private beginAgent(tag: XmlTag): void {
    this.agent = Number(tag.attributes.get('number') || NaN);
    // A log without its tasks may have any number of agents.
    const last = (this.starts.length || MAX_AGENTS) - 1;
    const isKnown = Number.isInteger(this.agent) && this.agent >= 0 && this.agent <= last;
    if (!isKnown) this.reader.stop(expected(`an agent from 0 to ${last}`, tag.attributes.get('number')), tag.offset);
    if (this.moved.has(this.agent)) this.reader.stop(`duplicate agent ${this.agent}`, tag.offset);
    this.place = undefined;
    this.elapsed = [];
  }

  private addSection(tag: XmlTag): void {
    if (this.agent < 0) this.reader.stop('expected sections within an agent of the log', tag.offset);
    const start = this.point(tag, 'start');
    const goal = this.point(tag, 'goal');
    const duration = this.number(tag, 'duration');
    if (duration < 0) this.reader.error(`duration: ${expected('0 or more', duration)}`, tag.offset);
    if ([...start, ...goal, duration].some(Number.isNaN)) {
      this.place = undefined;
      return;
    }
    if (this.place === undefined) {
      this.moved.add(this.agent);
      this.knots.add(this.agent, 0, start[0], start[1], tag.offset);
    } else if (start[0] !== this.place[0] || start[1] !== this.place[1]) {
      const text = `agent ${this.agent}: expected a section from (${this.place.join(', ')}), got one from (${start.join(', ')})`;
      this.reader.error(text, tag.offset);
    }
    addExactly(this.elapsed, duration);
    this.place = goal;
    this.knots.add(this.agent, roundedSum(this.elapsed), goal[0], goal[1], tag.offset);
  }

  private point(tag: XmlTag, which: 'start' | 'goal'): Point {
    return [this.number(tag, `${which}_i`), this.number(tag, `${which}_j`)];
  }

  private number(tag: XmlTag, name: string): number {
    return this.numberOf(tag.attributes.get(name), name, tag);
  }

  /** NaN, and an error, if it is none. */
  private numberOf(text: string | undefined, name: string, { offset }: XmlTag): number {
    const value = text === undefined || text.trim() === '' ? NaN : Number(text);
    if (Number.isFinite(value)) return value;
    this.reader.error(`${name}: ${expected('a finite number', text)}`, offset);
    return NaN;
  }
}

/** A roadmap in GraphML; the number of a node is the order in which it appears. */
export function readGraphMl(bytes: Uint8Array, file: string): PlanReading {
  const reader = new TextReader(bytes, file);
  const nodes: Point[] = [];
  const edges: RoadmapEdge[] = [];
  const numbers = new Map<string, number>();
  const roadmap = reader.reading((): Roadmap => {
    for (const { name, kind, attributes, offset, before } of xmlTags(reader)) {
      if (name === 'node' && kind === 'open') numbers.set(attributes.get('id') ?? '', numbers.size);
      if (name === 'data' && kind === 'close' && nodes.length < numbers.size) {
        nodes.push(nodePlace(reader, before, offset));
      }
      if (name === 'edge' && kind !== 'close') {
        const [from, to] = [attributes.get('source'), attributes.get('target')].map((id) => numbers.get(id ?? ''));
        if (from === undefined || to === undefined) reader.error('expected an edge between known nodes', offset);
        else edges.push({ from, to, isTwoWay: false });
      }
    }
    if (nodes.length === 0 || nodes.length !== numbers.size) {
      reader.stop(`expected the place of each node, got ${nodes.length} of ${numbers.size}`, 0);
    }
    return { nodes, edges };
  });
  return { content: { roadmap }, problems: reader.problems };
}

function nodePlace(reader: TextReader, text: string, offset: number): Point {
  const [x, y, more] = text.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  const isPlace = Number.isFinite(x) && Number.isFinite(y) && more === undefined;
  if (!isPlace) reader.error(expected('a place as 70,182', text), offset);
  return [x!, y!];
}
