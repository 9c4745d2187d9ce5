export { counted, grouped } from '../text.js';

/** `1.2 k`, `3.4 M`: three significant digits. */
export function short(value: number): string {
  if (!(value >= 1000)) return value >= 100 ? value.toFixed(0) : value.toPrecision(3).replace(/\.?0+$/, '');
  const units = ['k', 'M', 'G'];
  const power = Math.min(Math.floor(Math.log10(value) / 3), units.length);
  const scaled = value / 1000 ** power;
  return `${scaled >= 100 ? scaled.toFixed(0) : scaled.toPrecision(3)} ${units[power - 1]}`;
}

/** Seconds as `4.2 s`, `3 min 20 s`, `1 h 5 min`. */
export function duration(seconds: number): string {
  if (!Number.isFinite(seconds)) return '?';
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
