/** Notable instants to jump to: contacts, crashes, and findings such as violations of properties. */
import type { Finding } from '../look/findings.js';
import type { Moment } from '../scene/moments.js';
import type { Scene } from '../scene/scene.js';

export interface Mark extends Omit<Finding, 'kind'> {
  readonly kind: 'contact' | 'crash' | Finding['kind'];
}

/** The nearest mark before or after a time; `findings` are the marks that are not in the scene. */
export function markBeside(
  { contacts, crashMoments }: Scene,
  findings: readonly Mark[],
  t: number,
  direction: 1 | -1,
): Mark | undefined {
  const [contact, crash] = [contacts.beside(t, direction), crashMoments.beside(t, direction)];
  const found = findings.filter(({ time }) => (time - t) * direction > 0);
  const all = [contact && contactMark(contact), crash && crashMark(crash), ...found].filter(
    (mark) => mark !== undefined,
  );
  return nearest(all, t);
}

/** The mark nearest to a time, at most `seconds` away. */
export function markNear(scene: Scene, findings: readonly Mark[], t: number, seconds: number): Mark | undefined {
  // From a little farther away, so that marks at the border, or at the time itself, are found.
  const step = seconds + 2 ** -40 * Math.max(1, Math.abs(t));
  const around = ([1, -1] as const).map((direction) => markBeside(scene, findings, t - direction * step, direction));
  const close = around.filter((mark) => mark !== undefined).filter(({ time }) => Math.abs(time - t) <= seconds);
  return nearest(close, t);
}

function nearest(marks: readonly Mark[], t: number): Mark | undefined {
  let best: Mark | undefined;
  for (const mark of marks) if (best === undefined || Math.abs(mark.time - t) < Math.abs(best.time - t)) best = mark;
  return best;
}

function contactMark([time, robot, other, isObstacle]: Moment): Mark {
  // A Neko log may not name the partner.
  const whom = other < 0 ? 'something' : isObstacle === 1 ? `obstacle ${other}` : `robot ${other}`;
  const who = isObstacle === 1 || other < 0 ? [robot] : [robot, other];
  return { time, kind: 'contact', text: `robot ${robot} touches ${whom}`, who };
}

function crashMark([time, process]: Moment): Mark {
  return { time, kind: 'crash', text: `p${process} crashes`, who: [process] };
}
