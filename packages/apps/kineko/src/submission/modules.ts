/** Not `events`: emitters cannot be made of a frozen class. */
export const NODE_MODULES = ['assert', 'buffer', 'path', 'string_decoder', 'url', 'util'] as const;

/** What a submission may import besides its own files. None of it reaches files, processes or the network. */
export const SUBMISSION_MODULES: ReadonlySet<string> = new Set([
  'kineko',
  ...NODE_MODULES,
  ...NODE_MODULES.map((name) => `node:${name}`),
]);
