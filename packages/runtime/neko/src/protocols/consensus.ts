/** Many consensuses among all processes, told apart by number. */
export interface Consensus {
  propose(instance: number, value: unknown): void;
  onDecide(listener: (instance: number, value: unknown) => void): void;
}
