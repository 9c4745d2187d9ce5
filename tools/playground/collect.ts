/** Collects the files of an example for the playground's gallery. */
import type { Example } from '../../packages/apps/playground/src/gallery/example.js';
import type { TextFile } from '../../packages/apps/playground/src/project/project.js';

/**
 * Returns an example if the folder has a configuration that is not the scenario of an experiment. `files` are the texts in
 * the folder.
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

/** The files that the configuration names, and their imports. */
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

/** The first sentence of the configuration's header, or of the README. */
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
