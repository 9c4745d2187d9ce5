/** The gallery of the examples: the first sentences of their READMEs on one page, with pictures. */
import { blocksOf } from '../docs/blocks.js';
import { GALLERY_PICTURES } from './example-pictures.js';

export interface GalleryEntry {
  /** The folder in `examples`. */
  readonly example: string;
  readonly title: string;
  readonly sentence: string;
  /** Run in the folder of the example. */
  readonly command: string;
}

/** Sections in this order; examples that are not named come last. */
const SECTIONS: readonly (readonly [title: string, examples: readonly string[]])[] = [
  [
    'Robots that move, talk and agree',
    ['random-movement', 'gathering', 'ask-for-help', 'path-reservation', 'replicated-tasks'],
  ],
  ['Robots that act as a group', ['circle-formation', 'flocking', 'area-coverage', 'orca', 'look-compute-move']],
  ['Protocols', ['protocols', 'explore']],
  ['Files of other programs', ['deeco', 'crsim', 'chirp', 'plans', 'plan-execution']],
  ['Your own', ['first-algorithm', 'python', 'own-motion', 'own-sensor', 'viewer-layer', 'composite']],
  ['Many runs and their results', ['experiments', 'analysis']],
  ['The packages beneath', ['stepped-vs-solved', 'first-contact', 'billiard']],
];

/** Title, first sentence and first command of the README of an example. */
export function entryOf(example: string, readme: string): GalleryEntry {
  const title = /^# (.+)$/m.exec(readme)?.[1];
  const paragraph = /^# .+\n\n([A-Z][\s\S]*?)\n\n/m.exec(readme)?.[1]?.replace(/\s+/g, ' ');
  const sentence = paragraph && /^.*?[.:](?= [A-Z]|$)/.exec(paragraph)?.[0].replace(/:$/, '.');
  const commands = blocksOf(readme).filter(({ language }) => language === 'sh');
  const command = commands[0]?.text.split('\n')[0]?.replace(/\s+#.*$/, '');
  for (const [what, found] of Object.entries({ title, sentence, command })) {
    if (found === undefined || found === '') throw new Error(`examples/${example}/README.md has no ${what}`);
  }
  return { example, title: title!, sentence: sentence!, command: command! };
}

export function galleryOf(entries: readonly GalleryEntry[]): string {
  const listed = SECTIONS.flatMap(([, examples]) => examples);
  const others = entries.map(({ example }) => example).filter((example) => !listed.includes(example));
  const sections = [...SECTIONS, ...(others.length > 0 ? [['More', others] as const] : [])];
  const parts = sections.map(([title, examples]) => {
    const of = examples.flatMap((example) => entries.filter((entry) => entry.example === example));
    return `## ${title}\n\n${of.map(describe).join('\n')}`;
  });
  return `${HEAD}\n${parts.join('\n')}`;
}

const HEAD = `# Gallery

<!-- made from the READMEs of the examples by npm run pictures -->

Every example with one command to start with. Type the commands in the folder of the example; its README has the details. The pictures were made
with \`kineko render\`.
`;

function describe({ example, title, sentence, command }: GalleryEntry): string {
  const pictures = GALLERY_PICTURES.filter((each) => each.example === example);
  const shown = pictures.map(({ alt, file }) => `![${alt}](pictures/${file})`).join(' ');
  return `### ${title}\n\n${shown === '' ? '' : `${shown}\n\n`}${local(sentence, example)}\n\n[examples/${example}](../examples/${example}): \`${command}\`\n`;
}

/** Rewrites links for the folder of the gallery. */
function local(sentence: string, example: string): string {
  return sentence
    .replaceAll('](../../docs/', '](')
    .replace(/\]\((?!https?:|\.\.|[\w-]+\.md)/g, `](../examples/${example}/`);
}
