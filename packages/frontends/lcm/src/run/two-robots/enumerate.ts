/** All tables of a class, up to renaming of colours: each decides by colours only, and at least one rule moves. */
import { type Lights, MOVES, type TableAlgorithm, tableOf } from '../../format/table.js';

/** Classes with more tables, before renaming, are refused. */
export const MAX_TABLES = 1_000_000;

/** The number of tables of a class, before renaming. */
export function classSize(lights: Lights, colors: number): number {
  let size = 1;
  for (let cell = 0; cell < cellsOf(lights, colors) && size <= MAX_TABLES; cell++) size *= colors * MOVES.length;
  return size;
}

function cellsOf(lights: Lights, colors: number): number {
  return lights === 'full' ? colors * colors : colors;
}

/** One table of each set of tables that differ by the names of their colours. */
export function* tablesOf(lights: Lights, palette: readonly string[]): Generator<TableAlgorithm> {
  const colors = palette.length;
  const cells = cellsOf(lights, colors);
  const renamings = permutations(colors).map((names) => renaming(names, lights));
  // A decision is the number of a move, times the number of colours, plus the new colour.
  const decisions = new Array<number>(cells).fill(0);
  for (;;) {
    const isMoving = decisions.some((decision) => decision >= colors);
    if (isMoving && renamings.every((rename) => isLeast(decisions, rename)))
      yield tableFrom(decisions, lights, palette);
    let cell = cells - 1;
    while (cell >= 0 && decisions[cell] === colors * MOVES.length - 1) decisions[cell--] = 0;
    if (cell < 0) return;
    decisions[cell]!++;
  }
}

/** For each cell of the renamed table: the cell that it comes from, and the new names of colours. */
interface Renaming {
  readonly names: readonly number[];
  readonly cells: readonly number[];
}

function renaming(names: readonly number[], lights: Lights): Renaming {
  const colors = names.length;
  const old = names.map((_, name) => names.indexOf(name));
  const pairs = old.flatMap((own) => old.map((other) => own * colors + other));
  return { names, cells: lights === 'full' ? pairs : old };
}

/** Whether renaming the colours gives no table that comes before this one. */
function isLeast(decisions: readonly number[], { names, cells }: Renaming): boolean {
  const colors = names.length;
  for (let cell = 0; cell < decisions.length; cell++) {
    const decision = decisions[cells[cell]!]!;
    const color = decision % colors;
    const difference = decision - color + names[color]! - decisions[cell]!;
    if (difference !== 0) return difference > 0;
  }
  return true;
}

function permutations(size: number): number[][] {
  if (size === 0) return [[]];
  return permutations(size - 1).flatMap((shorter) =>
    Array.from({ length: size }, (_, place) => [...shorter.slice(0, place), size - 1, ...shorter.slice(place)]),
  );
}

function tableFrom(decisions: readonly number[], lights: Lights, palette: readonly string[]): TableAlgorithm {
  const cases = lights === 'full' ? palette.flatMap((own) => palette.map((other) => `${own} ${other}`)) : palette;
  const rules = Object.fromEntries(
    decisions.map((decision, cell) => {
      const color = decision % palette.length;
      return [cases[cell]!, `${MOVES[(decision - color) / palette.length]!} ${palette[color]!}`];
    }),
  );
  return tableOf({ name: 'table', lights, palette, rules });
}
