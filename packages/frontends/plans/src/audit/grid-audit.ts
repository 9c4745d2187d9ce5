/** Audits a plan on a grid, step by step: contacts of discs, and conflicts in the terms of multi-agent path finding. */
import {
  byDistance,
  ContactList,
  type Findings,
  type LeastDistance,
  MAX_NEAR_PAIRS,
  type NearPair,
  onlyGrazing,
  type OpenContact,
  pairKey,
  pairOf,
} from './findings.js';
import { CellIndex, NONE } from './cell-index.js';
import { integersOf } from './fraction.js';
import { leastDistanceOf } from './path-audit.js';
import { type GridSteps, pathsOfSteps } from './grid-paths.js';
import {
  CONTACT,
  CORNER_FOLLOW,
  EDGE,
  GONE,
  GRAZE,
  type GridMeasures,
  GridOutcomes,
  MOVE_CODES,
  NEAR,
  SECOND_FOLLOWS,
  STRAIGHT_FOLLOW,
  VERTEX,
} from './grid-outcomes.js';
import { Column, PairTable } from './pair-table.js';

export interface GridAuditOptions extends GridMeasures {
  /** Whether agents disappear when they have reached their last cells; otherwise they stay there. */
  readonly vanish?: boolean;
}

/** Two agents in one cell, or swapping two cells in one step. */
export interface Conflict {
  readonly step: number;
  readonly pair: readonly [number, number];
  readonly column: number;
  readonly row: number;
}

/** A closed ring of agents, each of which enters the cell that the next one leaves. */
export interface Ring {
  readonly step: number;
  readonly agents: readonly number[];
}

export interface Conflicts {
  readonly vertex: number;
  readonly edge: number;
  readonly straightFollows: number;
  readonly cornerFollows: number;
  readonly cycles: number;
  /** The first ones of each kind, by step and ids. */
  readonly vertexList: readonly Conflict[];
  readonly edgeList: readonly Conflict[];
  readonly cycleList: readonly Ring[];
}

/** Times in steps, distances in cells. */
export interface GridFindings extends Findings {
  readonly conflicts: Conflicts;
}

const MAX_LISTED = 1000;

export function auditGrid(steps: GridSteps, options: GridAuditOptions): GridFindings {
  const findings = new GridAudit(steps, options).run();
  if (findings.least !== undefined) return findings;
  return { ...findings, least: leastDistanceOf(pathsOfSteps(steps), options) };
}

/** An agent that has left the plan. */
const ABSENT = 255;
/** Steps that are copied together, so that a step lies in one place. */
const MAX_BLOCK = 64;
const BLOCK_CELLS = 1 << 20;

class GridAudit {
  private readonly agents: number;
  /** The last step of the plan. */
  private readonly horizon: number;
  private readonly outcomes: GridOutcomes;
  private readonly contacts: ContactList;
  private readonly open = new Map<number, number>();
  private began: OpenContact[] = [];
  private readonly grazing = new PairTable();
  private readonly nearPairs = new PairTable();
  private readonly nearSquares = new Column();
  private readonly nearTimes = new Column();
  private isNearKept = true;
  private leastSquare = Infinity;
  private leastTime = Infinity;
  private leastKey = NaN;
  private readonly leastPairs = new PairTable();
  private readonly counts = { vertex: 0, edge: 0, straightFollows: 0, cornerFollows: 0, cycles: 0 };
  private readonly vertexList: Conflict[] = [];
  private readonly edgeList: Conflict[] = [];
  private readonly cycleList: Ring[] = [];
  /** The agent that each agent follows in this step. */
  private readonly leaders: Int32Array;
  private readonly followers: number[] = [];
  private wanted: Uint8Array;
  private offsetsOf: readonly Int32Array[] = [];

