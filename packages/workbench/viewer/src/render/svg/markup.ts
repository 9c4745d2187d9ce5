/** Builds SVG markup. */

/** Escapes a text for elements and attributes; characters that XML does not allow become question marks. */
export function escaped(text: string): string {
  return text.replace(FORBIDDEN, '?').replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

// oxlint-disable-next-line no-control-regex -- control characters are what it searches for
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** A number with a limited number of decimals, without trailing zeros. */
export function figure(value: number, decimals = 2): string {
  if (!Number.isFinite(value)) return '0';
  const text = value.toFixed(decimals);
  const short = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return short === '-0' ? '0' : short;
}

/** Leaves out attributes without a value. */
function attributes(given: Readonly<Record<string, string | number | undefined>>): string {
  let text = '';
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    text += ` ${name}="${typeof value === 'number' ? figure(value) : escaped(value)}"`;
  }
  return text;
}

export function element(
  name: string,
  given: Readonly<Record<string, string | number | undefined>>,
  inside = '',
): string {
  return inside === '' ? `<${name}${attributes(given)}/>` : `<${name}${attributes(given)}>${inside}</${name}>`;
}
