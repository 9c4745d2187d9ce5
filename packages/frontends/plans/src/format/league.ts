/** Files of the League of Robot Runners: problems, and outputs of 2023 and 2024. */
import { expected } from '@kineko/formats/problem';
import { Column } from '../audit/pair-table.js';
import { JsonCursor } from './json-cursor.js';
import { MAX_AGENTS, MAX_KNOTS, type GridPlan, type PlanEvents, type PlanReading } from './plan.js';
import { COMMA, TextReader } from './text-reader.js';

/** Columns and rows of a move ahead, by heading: right, down, left, up. */
const AHEAD = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;
const HEADINGS = 'ESWN';
const [FORWARD, CLOCKWISE, COUNTER, WAIT, LATE] = [70, 82, 67, 87, 84];

/** A problem names its map, agents and tasks. */
export function readLeagueProblem(bytes: Uint8Array, file: string): PlanReading {
  const reader = new TextReader(bytes, file);
  const cursor = new JsonCursor(reader);
  const names: Record<string, string> = {};
  reader.reading(() =>
    cursor.document((key) => {
      if (!/^(map|agent|task)File$/.test(key)) return false;
      names[key] = cursor.text('the path of a file');
      return true;
    }),
  );
  const { mapFile: map, agentFile: agents, taskFile: tasks } = names;
  return { content: { names: { map, agents, tasks } }, problems: reader.problems };
}

interface Output {
  model: string;
  version: string;
  /** Numbers of the file that are only compared with the plan, and their positions. */
  readonly stated: { readonly key: string; readonly value: number; readonly at: number }[];
  errors: number;
  readonly starts: Column;
  /** Positions of the strings of actions. */
  readonly paths: Column;
  pathsAt: number;
  events: readonly number[][];
  tasks: ReadonlyMap<number, readonly number[]>;
}

export function readLeagueOutput(bytes: Uint8Array, file: string): PlanReading {
  const reader = new TextReader(bytes, file);
  const plan = reader.reading(() => {
    const output = outputIn(new JsonCursor(reader));
    return planOf(output, reader);
  });
  return { content: { plan }, problems: reader.problems };
}

function outputIn(cursor: JsonCursor): Output {
  const { reader } = cursor;
  const output: Output = {
    model: 'MAPF_T',
    version: '',
    stated: [],
    errors: 0,
    starts: new Column(),
    paths: new Column(),
    pathsAt: -1,
    events: [],
    tasks: new Map(),
  };
  const state = (key: string): void => {
    const at = cursor.start();
    output.stated.push({ key, value: cursor.integer(), at });
  };
  const readers: Readonly<Record<string, () => void>> = {
    actionModel: () => {
      const at = cursor.start();
      output.model = cursor.text();
      if (output.model !== 'MAPF_T') reader.stop(`actionModel: ${expected('"MAPF_T"', output.model)}`, at);
    },
    version: () => {
      const at = cursor.start();
      output.version = cursor.text();
      if (output.version.startsWith('2026')) {
        const why = 'its robots are squares that move in parts of an action, which this version cannot audit';
        reader.stop(`version: expected an output of 2023 or 2024, got "${output.version}"; ${why}`, at);
      }
    },
    makespan: () => state('makespan'),
    teamSize: () => state('teamSize'),
    start: () => cursor.list(() => readStart(cursor, output.starts)),
    actualPaths: () => {
      output.pathsAt = cursor.start();
      cursor.list(() => {
        if (output.paths.length >= 2 * MAX_AGENTS) reader.stop(`expected at most ${MAX_AGENTS} agents`);
        for (const end of cursor.span('a string of actions')) output.paths.push(end);
      });
    },
    events: () => (output.events = eventsIn(cursor)),
    tasks: () => (output.tasks = tasksIn(cursor)),
    errors: () => (output.errors += countIn(cursor)),
    scheduleErrors: () => (output.errors += countIn(cursor)),
  };
  cursor.document((key) => {
    const read = Object.hasOwn(readers, key) ? readers[key] : undefined;
    read?.();
    return read !== undefined;
  });
  if (output.errors > 0)
    reader.warn(`the file lists ${output.errors} errors of its planner; they are not used here`, 0);
  return output;
}

function readStart(cursor: JsonCursor, starts: Column): void {
  const { reader } = cursor;
  const at = cursor.start();
  cursor.list((k) => {
    if (k < 2) starts.push(cursor.integer('a row and a column'));
    else starts.push(HEADINGS.indexOf(cursor.text('E, S, W or N')));
  }, 'a row, a column and a heading');
  if (starts.length % 3 !== 0 || starts.at(starts.length - 1) < 0) {
    reader.stop('start: expected a row, a column and E, S, W or N', at);
  }
}

/** Each event as numbers: step, agent, task and, in 2024, the number of the errand; in 2023, those of finished tasks. */
function eventsIn(cursor: JsonCursor): number[][] {
  const { reader } = cursor;
  const events: number[][] = [];
  cursor.list((agent) => {
    let numbers: number[] = [];
    cursor.list(() => {
      cursor.start();
      if (reader.byte !== 91) {
        numbers.push(cursor.integer());
        return;
      }
      // 2023: a list per agent of [task, step, what happened].
      let isFinished = false;
      numbers = [];
      cursor.list((k) => {
        if (k < 2) numbers.push(cursor.integer());
        else isFinished = cursor.text() === 'finished';
      });
      const [task, step] = numbers as [number, number];
      if (isFinished) events.push([step, agent, task, 1]);
      numbers = [];
    });
    if (numbers.length > 0) events.push(numbers);
  });
  return events;
}

