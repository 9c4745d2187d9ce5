/** Pages link to sources and examples, which are in the repository and not on the site: there such a link is only named. */
import { posix } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';

export function leadsOutside(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('kineko-outside', (state) => {
    const page = (state.env as { readonly relativePath?: string }).relativePath ?? '';
    for (const { children } of state.tokens) {
      let isOutside = false;
      for (const token of children ?? []) {
        if (token.type === 'link_open') isOutside = outsidePath(token.attrGet('href') ?? '', page) !== undefined;
        if (!isOutside || (token.type !== 'link_open' && token.type !== 'link_close')) continue;
        const path = outsidePath(token.attrGet('href') ?? '', page);
        token.tag = 'span';
        token.attrs = path === undefined ? [] : [['title', `${path} of the repository`]];
        token.type = token.type === 'link_open' ? 'outside_open' : 'outside_close';
      }
    }
  });
}

/** Where in the repository a link leads that leaves the folder of the documents. */
function outsidePath(href: string, page: string): string | undefined {
  if (/^([a-z]+:|#|\/)/.test(href)) return undefined;
  const path = posix.join('docs', posix.dirname(page), href);
  return path.startsWith('docs/') ? undefined : path;
}
