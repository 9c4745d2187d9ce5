/** The space-time diagram of a branch: a line for each process, a column for each step, an arrow for each message. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { type Arrow, isLoss, processOf } from './arrows.js';
import type { Branch } from './branch.js';
import * as store from './store.js';

const LEFT = 44;
const TOP = 30;
const COLUMN = 84;
const ROW = 64;
const BOTTOM = 26;
const HEAD = 8;
const DOT = 4.5;
/** Columns after the last step, for messages under way. */
const AFTER = 1;
/** Share of its way after which the arrow of a message under way ends. */
const UNDER_WAY_AT = 0.75;

const x = (step: number): number => LEFT + (step + 0.5) * COLUMN;
const y = (process: number): number => TOP + (process + 0.5) * ROW;

export function Diagram() {
  const scroller = useRef<HTMLDivElement>(null);
  const cursor = store.cursor.value;
  useLayoutEffect(() => {
    const { clientWidth, scrollLeft } = scroller.current!;
    const at = x(cursor);
    if (at - COLUMN < scrollLeft || at + COLUMN > scrollLeft + clientWidth)
      scroller.current!.scrollLeft = at - clientWidth / 2;
  }, [cursor, store.shown.value]);
  const branch = store.branch.value;
  return (
    <div class="diagram" ref={scroller}>
      {branch !== undefined && <Picture branch={branch} cursor={cursor} />}
    </div>
  );
}

function Picture({ branch, cursor }: { readonly branch: Branch; readonly cursor: number }) {
  const { moments, n } = branch;
  const width = x(moments.length - 1 + AFTER) + COLUMN / 2;
  const height = TOP + n * ROW + BOTTOM;
  const goThere = (event: MouseEvent): void => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    store.goTo(Math.round((event.clientX - box.left - LEFT) / COLUMN - 0.5));
  };
  const label = `Messages between ${n} processes in ${moments.length - 1} steps; the cursor is at step ${cursor}`;
  return (
    <svg id="diagram" width={width} height={height} role="img" aria-label={label} onClick={goThere}>
      <rect class="cursor" x={x(cursor) - COLUMN / 2} y={0} width={COLUMN} height={height} />
      {moments.map(({ violations }, k) => (
        <text key={k} class={violations.length > 0 ? 'number violated' : 'number'} x={x(k)} y={height - 8}>
          {k === 0 ? 'start' : k}
          {violations.length > 0 && moments[k - 1]?.violations.length === 0 ? ' violated' : ''}
        </text>
      ))}
      {Array.from({ length: n }, (_, id) => (
        <Line key={id} id={id} branch={branch} end={width} />
      ))}
      {store.arrows.value.map((arrow) => (
        <ArrowOf key={arrow.key} arrow={arrow} cursor={cursor} last={moments.length - 1} />
      ))}
      {moments.map(
        ({ step, records }, k) =>
          step !== null && <Mark key={k} step={step} k={k} isLater={k > cursor} isLost={isLoss(records)} />,
      )}
    </svg>
  );
}

/** The line of a process, dashed while it is crashed. */
function Line({ id, branch, end }: { readonly id: number; readonly branch: Branch; readonly end: number }) {
  const parts: { from: number; isDown: boolean }[] = [{ from: LEFT, isDown: false }];
  for (const [k, { step }] of branch.moments.entries()) {
    if (step === null || processOf(step) !== id || !/^(?:crash|recover) /.test(step)) continue;
    parts.push({ from: x(k), isDown: step.startsWith('crash') });
  }
  return (
    <g>
      <text class="process" x={LEFT - 10} y={y(id) + 5}>
        p{id}
      </text>
      {parts.map(({ from, isDown }, i) => (
        <path key={from} class={isDown ? 'line down' : 'line'} d={`M${from} ${y(id)}H${parts[i + 1]?.from ?? end}`} />
      ))}
    </g>
  );
}