/** The cells of each task, by id: in 2024 a list of errands after the time of release, in 2023 one cell. */
function tasksIn(cursor: JsonCursor): Map<number, readonly number[]> {
  const tasks = new Map<number, readonly number[]>();
  cursor.list(() => {
    const numbers: number[] = [];
    let errands: number[] | undefined;
    cursor.list(() => {
      cursor.start();
      if (cursor.reader.byte !== 91) numbers.push(cursor.integer());
      else {
        const cells: number[] = [];
        cursor.list(() => cells.push(cursor.integer()));
        errands = cells;
      }
    });
    tasks.set(numbers[0]!, errands ?? numbers.slice(1, 3));
  });
  return tasks;
}

function countIn(cursor: JsonCursor): number {
  let count = 0;
  cursor.list(() => {
    cursor.skip();
    count++;
  });
  return count;
}

function planOf(output: Output, reader: TextReader): GridPlan {
  const agents = output.paths.length / 2;
  if (output.pathsAt < 0) reader.stop('expected "actualPaths", the actions of the agents', 0);
  if (output.starts.length !== 3 * agents || agents === 0) {
    const got = `${output.starts.length / 3} starts and ${agents} paths`;
    reader.stop(`expected one start for each path, and at least one agent, got ${got}`, output.pathsAt);
  }
  const starts = new Int32Array(agents + 1);
  let [knots, steps] = [0, 0];
  for (let agent = 0; agent < agents; agent++) {
    const length = output.paths.at(2 * agent + 1) - output.paths.at(2 * agent);
    // One letter per action, with commas between them.
    const actions = Math.ceil(length / 2);
    knots += actions + 1;
    if (knots > MAX_KNOTS) reader.stop(`expected at most ${MAX_KNOTS} steps of all agents`, output.pathsAt);
    starts[agent + 1] = knots;
    steps = Math.max(steps, actions);
  }
  let farthest = steps;
  for (let k = 0; k < output.starts.length; k++) farthest = Math.max(farthest, Math.abs(output.starts.at(k)) + steps);
  const Cells = farthest < 0x8000 ? Int16Array : Int32Array;
  const [columns, rows, headings] = [new Cells(knots), new Cells(knots), new Uint8Array(knots)];
  for (let agent = 0; agent < agents; agent++) {
    walk(output, agent, starts[agent]!, { columns, rows, headings }, reader);
  }
  for (const { key, value, at } of output.stated) {
    const [wanted, what] = key === 'makespan' ? [steps, 'steps'] : [agents, 'paths'];
    if (value !== wanted) {
      reader.warn(`${key}: expected ${wanted}, the number of ${what}, got ${value}; it is not used`, at);
    }
  }
  const plan: GridPlan = { kind: 'grid', steps: { starts, columns, rows }, headings };
  return { ...plan, events: confirmedEvents(plan, output) };
}

interface Cells {
  readonly columns: Int16Array | Int32Array;
  readonly rows: Int16Array | Int32Array;
  readonly headings: Uint8Array;
}

/** Follows the actions of an agent from its start. */
function walk(
  output: Output,
  agent: number,
  first: number,
  { columns, rows, headings }: Cells,
  reader: TextReader,
): void {
  const { bytes } = reader;
  const [from, end] = [output.paths.at(2 * agent), output.paths.at(2 * agent + 1)];
  let row = output.starts.at(3 * agent);
  let column = output.starts.at(3 * agent + 1);
  let heading = output.starts.at(3 * agent + 2);
  let k = first;
  columns[k] = column;
  rows[k] = row;
  headings[k++] = heading;
  for (let at = from; at < end; at += 2) {
    const action = bytes[at]!;
    if (action === FORWARD) {
      column += AHEAD[heading]![0];
      row += AHEAD[heading]![1];
    } else if (action === CLOCKWISE) heading = (heading + 1) & 3;
    else if (action === COUNTER) heading = (heading + 3) & 3;
    else if (action !== WAIT && action !== LATE) {
      const step = (at - from) / 2;
      reader.error(`agent ${agent}, step ${step}: ${expected('F, R, C, W or T', reader.textFrom(at, at + 1))}`, at);
      return;
    }
    if (at + 1 < end && (bytes[at + 1] !== COMMA || at + 2 >= end)) {
      const step = (at - from) / 2;
      reader.error(
        `agent ${agent}, step ${step}: ${expected('"," and an action', reader.textFrom(at + 1, at + 2))}`,
        at + 1,
      );
      return;
    }
    columns[k] = column;
    rows[k] = row;
    headings[k++] = heading;
  }
}

/** Compares the events with the places of the agents. */
function confirmedEvents({ steps }: GridPlan, { events, tasks }: Output): PlanEvents | undefined {
  const { starts, columns, rows } = steps;
  let [confirmed, tasksFinished] = [0, 0];
  for (const [step, agent, task, errand = 1] of events as readonly [number, number, number, number?][]) {
    const cells = tasks.get(task);
    const [row, column] = cells?.slice(2 * (errand - 1), 2 * errand) ?? [];
    if (cells !== undefined && 2 * errand === cells.length) tasksFinished++;
    if (row === undefined || !(agent >= 0 && agent < starts.length - 1) || step < 0) continue;
    const at = Math.min(starts[agent]! + step, starts[agent + 1]! - 1);
    if (rows[at] === row && columns[at] === column) confirmed++;
  }
  return { count: events.length, confirmed, tasksFinished: events.length === 0 ? undefined : tasksFinished };
}
