/** The selected robot at the present instant: pose, motion, outcome, sensors, inbox, and cut links. */
import { velocityAt } from '@kineko/geometry';
import type { FrameRobot } from '../scene/frame.js';
import { pointText, valueText } from '../scene/value-text.js';
import * as store from './store.js';

const MAX_MESSAGES = 5;

/** States of a Look-Compute-Move cycle, by the last event. */
const PHASES: ReadonlyMap<string, string> = new Map([
  ['L', 'has looked'],
  ['CB', 'computes'],
  ['CE', 'has computed'],
  ['MB', 'moves'],
  ['ME', 'waits'],
]);

type Row = readonly [name: string, value: string];

export function RobotFacts({ robot }: { readonly robot: FrameRobot }) {
  void store.version.value;
  const t = store.time.value;
  const biography = store.lines.value?.biographyOf(robot.id, t, store.span.value.end);
  const underWay = store.frame.value.messages.filter(({ to, isLost }) => to === robot.id && !isLost);
  const received = biography?.inboxAt(t, MAX_MESSAGES) ?? [];
  const readings = biography?.readingsAt(t) ?? [];
  return (
    <div class="facts" role="group" aria-label={`facts of robot ${robot.id}`} tabIndex={0}>
      <Facts id="robot-facts" rows={factsOf(robot, t)} />
      <h3>Sensors</h3>
      {readings.length === 0 ? (
        <p class="hint">no readings yet</p>
      ) : (
        <Facts
          id="robot-sensors"
          rows={readings.map(({ sensor, time, value, isEvent }) => [
            sensor,
            `${valueText(value, store.units.value)} (${isEvent ? 'event, ' : ''}${at(time)})`,
          ])}
        />
      )}
      <h3>Inbox</h3>
      <p id="robot-inbox">
        {biography?.receivedBy(t) ?? 0} received{biography?.isWhole === false ? ' lately' : ''}, {underWay.length} on
        the way
      </p>
      <ul class="inbox" aria-label="messages to this robot">
        {underWay.slice(0, MAX_MESSAGES).map((message, index) => (
          <li key={`w${index}`}>
            {message.type} from {message.from}, on the way since {at(message.sent)}
          </li>
        ))}
        {received.map(({ time, from, type, content }, index) => (
          <li key={`r${index}`}>
            {type} from {from}, {at(time)}
            {content === null ? '' : `: ${valueText(content, store.units.value)}`}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Facts({ id, rows }: { readonly id: string; readonly rows: readonly Row[] }) {
  return (
    <dl id={id}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function factsOf(robot: FrameRobot, t: number): Row[] {
  const { id, x, y, heading, state, destination, tag, light, className } = robot;
  const scene = store.scene.value;
  const phase = scene.robots.get(id)?.phases.at(t) ?? '';
  const biography = store.lines.value?.biographyOf(id, t, store.span.value.end);
  const [asked, outcome] = [biography?.askedAt(t), biography?.outcomeAt(t)];
  const suspects = scene.suspectedBy(id, t);
  const cutOff = [...new Set(scene.partitions.at(t).flatMap(({ from, to }) => otherEnd(id, from, to)))];
  return [
    ['place', `${x.toFixed(3)}, ${y.toFixed(3)} ${scene.units.length}`],
    ['heading', degrees(heading)],
    ['state', state],
    ['speed', speedText(id, t)],
    [
      'motion',
      asked === undefined ? 'none' : `${asked.kind} ${valueText(asked.request, scene.units)} (${at(asked.time)})`,
    ],
    ['goes to', destination ? pointText(destination.x, destination.y, scene.units) : 'nowhere'],
    ['last outcome', outcome === undefined ? 'none' : `${outcome.text} (${at(outcome.time)})`],
    ['tag', tag || 'none'],
    ...(light === '' ? [] : [['light', light] as const]),
    ...(phase === '' ? [] : [['phase', PHASES.get(phase) ?? phase] as const]),
    ...(className === '' ? [] : [['class', className] as const]),
    ...(suspects.length === 0 ? [] : [['suspected by', named(suspects)] as const]),
    ...(cutOff.length === 0 ? [] : [['cut off from', named(cutOff)] as const]),
  ];
}

function speedText(id: number, t: number): string {
  const { robots, units } = store.scene.value;
  const leg = robots.get(id)?.track.legAt(t);
  const { x, y } = leg === undefined ? { x: 0, y: 0 } : velocityAt(leg, t);
  return `${Number(Math.hypot(x, y).toPrecision(4))} ${units.speed}`;
}

function at(time: number): string {
  return store.units.value.at(time, 2);
}

function otherEnd(id: number, from: number, to: number): number[] {
  if (from === id) return [to];
  return to === id ? [from] : [];
}

function named(processes: readonly number[]): string {
  return processes.map((each) => `p${each}`).join(', ');
}

/** From 0 to 360. */
function degrees(radians: number): string {
  const turned = (((radians * 180) / Math.PI) % 360) + 360;
  return `${(Number(turned.toFixed(1)) % 360).toFixed(1)}°`;
}