interface MarkProperties {
  readonly step: string;
  /** Number of the step. */
  readonly k: number;
  readonly isLater: boolean;
  /** Whether the step only loses a message, which its arrow shows. */
  readonly isLost: boolean;
}

/** The event of a step: its name for actions, timers, crashes and recoveries. */
function Mark({ step, k, isLater, isLost }: MarkProperties) {
  const process = processOf(step);
  const [at, row] = [x(k), y(process)];
  const [kind = '', , name = ''] = step.split(' ');
  const isFault = kind === 'crash' || kind === 'lose' || kind === 'lie';
  const words = kind === 'act' ? name : kind === 'deliver' || kind === 'lose' ? '' : kind;
  return (
    <g class={`mark ${isLater ? 'later' : ''} ${isFault ? 'fault' : ''}`}>
      <title>{`${k}: ${step}`}</title>
      {kind === 'crash' && <path class="cross" d={cross(at, row, 7)} />}
      {kind !== 'crash' && !isLost && <circle cx={at} cy={row} r={DOT} />}
      {words !== '' && (
        <text x={at} y={row - 11}>
          {words.length > 12 ? `${words.slice(0, 11)}…` : words}
        </text>
      )}
    </g>
  );
}

function ArrowOf({ arrow, cursor, last }: { readonly arrow: Arrow; readonly cursor: number; readonly last: number }) {
  const { from, to, sent, ended, fate, type, content } = arrow;
  const isUnderWay = sent <= cursor && (ended === undefined || ended > cursor);
  const when = sent > cursor ? 'later' : isUnderWay ? 'now' : '';
  const [x1, y1] = [x(sent), y(from)];
  const [endX, endY] = [x(ended ?? last + AFTER), y(to)];
  const share = fate === 'under way' || fate === 'lost' ? UNDER_WAY_AT : 1;
  const [x2, y2] = [x1 + share * (endX - x1), y1 + share * (endY - y1)];
  const bow = `M${x1} ${y1}Q${(x1 + endX) / 2} ${y1 - 34} ${endX} ${y1}`;
  const path = from === to ? bow : `M${x1} ${y1}L${x2} ${y2}`;
  const tip = from === to ? { x: endX, y: y1, dx: endX - x1, dy: 60 } : { x: x2, y: y2, dx: x2 - x1, dy: y2 - y1 };
  return (
    <g class={`arrow ${fate.replace(' ', '-')} ${when}`}>
      <title>{`${type} from p${from} to p${to}: ${content} (sent at step ${sent}, ${endText(arrow)})`}</title>
      <path d={path} />
      {fate === 'lost' ? (
        <path class="cross" d={cross(from === to ? (x1 + endX) / 2 : x2, from === to ? y1 - 17 : y2, 5)} />
      ) : (
        <path d={head(tip)} />
      )}
      {isUnderWay && from !== to && (
        <text x={x1 + 0.38 * (endX - x1)} y={y1 + 0.38 * (endY - y1) - 4}>
          {type.length > 18 ? `${type.slice(0, 17)}…` : type}
        </text>
      )}
    </g>
  );
}

function endText({ ended, fate }: Arrow): string {
  return ended === undefined ? fate : `${fate} at step ${ended}`;
}

function cross(cx: number, cy: number, r: number): string {
  return `M${cx - r} ${cy - r}L${cx + r} ${cy + r}M${cx - r} ${cy + r}L${cx + r} ${cy - r}`;
}

/** The two strokes of an arrow's head. */
function head({ x: tipX, y: tipY, dx, dy }: Readonly<Record<'x' | 'y' | 'dx' | 'dy', number>>): string {
  const length = Math.sqrt(dx * dx + dy * dy) || 1;
  const [u, v] = [(dx / length) * HEAD, (dy / length) * HEAD];
  // Before the dot of the step.
  const [a, b] = [tipX - (dx / length) * DOT, tipY - (dy / length) * DOT];
  return `M${a - u - v / 2} ${b - v + u / 2}L${a} ${b}L${a - u + v / 2} ${b - v - u / 2}`;
}
