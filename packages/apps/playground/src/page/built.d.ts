/** Modules that the build generates; see tools/playground. */

declare module 'kineko:simulator' {
  /** Code of the simulator, which is never loaded into the page itself. */
  const text: string;
  export default text;
}

declare module 'kineko:parts' {
  /** Rarely needed parts of the simulator, loaded on demand. */
  export const parts: Readonly<Record<string, () => Promise<{ readonly default: string }>>>;
}

declare module 'kineko:gallery' {
  /** See gallery/gallery.ts. */
  export const gallery: unknown;
}

declare module '*.css';
