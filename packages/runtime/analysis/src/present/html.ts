/** Pieces of a page. */
import { escaped } from './plain-text.js';

export interface HtmlColumn {
  readonly title: string;
  readonly isText?: boolean;
}

/** A table with a caption, and titles that screen readers find; empty if it has no rows. */
export function htmlTable(
  caption: string,
  columns: readonly HtmlColumn[],
  rows: readonly (readonly string[])[],
): string {
  if (rows.length === 0) return '';
  const head = columns
    .map(({ title, isText }) => `<th scope="col"${alignment(isText)}>${escaped(title)}</th>`)
    .join('');
  const body = rows.map((row) => {
    const cells = row.map((cell, i) => {
      // The first column is the header of the row.
      const [open, close] = i === 0 ? ['th scope="row"', 'th'] : ['td', 'td'];
      return `<${open}${alignment(columns[i]?.isText)}>${escaped(cell)}</${close}>`;
    });
    return `<tr>${cells.join('')}</tr>`;
  });
  return (
    `<div class="scroll"><table><caption>${escaped(caption)}</caption>` +
    `<thead><tr>${head}</tr></thead><tbody>${body.join('\n')}</tbody></table></div>`
  );
}

function alignment(isText: boolean | undefined): string {
  return isText === true ? ' class="text"' : '';
}

/** A part of a page under its heading; empty if it has no content. */
export function section(title: string, ...content: readonly string[]): string {
  const all = content.filter((each) => each !== '');
  return all.length === 0 ? '' : `<section><h2>${escaped(title)}</h2>\n${all.join('\n')}\n</section>`;
}

export function paragraph(text: string): string {
  return `<p>${escaped(text)}</p>`;
}

export function list(items: readonly string[]): string {
  return items.length === 0 ? '' : `<ul>${items.map((item) => `<li>${escaped(item)}</li>`).join('\n')}</ul>`;
}

export function figure(caption: string, svg: string): string {
  return `<figure>${svg}<figcaption>${escaped(caption)}</figcaption></figure>`;
}

export interface Page {
  readonly title: string;
  readonly style: string;
  readonly body: string;
}

/** A self-contained page; its content policy forbids scripts and requests. */
export function page({ title, style, body }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${body}
</main>
</body>
</html>
`;
}
