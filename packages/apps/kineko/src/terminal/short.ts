/** `1.2 k`, `3.4 M`: three significant digits. */
export function short(value: number): string {
  if (!(value >= 1000)) return value >= 100 ? value.toFixed(0) : value.toPrecision(3).replace(/\.?0+$/, '');
  const units = ['k', 'M', 'G'];
  const power = Math.min(Math.floor(Math.log10(value) / 3), units.length);
  const scaled = value / 1000 ** power;
  return `${scaled >= 100 ? scaled.toFixed(0) : scaled.toPrecision(3)} ${units[power - 1]}`;
}
