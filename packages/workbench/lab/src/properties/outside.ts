import { type Box, positionAt } from '@kineko/geometry';
import type { RobotMotion } from '../motion/motion.js';
import { isUniform } from '../motion/pairs.js';
import { type Span, spansBelowZero, union } from '../motion/spans.js';

/** Metres: tolerance for a body that stopped at the edge. */
const CLEARLY = 1e-9;

/** The spans in which a disc around a robot's centre is not completely inside an area. */
export function spansOutside({ stretches }: RobotMotion, area: Box, radius: number): Span[] {
  const [minX, maxX] = [area.minX + radius - CLEARLY, area.maxX - radius + CLEARLY];
  const [minY, maxY] = [area.minY + radius - CLEARLY, area.maxY - radius + CLEARLY];
  const spans = stretches.flatMap(({ leg, from, until, bounds, speed }): Span[] => {
    if (bounds.minX >= minX && bounds.maxX <= maxX && bounds.minY >= minY && bounds.maxY <= maxY) return [];
    const margins = [
      (t: number): number => positionAt(leg, t).x - minX,
      (t: number): number => maxX - positionAt(leg, t).x,
      (t: number): number => positionAt(leg, t).y - minY,
      (t: number): number => maxY - positionAt(leg, t).y,
    ];
    return margins.flatMap((margin) =>
      isUniform(leg) ? belowZeroOfLine(margin, from, until) : spansBelowZero(margin, speed, from, until),
    );
  });
  return union(spans);
}

/** For a linear function. */
function belowZeroOfLine(f: (t: number) => number, from: number, until: number): Span[] {
  const [first, last] = [f(from), f(until)];
  if (first >= 0 && last >= 0) return [];
  if (first < 0 && last < 0) return [{ from, until }];
  const zero = from + ((until - from) * first) / (first - last);
  return first < 0 ? [{ from, until: zero }] : [{ from: zero, until }];
}
