/** The common model of all formats. */
import type { GridSteps } from '../audit/grid-paths.js';
import type { KnotPaths } from '../audit/knot-paths.js';
import type { Segment } from '@kineko/geometry';
import type { Problem } from '@kineko/formats/problem';

export const MAX_AGENTS = 1_000_000;
export const MAX_KNOTS = 1_000_000_000;

/** Blocked unit squares. Square (column, row) has its centre at x = column, y = row; row 0 is at the top. */
export interface Grid {
  readonly width: number;
  readonly height: number;
  /** 1 for blocked squares, row by row. */
  readonly blocked: Uint8Array;
}

/** Blocked squares of a grid that are neighbours in a row. */
export function blockedRuns({ width, height, blocked }: Grid): { row: number; column: number; length: number }[] {
  const runs = [];
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const first = column;
      while (column < width && blocked[row * width + column] === 1) column++;
      if (column > first) runs.push({ row, column: first, length: column - first });
    }
  }
  return runs;
}

export interface Cell {
  readonly column: number;
  readonly row: number;
}

/** Starts and goals of the agents of a problem. */
export interface Assignment {
  readonly start: Cell;
  /** The cells to be visited in order; the last one is the goal. */
  readonly goals: readonly Cell[];
}

/** A plan on a grid: one cell per agent and step. */
export interface GridPlan {
  readonly kind: 'grid';
  readonly steps: GridSteps;
  /** Heading after each step, if the format has headings: 0 right, 1 down, 2 left, 3 up. */
  readonly headings?: Uint8Array | undefined;
  readonly events?: PlanEvents | undefined;
}

/** Errands that a plan claims to have reached. */
export interface PlanEvents {
  readonly count: number;
  /** Those at which the agent stands on the errand. */
  readonly confirmed: number;
  readonly tasksFinished: number | undefined;
}

/** A plan of straight legs in the plane. */
export interface PathPlan {
  readonly kind: 'paths';
  readonly paths: Omit<KnotPaths, 'radii'>;
  /** Radii, if the file gives them. */
  readonly radii?: Float64Array | undefined;
  /** Headings in degrees at the knots, if the file gives them. */
  readonly headings?: Float64Array | undefined;
  /** Names of the agents, if they are not their numbers. */
  readonly names?: readonly string[] | undefined;
  /** Whether the knots are samples of a motion, rather than where it changes. */
  readonly isSampled: boolean;
  readonly goals?: readonly (readonly [number, number] | undefined)[] | undefined;
  /** Whether x is the row of a grid, and y its column. */
  readonly isRowFirst?: boolean;
}

export type Plan = GridPlan | PathPlan;

/** Nodes and edges on which agents move. */
export interface Roadmap {
  readonly nodes: readonly (readonly [number, number])[];
  readonly edges: readonly RoadmapEdge[];
}

export interface RoadmapEdge {
  readonly from: number;
  readonly to: number;
  readonly isTwoWay: boolean;
}

/** The content of one file. */
export interface PlanContent {
  readonly plan?: Plan | undefined;
  readonly grid?: Grid | undefined;
  readonly roadmap?: Roadmap | undefined;
  readonly walls?: readonly Segment[] | undefined;
  readonly assignments?: readonly Assignment[] | undefined;
  /** Cells to be visited, of tasks that belong to no agent yet. */
  readonly tasks?: readonly (readonly Cell[])[] | undefined;
  /** Places of the agents of a problem that is not on a grid. */
  readonly places?: readonly (readonly [number, number])[] | undefined;
  /** Radius of the agents, if the file gives one. */
  readonly radius?: number | undefined;
  /** Files that it names, relative to it. */
  readonly names?: Readonly<Record<'map' | 'agents' | 'tasks', string | undefined>> | undefined;
}

export interface PlanReading {
  readonly content: PlanContent;
  readonly problems: readonly Problem[];
}