  constructor(
    private readonly steps: GridSteps,
    private readonly options: GridAuditOptions,
  ) {
    this.agents = steps.starts.length - 1;
    this.outcomes = new GridOutcomes(options);
    this.contacts = new ContactList(this.agents);
    this.leaders = new Int32Array(this.agents).fill(NONE);
    let horizon = 0;
    for (let i = 0; i < this.agents; i++) horizon = Math.max(horizon, this.lastOf(i));
    this.horizon = horizon;
    this.wanted = this.outcomes.bits;
    this.selectCases();
  }

  /** Selects the cases that can still change the result, and for each move the offsets at which they occur. */
  private selectCases(): void {
    const { bits, squares, offsets, isListed } = this.outcomes;
    this.wanted = bits.map((each, at) => {
      const isNear = (each & NEAR) !== 0 && ((this.isNearKept && isListed[at]!) || squares[at]! <= this.leastSquare);
      return isNear || (each & ~NEAR) !== 0 ? 1 : 0;
    });
    const isUsed = (k: number, move: number): boolean =>
      this.wanted.subarray((k * MOVE_CODES + move) * MOVE_CODES, (k * MOVE_CODES + move + 1) * MOVE_CODES).includes(1);
    this.offsetsOf = Array.from({ length: MOVE_CODES }, (_, move) =>
      Int32Array.from(offsets.keys()).filter((k) => isUsed(k, move)),
    );
  }

  run(): GridFindings {
    this.scan();
    for (const index of this.open.values()) this.contacts.end(index, this.horizon);
    const { contacts } = this;
    const near = (): NearPair[] | undefined => this.near();
    const [vertexList, edgeList] = [this.vertexList.sort(byStep), this.edgeList.sort(byStep)];
    const lists = { vertexList, edgeList, cycleList: this.cycleList };
    return {
      contacts,
      pairs: contacts.pairs.size,
      grazes: onlyGrazing(this.grazing, contacts),
      least: this.least(),
      get near() {
        return near();
      },
      conflicts: { ...this.counts, ...lists },
    };
  }

  private lastOf(agent: number): number {
    const { starts } = this.steps;
    return starts[agent + 1]! - starts[agent]! - 1;
  }

  /** Visits all pairs that can come near, in all steps. */
  private scan(): void {
    const { agents, horizon, options, outcomes } = this;
    const { starts, columns, rows } = this.steps;
    const index = new CellIndex(this.steps, outcomes.offsets);
    const moves = new Uint8Array(agents);
    const block = Math.max(1, Math.min(MAX_BLOCK, Math.floor(BLOCK_CELLS / Math.max(agents, 1))));
    const blockColumns = new Int32Array((block + 1) * agents);
    const blockRows = new Int32Array((block + 1) * agents);
    // The last pass looks at the cells at the end only; in a plan without steps it is the only one, of agents that rest.
    const passes = horizon + 1;
    for (let first = 0; first < passes; first += block) {
      for (let agent = 0; agent < agents; agent++) {
        const start = starts[agent]!;
        const last = this.lastOf(agent);
        for (let k = 0; k <= block; k++) {
          const from = start + Math.min(first + k, last);
          blockColumns[k * agents + agent] = columns[from]!;
          blockRows[k * agents + agent] = rows[from]!;
        }
      }
      for (let k = 0; k < block && first + k < passes; k++) {
        const step = first + k;
        const isEnd = step === horizon && horizon > 0;
        const base = k * agents;
        for (let agent = 0; agent < agents; agent++) {
          const dx = blockColumns[base + agents + agent]! - blockColumns[base + agent]!;
          const dy = blockRows[base + agents + agent]! - blockRows[base + agent]!;
          moves[agent] = isEnd ? GONE : dx === 0 ? (dy === 0 ? 0 : dy > 0 ? 2 : 4) : dx > 0 ? 1 : 3;
        }
        if (options.vanish === true) this.vanishAt(step, moves);
        this.step(
          step,
          index,
          blockColumns.subarray(base, base + agents),
          blockRows.subarray(base, base + agents),
          moves,
        );
      }
    }
  }

