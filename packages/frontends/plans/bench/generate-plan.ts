/** Seeded legal plans of any size: robots that wander over a grid without conflicts, written in each format. */
import { Random } from '@kineko/kernel';

export interface PlanSpec {
  readonly agents: number;
  readonly steps: number;
  /** Share of the corner follows that come up which are made, from 0 to 1. */
  readonly cornerFollows: number;
  readonly seed: number;
  /** Cells per agent. */
  readonly room?: number;
}

/** One action per agent and step, and the cells before and after. */
export interface GeneratedPlan extends PlanSpec {
  /** Cells in a row, and rows. */
  readonly side: number;
  readonly headings: Uint8Array;
  /** Cell of agent i at step s: cells[i * (steps + 1) + s], row by row. */
  readonly cells: Int32Array;
  /** `F`, `R`, `C` or `W`, agent by agent. */
  readonly actions: Uint8Array;
}

const [FORWARD, CLOCKWISE, COUNTER, WAIT] = [70, 82, 67, 87];
const EMPTY = -1;

export function generatePlan(spec: PlanSpec): GeneratedPlan {
  const { agents, steps, cornerFollows, seed, room = 4 } = spec;
  const random = new Random(seed).stream('plan');
  const side = Math.ceil(Math.sqrt(agents * room));
  const ahead = [1, side, -1, -side];
  const cells = new Int32Array(agents * (steps + 1));
  const actions = new Uint8Array(agents * steps);
  const headings = Uint8Array.from({ length: agents }, () => random.integer(0, 3));
  const first = headings.slice();
  // The agent in each cell at this step, and at the next one.
  let now = new Int32Array(side * side).fill(EMPTY);
  let then = new Int32Array(side * side).fill(EMPTY);
  const places = new Int32Array(agents);
  for (let agent = 0; agent < agents; agent++) {
    let cell = random.integer(0, side * side - 1);
    while (now[cell] !== EMPTY) cell = (cell + 1) % (side * side);
    now[cell] = agent;
    places[agent] = cell;
    cells[agent * (steps + 1)] = cell;
  }
  /** Whether a cell is, or will be, free for an agent that goes ahead. */
  const isFree = (agent: number, cell: number, target: number): boolean => {
    const inside = headings[agent]! % 2 === 1 || Math.floor(target / side) === Math.floor(cell / side);
    if (!inside || target < 0 || target >= side * side || then[target] !== EMPTY) return false;
    const leader = now[target]!;
    if (leader === EMPTY) return true;
    // The leader must have left already, and not to this cell.
    const to = places[leader]!;
    if (leader > agent || to === target || to === cell) return false;
    return to - target === target - cell || random.uniform() < cornerFollows;
  };
  for (let step = 0; step < steps; step++) {
    then.fill(EMPTY);
    // Those that cannot move keep their cells, so that no later one may enter them.
    for (let agent = 0; agent < agents; agent++) {
      const cell = places[agent]!;
      const target = cell + ahead[headings[agent]!]!;
      let action = WAIT;
      if (random.uniform() < 0.75 && then[cell] === EMPTY && isFree(agent, cell, target)) {
        action = FORWARD;
        places[agent] = target;
        then[target] = agent;
      } else {
        then[cell] = agent;
        const turn = random.uniform();
        if (turn < 0.4) action = turn < 0.2 ? CLOCKWISE : COUNTER;
        if (action === CLOCKWISE) headings[agent] = (headings[agent]! + 1) & 3;
        if (action === COUNTER) headings[agent] = (headings[agent]! + 3) & 3;
      }
      actions[agent * steps + step] = action;
      cells[agent * (steps + 1) + step + 1] = places[agent]!;
    }
    [now, then] = [then, now];
  }
  return { ...spec, side, headings: first, cells, actions };
}

