export interface UnplainPhrase {
  readonly phrase: string;
  readonly index: number;
  readonly advice: string;
}
export function unplain(text: string): UnplainPhrase[];
