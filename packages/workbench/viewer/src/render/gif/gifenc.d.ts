declare module 'gifenc' {
  /** As far as it is used here. */
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
        /** -1: once; 0: for ever. */
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
  /** In Node all that the module has, in a page the encoder alone. */
  const whole: Module | Module['GIFEncoder'];
  export default whole;
}
