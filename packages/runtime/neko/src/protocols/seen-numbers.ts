/** Which whole numbers have been seen. It remembers only those beyond the first gap, so that it stays small. */
export class SeenNumbers {
  private readonly beyond = new Set<number>();
  private firstUnseen = 0;

  has(number: number): boolean {
    return number < this.firstUnseen || this.beyond.has(number);
  }

  /** Whether it is seen for the first time. */
  add(number: number): boolean {
    if (this.has(number)) return false;
    this.beyond.add(number);
    while (this.beyond.delete(this.firstUnseen)) this.firstUnseen++;
    return true;
  }
}
