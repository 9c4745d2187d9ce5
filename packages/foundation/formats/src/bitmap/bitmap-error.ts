/** A problem of a picture, with its file. */
export class BitmapError extends Error {
  override readonly name = 'BitmapError';

  constructor(file: string, problem: string, options?: { readonly cause?: unknown }) {
    super(`${file}: ${problem}`, options);
  }
}
