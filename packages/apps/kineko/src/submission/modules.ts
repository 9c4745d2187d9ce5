/** What a submission may import besides its own files. None of it reaches files, processes or the network. */
export const AUTHOR_MODULES = [
  'kineko',
  '@kineko/geometry',
  '@kineko/kernel',
  '@kineko/neko',
  '@kineko/robotsim',
  '@kineko/world',
] as const;

/** Not `events`: emitters cannot be made of a frozen class. */
export const NODE_MODULES = ['assert', 'buffer', 'path', 'string_decoder', 'url', 'util'] as const;

export const SUBMISSION_MODULES: ReadonlySet<string> = new Set([
  ...AUTHOR_MODULES,
  ...NODE_MODULES,
  ...NODE_MODULES.map((name) => `node:${name}`),
]);
