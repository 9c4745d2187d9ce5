/** hash-wasm declares types only for its main entry. */
declare module 'hash-wasm/dist/xxhash128.umd.min.js' {
  import type { createXXHash128 } from 'hash-wasm';

  const build: { readonly createXXHash128: typeof createXXHash128 };
  export default build;
}
