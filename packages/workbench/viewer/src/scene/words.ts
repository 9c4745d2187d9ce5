/** Texts that come again and again, each kept once and known by a number. */
export class Words {
  private readonly numbers = new Map<string, number>();
  private readonly texts: string[] = [];

  numberOf(text: string): number {
    let number = this.numbers.get(text);
    if (number === undefined) {
      number = this.texts.push(text) - 1;
      this.numbers.set(text, number);
    }
    return number;
  }

  text(number: number): string {
    return this.texts[number] ?? '';
  }
}