/** An output of the League of Robot Runners, of any size. */
export function* leaguePieces({ agents, steps, side, headings, cells, actions }: GeneratedPlan): Generator<Uint8Array> {
  const starts = Array.from({ length: agents }, (_, agent) => {
    const cell = cells[agent * (steps + 1)]!;
    return [Math.floor(cell / side), cell % side, 'ESWN'[headings[agent]!]];
  });
  const head = { actionModel: 'MAPF_T', version: '2024 LoRR', teamSize: agents, makespan: steps, start: starts };
  yield bytesOf(`${JSON.stringify(head).slice(0, -1)},"actualPaths":[`);
  for (let agent = 0; agent < agents; agent++) {
    const line = new Uint8Array(2 * steps + 2).fill(44);
    line[0] = 34;
    for (let step = 0; step < steps; step++) line[1 + 2 * step] = actions[agent * steps + step]!;
    line[2 * steps] = 34;
    yield agent === agents - 1 ? line.subarray(0, -1) : line;
  }
  yield bytesOf('],"events":[],"tasks":[]}\n');
}

/** Path text, in the order x,y. */
export function* pathTextPieces({ agents, steps, side, cells }: GeneratedPlan): Generator<Uint8Array> {
  for (let agent = 0; agent < agents; agent++) {
    let line = `Agent ${agent}:`;
    for (let step = 0; step <= steps; step++) {
      const cell = cells[agent * (steps + 1) + step]!;
      line += `(${cell % side},${Math.floor(cell / side)})->`;
    }
    yield bytesOf(`${line}\n`);
  }
}

/** A trajectory file: one row per agent and step. */
export function* csvPieces({ agents, steps, side, cells }: GeneratedPlan): Generator<Uint8Array> {
  yield bytesOf('t,agent,x,y\n');
  for (let step = 0; step <= steps; step++) {
    let rows = '';
    for (let agent = 0; agent < agents; agent++) {
      const cell = cells[agent * (steps + 1) + step]!;
      rows += `${step},${agent},${cell % side},${Math.floor(cell / side)}\n`;
    }
    yield bytesOf(rows);
  }
}

/** The log of a CCBS planner. */
export function* ccbsPieces({ agents, steps, side, cells }: GeneratedPlan): Generator<Uint8Array> {
  const at = (agent: number, step: number, which: string): string => {
    const cell = cells[agent * (steps + 1) + step]!;
    return `${which}_i="${Math.floor(cell / side)}" ${which}_j="${cell % side}"`;
  };
  yield bytesOf('<?xml version="1.0" ?>\n<root>\n');
  for (let agent = 0; agent < agents; agent++)
    yield bytesOf(`<agent ${at(agent, 0, 'start')} ${at(agent, steps, 'goal')}/>\n`);
  yield bytesOf('<log>\n');
  for (let agent = 0; agent < agents; agent++) {
    let sections = `<agent number="${agent}"><path duration="${steps}">\n`;
    for (let step = 0; step < steps; step++) {
      sections += `<section number="${step}" ${at(agent, step, 'start')} ${at(agent, step + 1, 'goal')} duration="1"/>\n`;
    }
    yield bytesOf(`${sections}</path></agent>\n`);
  }
  yield bytesOf('</log>\n</root>\n');
}

/** A sampled crowd: agents of radius 1.5 that cross a circle and give way late, so that many come near each other. */
export function* crowdPieces(agents: number, samples: number, seed: number): Generator<Uint8Array> {
  const random = new Random(seed).stream('crowd');
  const radius = agents * 0.8;
  const speeds = Array.from({ length: agents }, () => random.uniform(0.6, 1));
  yield bytesOf('t,agent,x,y\n');
  for (let sample = 0; sample < samples; sample++) {
    let rows = '';
    for (let agent = 0; agent < agents; agent++) {
      const angle = (2 * Math.PI * agent) / agents + 0.002 * sample * speeds[agent]!;
      const along = radius - (2 * radius * sample * speeds[agent]!) / samples;
      rows += `${sample / 4},${agent},${(along * Math.cos(angle)).toPrecision(9)},${(along * Math.sin(angle)).toPrecision(9)}\n`;
    }
    yield bytesOf(rows);
  }
}

function bytesOf(text: string): Uint8Array {
  return Buffer.from(text, 'latin1');
}
