/** Collects the files of an example for the playground's gallery. */
import type { Example } from '../../packages/apps/playground/src/gallery/example.js';
import type { TextFile } from '../../packages/apps/playground/src/project/project.js';

/** Examples that run a plan: its files have the same stem, and its settings are those of their READMEs. */
const PLANS: Readonly<Record<string, { readonly stem: string; readonly settings: string }>> = {
  plans: { stem: 'warren-24', settings: 'plan.scen=warren-24.scen; plan.execution=clock' },
  'plan-execution': { stem: 'ladder', settings: 'plan.scen=ladder.scen; plan.delay=0.2 2; network.loss=0.3' },
};

/**
 * Returns an example if the folder has a plan, or a configuration that is not the scenario of an experiment. `files` are the
 * texts in the folder.
 */
export function exampleOf(id: string, files: readonly TextFile[]): Example | undefined {
  const readme = files.find(({ name }) => name === 'README.md')?.content ?? '';
  const title = /^# (.+)$/m.exec(readme)?.[1] ?? titleOf(id);
  const { stem, settings } = PLANS[id] ?? {};
  const plan = files.find(({ name }) => name === `${stem}.paths.txt`);
  if (plan !== undefined) {
    const others = files.filter((file) => file !== plan && file.name.startsWith(`${stem}.`));
    return { id, title, sentence: sentenceOf('', readme), config: plan, files: others, settings };
  }
  const config = files.find(({ name }) => name.endsWith('.config'));
  if (config === undefined || files.some(({ name }) => /\.ya?ml$/.test(name))) return undefined;
  const programs = namedFiles(config, files);
  return {
    id,
    title,
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
