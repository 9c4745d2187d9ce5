declare module 'gifenc' {
  /** The part that is used here. */
  interface Encoder {
    writeFrame(
      indices: Uint8Array,
      width: number,
      height: number,
      options: {
        readonly palette?: readonly (readonly number[])[];
        readonly transparent?: boolean;
        readonly transparentIndex?: number;
        /** Milliseconds. */
        readonly delay?: number;
        /** -1: once; 0: forever. */
        readonly repeat?: number;
        readonly dispose?: number;
        readonly first?: boolean;
      },
    ): void;
    writeHeader(): void;
    finish(): void;
    reset(): void;
    bytes(): Uint8Array;
    bytesView(): Uint8Array;
  }
  interface Module {
    readonly GIFEncoder: (options?: { readonly auto?: boolean; readonly initialCapacity?: number }) => Encoder;
  }
  /** The whole module in Node, the encoder function in a bundled page. */
  const whole: Module | Module['GIFEncoder'];
  export default whole;
}