  /** Marks the agents that leave the plan at a step, or have left it, and ends their contacts. */
  private vanishAt(step: number, moves: Uint8Array): void {
    for (let agent = 0; agent < this.agents; agent++) {
      const last = this.lastOf(agent);
      if (last <= step) moves[agent] = last === step ? GONE : ABSENT;
    }
    for (const [key, contact] of this.open) {
      const [low, high] = pairOf(key, this.agents);
      if (moves[low]! < GONE && moves[high]! < GONE) continue;
      this.contacts.end(contact, step);
      this.open.delete(key);
    }
  }

  private step(step: number, index: CellIndex, columns: Int32Array, rows: Int32Array, moves: Uint8Array): void {
    const { heads, next, slots, deltas, dxs, dys, isDense } = index;
    index.fill(columns, rows, moves, ABSENT);
    for (let agent = 0; agent < this.agents; agent++) {
      const move = moves[agent]!;
      if (move === ABSENT) continue;
      const column = columns[agent]!;
      const row = rows[agent]!;
      const slot = slots[agent]!;
      const wanted = this.wanted;
      const offsets = this.offsetsOf[move]!;
      for (let n = 0; n < offsets.length; n++) {
        const k = offsets[n]!;
        const place = isDense ? slot + deltas[k]! : index.slotOf(column + dxs[k]!, row + dys[k]!);
        // Agents in the same cell are linked: each sees those after it.
        for (let other = k === 0 ? next[agent]! : heads[place]!; other !== NONE; other = next[other]!) {
          const at = (k * MOVE_CODES + move) * MOVE_CODES + moves[other]!;
          if (wanted[at] === 0) continue;
          if (columns[other] !== column + dxs[k]! || rows[other] !== row + dys[k]!) continue;
          this.found(step, agent, other, at, column, row);
        }
      }
    }
    index.clear();
    if (this.began.length > 0) this.addBegun();
    if (this.followers.length > 0) this.findRings(step);
  }

  private found(step: number, first: number, second: number, at: number, column: number, row: number): void {
    const { bits, squares, shares } = this.outcomes;
    const found = bits[at]!;
    if ((found & (VERTEX | EDGE | STRAIGHT_FOLLOW | CORNER_FOLLOW)) !== 0) {
      this.addConflict(found, step, first, second, column, row);
    }
    if ((found & (NEAR | CONTACT | GRAZE)) === 0) return;
    const key = pairKey(first, second, this.agents);
    const square = squares[at]!;
    const time = step + shares[at]!;
    if (square <= this.leastSquare) this.addLeast(key, square, time);
    if (this.isNearKept && this.outcomes.isListed[at]!) this.addNear(key, square, time);
    if ((found & GRAZE) !== 0) this.grazing.add(key);
    if ((found & CONTACT) !== 0) this.addContact(key, step, at);
  }

  private addConflict(found: number, step: number, a: number, b: number, column: number, row: number): void {
    const { counts } = this;
    const pair = a < b ? ([a, b] as const) : ([b, a] as const);
    if ((found & VERTEX) !== 0) {
      counts.vertex++;
      if (this.vertexList.length < MAX_LISTED) this.vertexList.push({ step, pair, column, row });
    }
    if ((found & EDGE) !== 0) {
      counts.edge++;
      if (this.edgeList.length < MAX_LISTED) this.edgeList.push({ step, pair, column, row });
    }
    if ((found & (STRAIGHT_FOLLOW | CORNER_FOLLOW)) === 0) return;
    if ((found & STRAIGHT_FOLLOW) !== 0) counts.straightFollows++;
    else counts.cornerFollows++;
    const [follower, leader] = (found & SECOND_FOLLOWS) !== 0 ? [b, a] : [a, b];
    // If several leaders leave one cell, the lowest counts, so that the result does not depend on their order.
    const before = this.leaders[follower]!;
    if (before === NONE) this.followers.push(follower);
    this.leaders[follower] = before === NONE ? leader : Math.min(before, leader);
  }

