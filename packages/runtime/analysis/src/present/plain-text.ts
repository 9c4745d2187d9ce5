/** Texts of a log are untrusted: a terminal must not interpret them, nor a page as its own markup. */

/** The text on one line, without control characters. */
export function plain(text: string): string {
  // eslint-disable-next-line no-control-regex -- the expression searches for control characters
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, ' ');
}

export function shortened(text: string, most: number): string {
  const characters = Array.from(text);
  if (characters.length <= most) return text;
  return most < 1 ? '' : `${characters.slice(0, most - 1).join('')}…`;
}

/** Lines of at most `width` characters, broken at spaces where possible; all but the first are indented. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = `  ${word}`;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].map((each) => shortened(each, width));
}

/** Escapes a text for HTML and SVG, as text or attribute. */
export function escaped(text: string): string {
  return wellFormed(plain(text))
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** XML allows neither lone surrogates nor the last two characters of the basic plane. */
function wellFormed(text: string): string {
  return text.replace(
    /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|[\ufffe\uffff]/g,
    '\ufffd',
  );
}
