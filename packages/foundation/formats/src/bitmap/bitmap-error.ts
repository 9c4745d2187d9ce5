/** What is wrong with a picture: names the file, what was found in it and what would be right. */
export class BitmapError extends Error {
  override readonly name = 'BitmapError';

  constructor(file: string, problem: string, options?: { readonly cause?: unknown }) {
    super(`${file}: ${problem}`, options);
  }
}
