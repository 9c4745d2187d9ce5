/** A plan or a problem in the plane: metres and seconds, y up. */
import { radiansOf, reducedDegrees } from '@kineko/geometry';
import type { ObjectSpec, ObstacleShape, RobotSpec } from '@kineko/world';
import { blockedRuns, type Grid, type Plan } from '../format/plan.js';
import type { PlanFiles } from '../format/read-plan.js';

/** Radius of marks, in cells. */
const MARK = 0.1;

/** An instant of an agent's path. */
export interface PlacedKnot {
  readonly time: number;
  readonly x: number;
  readonly y: number;
  /** Degrees, anticlockwise from the x axis; undefined if the plan has no headings. */
  readonly degrees: number | undefined;
}

export interface Measures {
  readonly cell: number;
  readonly step: number;
}

/** Places of a grid; other plans keep their coordinates. */
export class PlaneOfPlan {
  /** Row 0 is at the top. */
  private readonly lastRow: number;

  constructor(
    private readonly files: PlanFiles,
    private readonly measures: Measures,
  ) {
    this.lastRow = lastRowOf(files);
  }

  /** The place of a cell. */
  placeOf(column: number, row: number): { readonly x: number; readonly y: number } {
    const { cell } = this.measures;
    return { x: column * cell, y: (this.lastRow - row) * cell };
  }

  /** The number of knots of an agent. */
  knotsOf(agent: number): number {
    const { starts } = placesOf(this.plan);
    return starts[agent + 1]! - starts[agent]!;
  }

  knot(agent: number, index: number): PlacedKnot {
    const { plan } = this;
    const k = placesOf(plan).starts[agent]! + index;
    if (plan.kind === 'paths') {
      const { t, x, y } = plan.paths;
      return { time: t[k]!, x: x[k]!, y: y[k]!, degrees: plan.headings && reducedDegrees(plan.headings[k]!) };
    }
    const place = this.placeOf(plan.steps.columns[k]!, plan.steps.rows[k]!);
    // Clockwise from the right, in quarters.
    const degrees = plan.headings && ((4 - plan.headings[k]!) % 4) * 90;
    return { time: index * this.measures.step, ...place, degrees };
  }

  /** Robots at the beginnings of their paths, or at the starts of a problem. */
  robots(radii: (agent: number) => number): RobotSpec[] {
    const { plan, assignments, places } = this.files;
    if (plan !== undefined) {
      return Array.from({ length: placesOf(plan).starts.length - 1 }, (_, id) => {
        const { x, y, degrees } = this.knot(id, 0);
        return {
          id,
          radius: radii(id),
          x,
          y,
          ...(degrees !== undefined && { degrees, heading: radiansOf(degrees) }),
        };
      });
    }
    const starts =
      assignments?.map(({ start }) => this.placeOf(start.column, start.row)) ?? places?.map(([x, y]) => ({ x, y }));
    return (starts ?? []).map((place, id) => ({ id, radius: radii(id), ...place }));
  }

  /** Goals, places of tasks, and the nodes of a roadmap. */
  objects(): ObjectSpec[] {
    const { assignments = [], tasks = [], roadmap, plan } = this.files;
    const goals = assignments
      .slice(0, plan && placesOf(plan).starts.length - 1)
      .flatMap(({ goals: [...own] }) => own.slice(-1));
    const cells = plan?.kind === 'paths' ? [] : [...goals, ...tasks.flat()];
    const size = MARK * this.measures.cell;
    return [
      ...cells.map(({ column, row }) => ({ ...this.placeOf(column, row), size, tag: 'goal' })),
      ...(roadmap?.nodes.map(([x, y]) => ({ x, y, size: MARK, tag: 'node' })) ?? []),
    ];
  }

  obstacles(): ObstacleShape[] {
    const { grid, walls = [], plan } = this.files;
    const isRowFirst = plan?.kind === 'paths' && plan.isRowFirst === true;
    return [
      ...(grid === undefined ? [] : this.boxesOf(grid, isRowFirst, plan?.kind !== 'paths')),
      ...walls.map(({ ax, ay, bx, by }): ObstacleShape => ({
        kind: 'segment',
        a: { x: ax, y: ay },
        b: { x: bx, y: by },
      })),
    ];
  }

  /** Blocked squares, those of a row joined. */
  private boxesOf(grid: Grid, isRowFirst: boolean, isFlipped: boolean): ObstacleShape[] {
    const size = isFlipped ? this.measures.cell : 1;
    return blockedRuns(grid).map(({ row, column, length }): ObstacleShape => {
      const line = isFlipped ? this.lastRow - row : row;
      const [x, y, across, up] = isRowFirst ? [row, column, 1, length] : [column, line, length, 1];
      return { kind: 'box', x: (x - 0.5) * size, y: (y - 0.5) * size, width: across * size, height: up * size };
    });
  }

  private get plan(): Plan {
    return this.files.plan!;
  }
}

function placesOf(plan: Plan): { readonly starts: Int32Array } {
  return plan.kind === 'grid' ? plan.steps : plan.paths;
}

/** By the map, else by the plan or the problem. */
function lastRowOf({ grid, plan, assignments = [] }: PlanFiles): number {
  if (grid !== undefined) return grid.height - 1;
  let last = 0;
  for (const { start } of assignments) last = Math.max(last, start.row);
  if (plan?.kind !== 'grid') return last;
  for (const row of plan.steps.rows) if (row > last) last = row;
  return last;
}
