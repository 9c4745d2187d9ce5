/** A block that is a file has its name above it: readers see no more of a fence than its language. */
import type { MarkdownRenderer } from 'vitepress';

export function namesFiles(markdown: MarkdownRenderer): void {
  const fence = markdown.renderer.rules.fence!;
  markdown.renderer.rules.fence = (tokens, index, options, env, self) => {
    const name = /\bfile=(\S+)/.exec(tokens[index]!.info)?.[1];
    const block = fence(tokens, index, options, env, self);
    return name === undefined
      ? block
      : `<p class="file-name"><code>${markdown.utils.escapeHtml(name)}</code></p>\n${block}`;
  };
}
