/** What the code of components and ensembles may ask of the run besides their knowledge. */
export interface Context {
  /** From 0 to 1, without 1: the only chance there is. */
  readonly random: () => number;
  /** For people; goes to the records of the run. */
  log(text: string): void;
}
