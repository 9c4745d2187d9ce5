export function degrees(radians: number): number {
  return (radians * 180) / Math.PI;
}

/** As logs print headings: from 0 to below 360. */
export function headingDegrees(radians: number): number {
  const turned = degrees(radians) % 360;
  const positive = turned < 0 ? turned + 360 : turned;
  // A tiny negative angle would round to a full turn; -0 becomes 0.
  return positive === 360 ? 0 : positive + 0;
}
