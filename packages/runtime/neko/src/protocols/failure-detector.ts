/** Tells which processes it takes for crashed; how right it is depends on its class. */
export interface FailureDetector {
  isSuspected(process: number): boolean;
  onChange(listener: (process: number, isSuspected: boolean) => void): void;
}