  private addLeast(key: number, square: number, time: number): void {
    if (square < this.leastSquare) {
      this.leastPairs.clear();
      this.leastSquare = square;
      this.leastTime = Infinity;
      this.selectCases();
    }
    this.leastPairs.add(key);
    if (time > this.leastTime || (time === this.leastTime && key > this.leastKey)) return;
    this.leastTime = time;
    this.leastKey = key;
  }

  private addNear(key: number, square: number, time: number): void {
    const known = this.nearPairs.size;
    const number = this.nearPairs.add(key);
    if (number === known) {
      this.nearSquares.push(square);
      this.nearTimes.push(time);
      if (known < MAX_NEAR_PAIRS) return;
      this.isNearKept = false;
      this.selectCases();
    } else if (square < this.nearSquares.at(number)) {
      this.nearSquares.set(number, square);
      this.nearTimes.set(number, time);
    }
  }

  private addContact(key: number, step: number, at: number): void {
    const { isInsideAtStart, isInsideAtEnd, entry, exit } = this.outcomes.overlaps[at]!;
    const distance = Math.sqrt(this.outcomes.squares[at]!);
    const time = step + this.outcomes.shares[at]!;
    const index = isInsideAtStart ? this.open.get(key) : undefined;
    if (index === undefined) {
      this.began.push({ key, entry: step + entry, exit: isInsideAtEnd ? NaN : step + exit, distance, time });
      return;
    }
    if (distance < this.contacts.distanceAt(index)) this.contacts.setLeast(index, distance, time);
    if (isInsideAtEnd) return;
    this.contacts.end(index, step + exit);
    this.open.delete(key);
  }

  private addBegun(): void {
    const first = this.contacts.add(this.began);
    for (const [k, { key, exit }] of this.began.entries()) if (Number.isNaN(exit)) this.open.set(key, first + k);
    this.began = [];
  }

  /** Finds closed rings of followers: each agent follows at most one. */
  private findRings(step: number): void {
    const { leaders, followers } = this;
    const seen = new Set<number>();
    for (const start of followers.sort((a, b) => a - b)) {
      const path: number[] = [];
      let agent = start;
      while (agent !== NONE && !seen.has(agent)) {
        seen.add(agent);
        path.push(agent);
        agent = leaders[agent]!;
      }
      const from = agent === NONE ? NONE : path.indexOf(agent);
      if (from === NONE) continue;
      this.counts.cycles++;
      if (this.cycleList.length < MAX_LISTED) this.cycleList.push({ step, agents: path.slice(from) });
    }
    for (const agent of followers) leaders[agent] = NONE;
    followers.length = 0;
  }

  private near(): NearPair[] | undefined {
    if (!this.isNearKept) return undefined;
    const near = Array.from({ length: this.nearPairs.size }, (_, k): NearPair => {
      const pair = pairOf(this.nearPairs.keys.at(k), this.agents);
      return { pair, distance: Math.sqrt(this.nearSquares.at(k)), time: this.nearTimes.at(k) };
    });
    return byDistance(near);
  }

  /** Undefined if no pair came near; the paths are then searched, which costs more. */
  private least(): LeastDistance | undefined {
    const { leastSquare, leastKey, leastTime, leastPairs, agents } = this;
    if (leastSquare === Infinity) return undefined;
    const { integers, exponent } = integersOf([leastSquare]);
    return {
      squared: { over: integers[0]!, under: 1n << BigInt(-exponent) },
      distance: Math.sqrt(leastSquare),
      pair: pairOf(leastKey, agents),
      time: leastTime,
      pairs: leastPairs.size,
    };
  }
}

function byStep(a: Conflict, b: Conflict): number {
  return a.step - b.step || a.pair[0] - b.pair[0] || a.pair[1] - b.pair[1];
}
