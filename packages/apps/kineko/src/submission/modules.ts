/** Not `events`: a frozen class cannot create emitters. */
export const NODE_MODULES = ['assert', 'buffer', 'path', 'string_decoder', 'url', 'util'] as const;

/** Modules that a submission may import besides its own files. None of them reaches files, processes or the network. */
export const SUBMISSION_MODULES: ReadonlySet<string> = new Set([
  'kineko',
  ...NODE_MODULES,
  ...NODE_MODULES.map((name) => `node:${name}`),
]);
