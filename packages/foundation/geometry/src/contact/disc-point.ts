import type { Leg, RestLeg } from '../leg.js';
import { checkPoint } from '../points.js';
import type { Vector } from '../pose.js';
import { checkRadius } from '../tolerances.js';
import type { Contact, Span } from './contact.js';
import { contactOfDiscs } from './disc-disc.js';

/** When a moving disc touches a point that stands still: as two discs, one of them of no size. */
export function discPointContact(leg: Leg, radius: number, point: Vector, span: Span = {}): Contact {
  checkRadius('the radius of a disc', radius);
  checkPoint('a point', point);
  const rest: RestLeg = { kind: 'rest', x: point.x, y: point.y, heading: 0, start: leg.start, end: Infinity };
  return contactOfDiscs(leg, radius, rest, 0, span);
}
