/** What the build makes for the page, besides its own code; see tools/playground. */

declare module 'kineko:simulator' {
  /** The simulator, as the text of a module: it is never loaded into the page itself. */
  const text: string;
  export default text;
}

declare module 'kineko:parts' {
  /** The parts of the simulator that are rarely needed, each loaded when it is asked for. */
  export const parts: Readonly<Record<string, () => Promise<{ readonly default: string }>>>;
}

declare module 'kineko:gallery' {
  /** See gallery/gallery.ts. */
  export const gallery: unknown;
}

declare module '*.css';
