/** How a block of a page is processed. */
import type { Block } from './blocks.js';

export type Role =
  /** Not processed: a picture, a grammar, a formula. */
  | { readonly kind: 'prose' }
  /** Run; `serves` runs until it is stopped, `stops` also ends the running servers. */
  | { readonly kind: 'commands'; readonly manner: 'runs' | 'serves' | 'stops' }
  /** Compared with the output of the commands before it. */
  | { readonly kind: 'output' }
  | { readonly kind: 'file'; readonly name: string }
  /** Completed by its preamble; code must compile, a configuration must be valid. */
  | { readonly kind: 'fragment'; readonly of: 'code' | 'configuration' }
  | { readonly kind: 'not-run'; readonly reason: string }
  | { readonly kind: 'problem'; readonly why: string };

const PROSE: readonly string[] = ['text', 'mermaid', 'math'];
const CODE: readonly string[] = ['ts'];
const CONFIGURATIONS: readonly string[] = ['properties', 'yaml', 'json'];
const MANNERS: Readonly<Record<string, 'runs' | 'serves' | 'stops'>> = { '': 'runs', serves: 'serves', stops: 'stops' };

export function roleOf({ language, info }: Block): Role {
  const reason = /^not-run\b:?\s*(.*)$/.exec(info)?.[1];
  if (reason === '') return problem('not-run needs its reason: ```sh not-run: a cluster');
  if (reason !== undefined) return { kind: 'not-run', reason };
  const name = /^file=(\S+)$/.exec(info)?.[1];
  if (name !== undefined) {
    return isInside(name) ? { kind: 'file', name } : problem(`'${name}' is not inside the folder of the page`);
  }
  if (language === '') return problem('it has no language: prose is ```text, commands are ```sh');
  if (language === 'text' && info === 'output') return { kind: 'output' };
  if (language === 'sh') {
    const manner = MANNERS[info];
    return manner === undefined ? unknown(info) : { kind: 'commands', manner };
  }
  if (info !== '') return unknown(info);
  if (PROSE.includes(language)) return { kind: 'prose' };
  if (CODE.includes(language)) return { kind: 'fragment', of: 'code' };
  if (CONFIGURATIONS.includes(language)) return { kind: 'fragment', of: 'configuration' };
  return problem(`nothing runs ${language}: give it a name (file=…) and run that, or say not-run: and why`);
}

function unknown(info: string): Role {
  return problem(`'${info}' means nothing: there are file=…, output, serves, stops and not-run: with a reason`);
}

function problem(why: string): Role {
  return { kind: 'problem', why };
}

function isInside(name: string): boolean {
  return !name.startsWith('/') && !name.split('/').includes('..');
}
