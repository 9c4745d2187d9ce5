/** Which of the examples' files make an example of the gallery: plain texts in, plain data out. */
import type { Example } from '../../packages/apps/playground/src/gallery/example.js';
import type { TextFile } from '../../packages/apps/playground/src/project/project.js';

/**
 * An example, if a folder has a configuration of robots, and that is not what an experiment varies. `files` are the texts in the
 * folder.
 */
export function exampleOf(id: string, files: readonly TextFile[]): Example | undefined {
  const config = files.find(({ name }) => name.endsWith('.config'));
  if (config === undefined || files.some(({ name }) => /\.ya?ml$/.test(name))) return undefined;
  const readme = files.find(({ name }) => name === 'README.md')?.content ?? '';
  const programs = namedFiles(config, files);
  return {
    id,
    title: /^# (.+)$/m.exec(readme)?.[1] ?? titleOf(id),
    sentence:
      sentenceOf(config.content, readme) || `A program of its own: ${programs.map(({ name }) => name).join(', ')}.`,
    config,
    files: programs,
  };
}

/** Those that the configuration names, and those that these import. */
function namedFiles(config: TextFile, files: readonly TextFile[]): readonly TextFile[] {
  const named = new Set<TextFile>();
  const visit = ({ content }: TextFile): void => {
    for (const file of files) {
      const stem = file.name.replace(/\.ts$/, '');
      const isNamed = content.includes(`./${file.name}`) || content.includes(`./${stem}.js`);
      if (!isNamed || named.has(file)) continue;
      named.add(file);
      visit(file);
    }
  };
  visit(config);
  return files.filter((file) => named.has(file));
}

/** The first one of the configuration's head, or of what there is to read about it. */
function sentenceOf(config: string, readme: string): string {
  const head =
    /^(#.*\n)+/
      .exec(config)?.[0]
      .replace(/^# ?/gm, '')
      .split(/\n\s*\n/)[0] ?? '';
  const [, paragraph = ''] = /^# .+\n\n([^#`][^]*?)\n\n/m.exec(readme) ?? [];
  const text = (head || paragraph).replace(/\s+/g, ' ').trim();
  return /^.*?[.!?](?= |$)/.exec(text)?.[0] ?? text;
}

function titleOf(id: string): string {
  const words = id.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
