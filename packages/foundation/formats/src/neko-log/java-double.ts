/**
 * A number as `Double.toString` of Java prints it: `0.0`, `172.6449505651384`, `1.0E7`, `4.9E-324`. The digits are those of
 * its later versions: as few as are needed to distinguish the double from its neighbours, but at least two.
 */
export function javaDouble(x: number): string {
  if (!Number.isFinite(x)) return String(x);
  if (x === 0) return Object.is(x, -0) ? '-0.0' : '0.0';
  const size = Math.abs(x);
  if (size >= 1e-3 && size < 1e7) return withFraction(String(x));
  const shortest = x.toExponential();
  // Where one digit would be enough, Java prints two, which may be nearer: 4.9E-324 and not 5.0E-324.
  const [digits, exponent] = (shortest.includes('.') ? shortest : x.toExponential(1)).split('e') as [string, string];
  return `${digits}E${Number(exponent)}`;
}

function withFraction(text: string): string {
  return text.includes('.') ? text : `${text}.0`;
}
