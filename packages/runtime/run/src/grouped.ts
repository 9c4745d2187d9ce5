/** `1,000,000`: whole numbers in groups of three digits, without the host's locale. */
export function grouped(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ',');
}
