/** A command that makes no sense: what was given, why, and what would be right. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
